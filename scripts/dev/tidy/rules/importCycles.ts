import { knotsOf } from '../source/circles.ts';
import { importedFiles } from '../source/imports.ts';
import type { Rule } from '../source/violation.ts';

/** No value-import cycles: each knot is told once, by its shortest way round. */
export const importCycles: Rule = {
  name: 'cycles',
  *find(tree) {
    const graph = new Map(
      tree.sources.map((source) => [source.path, [...importedFiles(tree, source)].filter(({ typeOnly }) => !typeOnly)]),
    );
    for (const { ring } of knotsOf(graph)) {
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
