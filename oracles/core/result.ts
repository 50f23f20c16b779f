import { type Fault, weightOf } from '../../traffic/outcome/fault.ts';
import type { Attribution, Outcome } from '../../traffic/outcome/outcome.ts';

/** What an oracle says: the claim holds, is broken, taught us a value, or cannot be decided. Exchanges are the evidence. */
export type OracleResult = { exchanges: readonly string[] } & (
  | { state: 'held' }
  | { state: 'broken'; faults: readonly Fault[] }
  | { state: 'learned'; key: string; value: string }
  | { state: 'undecided'; outcome: Outcome; attribution: Attribution; faults: readonly Fault[] }
);

/** More evidence than this adds nothing for a reader; the journal holds it all. */
const mostListed = 25;

const bounded = <T>(items: readonly T[]): T[] => [...new Set(items)].slice(0, mostListed);

/**
 * The ruling that these exchanges and faults amount to: broken when any fault is the target's, else undecided when
 * anything is missing, else held.
 */
export function toResult(exchanges: readonly string[], faults: readonly Fault[]): OracleResult {
  const breaks = faults.filter((fault) => weightOf(fault) === 'broken');
  if (breaks.length > 0)
    return { state: 'broken', faults: bounded(breaks), exchanges: bounded(breaks.flatMap((fault) => fault.exchanges)) };
  const open = faults[0];
  const weight = open && weightOf(open);
  if (!weight || weight === 'broken') return { state: 'held', exchanges: bounded(exchanges) };
  return {
    state: 'undecided',
    ...weight,
    faults: bounded(faults),
    exchanges: bounded(faults.flatMap((f) => f.exchanges)),
  };
}

/** The ruling of a single fault. */
export function faultResult(fault: Fault): OracleResult {
  return toResult(fault.exchanges, [fault]);
}

/** The target does this here: a value to be pinned, where interface.md says "not shown". */
export function learned(key: string, value: string, exchanges: readonly string[]): OracleResult {
  return { state: 'learned', key, value, exchanges: bounded(exchanges) };
}
