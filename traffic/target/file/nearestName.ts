/** Returns the number of letters to insert, remove or replace between two texts. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (const [index, by] of [...other].entries())
      next.push(Math.min((row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1, (row[index] ?? 0) + Number(letter !== by)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Longer texts are no misspelt names. */
const longest = 100;

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Returns the name that a misspelt one most probably means: at most every third letter of it differs, without regard to case and signs. */
export function nearestName(misspelt: string, names: readonly string[]): string | undefined {
  if (misspelt.length > longest) return undefined;
  const found = names.map((name) => ({ name, far: distance(plain(misspelt), plain(name)) }));
  const [nearest] = found.filter(({ name, far }) => far <= plain(name).length / 3).sort((a, b) => a.far - b.far);
  return nearest?.name;
}
