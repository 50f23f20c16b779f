/** The imports of each source, by path from the package root. */
export type Imports = Readonly<Record<string, readonly string[]>>;

/** Returns the importers of each source. */
function importersIn(imports: Imports): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, imported] of Object.entries(imports))
    for (const one of imported) importers.set(one, [...(importers.get(one) ?? []), path]);
  return importers;
}

/** Returns the sources that depend on the changed ones, by their distance in imports, beginning with the changed ones themselves. */
export function dependentsByDistance(changed: readonly string[], imports: Imports): string[][] {
  const importers = importersIn(imports);
  const seen = new Set(changed);
  const ranks: string[][] = [[...changed]];
  for (let rank = ranks[0] ?? []; rank.length > 0; rank = ranks.at(-1) ?? []) {
    const next = [...new Set(rank.flatMap((path) => importers.get(path) ?? []))].filter((path) => !seen.has(path));
    for (const path of next) seen.add(path);
    ranks.push(next.sort());
  }
  return ranks.slice(0, -1);
}
