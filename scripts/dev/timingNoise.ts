import type { Costs } from '../../runner/selection/costs.ts';

/** The figures that depend on the speed of the machine: polls are repeated until something shows. */
const timed = new Set(['gets', 'apart', 'seconds', 'tailSeconds']);

/** A timed figure that differs less than this from the stored one is not a change: by a third, or by five. */
const isNear = (measured: number, stored: number): boolean =>
  Math.abs(measured - stored) <= Math.max(5, Math.max(measured, stored) / 3);

/**
 * Returns measured costs, with the stored figure wherever only timing makes the difference. The file that is written from them therefore stays the same until a
 * cost really changes.
 */
export const steadyCosts = (measured: Costs, stored: Costs): Costs => steady(measured, stored, '') as Costs;

/**
 * Returns the tests whose traffic a trace check used. If the measured list differs from the stored one only in tests that send no POST, it stays: timing decides
 * which of them is the first to read a change that another test made.
 */
export function steadyFeeders(
  measured: readonly string[],
  stored: readonly string[],
  isReading: (id: string) => boolean,
) {
  const writing = (ids: readonly string[]) => ids.filter((id) => !isReading(id)).join(' ');
  return writing(measured) === writing(stored) ? stored : measured;
}

function steady(measured: unknown, stored: unknown, name: string): unknown {
  if (typeof measured === 'number' && typeof stored === 'number')
    return timed.has(name) && isNear(measured, stored) ? stored : measured;
  if (Array.isArray(measured) && Array.isArray(stored))
    return measured.map((one, index) => steady(one, stored[index], name));
  if (!isRecord(measured) || !isRecord(stored)) return measured;
  return Object.fromEntries(Object.entries(measured).map(([key, value]) => [key, steady(value, stored[key], key)]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
