import { circlesOf } from '../source/circles.ts';
import { importsOf, isRelative } from '../source/imports.ts';
import type { Source, Tree } from '../source/sourceTree.ts';
import type { Rule } from '../source/violation.ts';

interface Edge {
  readonly to: string;
  readonly line: number;
}

/** No value-import cycles: each knot is told once, by its shortest way round. */
export const importCycles: Rule = {
  name: 'cycles',
  *find(tree) {
    const graph = new Map(tree.sources.map((source) => [source.path, edgesOf(tree, source)]));
    for (const ring of circlesOf(graph)) {
      const [path = '', next] = ring;
      yield {
        path,
        line: graph.get(path)?.find(({ to }) => to === next)?.line ?? 1,
        wanted: 'no import cycle',
        seen: ring.join(' → '),
        fix: 'move what both need to a file of its own, or import only the type',
      };
    }
  },
};

function edgesOf(tree: Tree, source: Source): Edge[] {
  return [...importsOf(source)].flatMap(({ specifier, typeOnly, line }) => {
    const target = typeOnly || !isRelative(specifier) ? undefined : tree.resolve(source.path, specifier);
    return target ? [{ to: target.path, line }] : [];
  });
}
