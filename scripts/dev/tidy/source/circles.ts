/** Who reaches whom: from each place the ways that lead out of it. */
type Graph = ReadonlyMap<string, readonly { readonly to: string }[]>;

/** The knots of a graph: the places that reach each other, with the shortest way round from the first of them, which ends where it began. */
export function* knotsOf(
  graph: Graph,
): Generator<{ readonly places: readonly string[]; readonly ring: readonly string[] }> {
  const known = new Set<string>();
  for (const place of [...graph.keys()].sort()) {
    const ring = known.has(place) ? undefined : ringOf(graph, place);
    if (!ring) continue;
    const places = reachedBothWays(graph, place);
    for (const each of places) known.add(each);
    yield { places, ring };
  }
}

function ringOf(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const place of queue) {
    for (const { to } of graph.get(place) ?? []) {
      if (to === start) return [...wayBack(cameFrom, place, start), start];
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, place);
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
  return [...reached(graph, start)].filter((place) => reached(graph, place).has(start));
}

function reached(graph: Graph, start: string): ReadonlySet<string> {
  const seen = new Set([start]);
  for (const place of seen) for (const { to } of graph.get(place) ?? []) seen.add(to);
  return seen;
}
