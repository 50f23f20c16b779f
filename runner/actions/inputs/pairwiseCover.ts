import covertable from 'covertable';

/** The values of each dimension by which a requirement is varied, by its name. */
export type Dimensions = Readonly<Record<string, readonly string[]>>;

/** One value of each dimension. */
export type Row<All extends Dimensions> = { readonly [Name in keyof All]: All[Name][number] };

/**
 * Returns rows in which each value of each dimension meets each value of every other dimension at least once; always the same rows for the same dimensions.
 * `fits` leaves out rows that mean nothing. A single dimension gives one row for each of its values.
 */
export function pairwiseCover<All extends Dimensions>(
  dimensions: All,
  fits: (row: Row<All>) => boolean = () => true,
): Row<All>[] {
  const varied = Object.fromEntries(Object.entries(dimensions).map(([name, values]) => [name, [...values]]));
  const [[only, values] = ['', []], ...others] = Object.entries(varied);
  if (others.length === 0) return values.map((value) => ({ [only]: value }) as Row<All>).filter(fits);
  // The library asks about rows that still lack values, too: such a part fits if a whole row with it fits.
  const preFilter = (part: Record<string, string>) =>
    completions({ ...part }, varied).some((row) => fits(row as Row<All>));
  const rows = covertable.make(varied, { preFilter });
  const cover = rows.map((row) => Object.fromEntries(Object.keys(varied).map((name) => [name, row[name] ?? ''])));
  return [...cover, ...leftOut(cover, varied, (row) => fits(row as Row<All>))] as Row<All>[];
}

type AnyRow = Readonly<Record<string, string>>;

/** Returns a fitting row for every two values that no row of a cover brings together: with rows that do not fit, the library leaves some out. */
function leftOut(cover: readonly AnyRow[], dimensions: Dimensions, fits: (row: AnyRow) => boolean): AnyRow[] {
  const added: AnyRow[] = [];
  for (const pair of pairsOf(dimensions)) {
    const isIn = (row: AnyRow) => Object.entries(pair).every(([name, value]) => row[name] === value);
    if ([...cover, ...added].some(isIn)) continue;
    const whole = completions(pair, dimensions).find(fits);
    if (whole) added.push(Object.fromEntries(Object.keys(dimensions).map((name) => [name, whole[name] ?? ''])));
  }
  return added;
}

/** Returns every two values of two dimensions. */
function pairsOf(dimensions: Dimensions): AnyRow[] {
  const all = Object.entries(dimensions).flatMap(([name, values]) => values.map((value) => [name, value] as const));
  return all.flatMap((one) =>
    all.filter(([name]) => name > one[0]).map((other): AnyRow => Object.fromEntries([one, other])),
  );
}

/** Returns every row that completes a part of one. */
function completions(part: Readonly<Record<string, string>>, dimensions: Dimensions): Record<string, string>[] {
  return Object.entries(dimensions).reduce<Record<string, string>[]>(
    (rows, [name, values]) =>
      rows.flatMap((row) =>
        (Object.hasOwn(part, name) ? [part[name] ?? ''] : values).map((value) => ({ ...row, [name]: value })),
      ),
    [{}],
  );
}

/** Returns the name of a row, such as "pay-in, another amount, at once". */
export const rowName = (row: Readonly<Record<string, string>>): string => Object.values(row).join(', ');
