import { importsOf, isRelative } from '../source/imports.ts';
import type { Source, Tree } from '../source/sourceTree.ts';
import type { Rule } from '../source/violation.ts';

interface Edge {
  readonly to: string;
  readonly line: number;
}

type Graph = ReadonlyMap<string, readonly Edge[]>;

/** No value-import cycles: each knot is told once, by its shortest way round. */
export const importCycles: Rule = {
  name: 'cycles',
  *find(tree) {
    const graph = graphOf(tree);
    const told = new Set<string>();
    for (const path of [...graph.keys()].sort()) {
      const ring = told.has(path) ? undefined : ringOf(graph, path);
      if (!ring) continue;
      for (const each of reachedBothWays(graph, path)) told.add(each);
      yield {
        path,
        line: graph.get(path)?.find(({ to }) => to === ring[1])?.line ?? 1,
        wanted: 'no import cycle',
        seen: ring.join(' → '),
        fix: 'move what both need to a file of its own, or import only the type',
      };
    }
  },
};

function graphOf(tree: Tree): Graph {
  return new Map(tree.sources.map((source) => [source.path, edgesOf(tree, source)]));
}

function edgesOf(tree: Tree, source: Source): Edge[] {
  return [...importsOf(source)].flatMap(({ specifier, typeOnly, line }) => {
    const target = typeOnly || !isRelative(specifier) ? undefined : tree.resolve(source.path, specifier);
    return target ? [{ to: target.path, line }] : [];
  });
}

function ringOf(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const path of queue) {
    for (const { to } of graph.get(path) ?? []) {
      if (to === start) return [...wayBack(cameFrom, path, start), start];
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, path);
      queue.push(to);
    }
  }
  return undefined;
}

function wayBack(cameFrom: ReadonlyMap<string, string>, end: string, start: string): string[] {
  const way = [end];
  for (let at = end; at !== start; ) {
    at = cameFrom.get(at) ?? start;
    way.unshift(at);
  }
  return way;
}

function reachedBothWays(graph: Graph, start: string): string[] {
  return [...reached(graph, start)].filter((path) => reached(graph, path).has(start));
}

function reached(graph: Graph, start: string): ReadonlySet<string> {
  const seen = new Set([start]);
  for (const path of seen) for (const { to } of graph.get(path) ?? []) seen.add(to);
  return seen;
}
