import { type Fault, weightOf } from '../../traffic/outcome/fault.ts';
import type { Attribution, Outcome } from '../../traffic/outcome/outcome.ts';

/** How much of a whole an assertion looked at: `at` of `of` items, and why not all of them. */
export interface Looked {
  of: number;
  at: number;
  why: string;
}

/**
 * How a learned value, a list, is compared with its baseline value. `grows`: what was seen at least once, so that more of it is no contradiction. `candidates`:
 * the explanations that were left, so that two lists with a common one are no contradiction. Without either, another value is a change.
 */
export type Compared = 'grows' | 'candidates';

/** The result of an oracle: the assertion holds, is broken, taught a value, or cannot be decided. Exchanges are the evidence. */
export type OracleResult = { exchanges: readonly string[] } & (
  | { state: 'held'; looked?: Looked }
  | { state: 'broken'; faults: readonly Fault[] }
  | { state: 'learned'; key: string; value: string; compared?: Compared }
  | { state: 'undecided'; outcome: Outcome; attribution: Attribution; faults: readonly Fault[] }
);

/** The most exchanges or faults that a result lists. More add nothing for a reader, and the journal has them all. */
const mostListed = 25;

const bounded = <T>(items: readonly T[]): T[] => [...new Set(items)].slice(0, mostListed);

/** Aggregates exchanges and faults into a result: broken if any fault is the target's, else undecided if anything is missing, else held. */
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

/**
 * Returns a result that says how much of a whole it rests on, if that was only a part. What held for none of the items is undecided: nothing that was not looked
 * at passes.
 */
export function lookedAt(result: OracleResult, { of, at, why }: Looked): OracleResult {
  if (result.state !== 'held' || at >= of) return result;
  if (at > 0) return { ...result, looked: { of, at, why } };
  return faultResult({ code: 'noEvidence', wanted: `one of ${of} items (${why})`, exchanges: result.exchanges });
}

/** Returns the result of a single fault. */
export function faultResult(fault: Fault): OracleResult {
  return toResult(fault.exchanges, [fault]);
}

/** Returns a value that this target shows and that interface.md calls "not shown". It is stored as a baseline value. */
export function learned(key: string, value: string, exchanges: readonly string[]): OracleResult {
  return { state: 'learned', key, value, exchanges: bounded(exchanges) };
}

/** Returns a learned list that is compared with its baseline value in this way. */
export function learnedList(result: OracleResult, compared: Compared): OracleResult {
  return result.state === 'learned' ? { ...result, compared } : result;
}
