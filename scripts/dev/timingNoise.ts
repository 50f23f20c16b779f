import type { Costs } from '../../runner/selection/costs.ts';
import { isPlainObject, type Plain } from '../../schemas/json/plain.ts';

/** The figures that depend on the speed of the machine: polls are repeated until something shows. */
const timed = new Set(['gets', 'apart', 'seconds', 'tailSeconds']);

/** A timed figure that differs from the stored one by at most a third, or by five, is not a change. From nothing to something is one. */
const isNear = (measured: number, stored: number): boolean =>
  measured > 0 && stored > 0 && Math.abs(measured - stored) <= Math.max(5, Math.max(measured, stored) / 3);

/**
 * Returns measured costs, with the stored figure wherever only timing makes the difference. The file that is written from them therefore stays the same until a
 * cost really changes.
 */
export const steadyCosts = (measured: Costs, stored: Costs): Costs =>
  steady(measured as unknown as Plain, stored as unknown as Plain, '') as unknown as Costs;

/**
 * Returns the tests whose traffic a trace check used. If both lists name tests that only read, and differ only in these, the stored list stays: timing decides
 * which reading test is the first to see a change that another test made.
 */
export function steadyFeeders(
  measured: readonly string[],
  stored: readonly string[],
  isReading: (id: string) => boolean,
): readonly string[] {
  const writing = (ids: readonly string[]) => ids.filter((id) => !isReading(id)).join(' ');
  const isNoise = [measured, stored].every((ids) => ids.some(isReading)) && writing(measured) === writing(stored);
  return isNoise ? stored : measured;
}

function steady(measured: Plain, stored: Plain | undefined, name: string): Plain {
  if (typeof measured === 'number' && typeof stored === 'number')
    return timed.has(name) && isNear(measured, stored) ? stored : measured;
  if (Array.isArray(measured) && Array.isArray(stored))
    return measured.map((one, index) => steady(one, stored[index], name));
  if (!isPlainObject(measured) || !isPlainObject(stored)) return measured;
  return Object.fromEntries(Object.entries(measured).map(([key, value]) => [key, steady(value, stored[key], key)]));
}
