/** The quantile of the normal distribution for an interval of 95 %. */
const z = 1.959964;

/** Returns the Wilson interval of 95 % for the share of `hits` among `all`; from 0 to 1 if there are none. */
export function wilson(hits: number, all: number): { low: number; high: number } {
  if (all === 0) return { low: 0, high: 1 };
  const share = hits / all;
  const base = 1 + z ** 2 / all;
  const middle = (share + z ** 2 / (2 * all)) / base;
  const reach = (z / base) * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2));
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}
