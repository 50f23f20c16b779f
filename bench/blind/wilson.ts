/** The quantile of the normal distribution for 95 %. */
const z = 1.96;

/** Returns the Wilson 95 % interval of a share, as fractions. */
export function wilson(hits: number, all: number): { low: number; high: number } {
  if (all === 0) return { low: 0, high: 1 };
  const share = hits / all;
  const scale = 1 + (z * z) / all;
  const middle = (share + (z * z) / (2 * all)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  return { low: middle - half, high: middle + half };
}
