import { type Fault, weightOf } from '../../traffic/outcome/fault.ts';
import type { Attribution, Outcome } from '../../traffic/outcome/outcome.ts';

/** How much of a whole an assertion looked at: `at` of `of` items, and why not all of them. */
export interface Looked {
  of: number;
  at: number;
  why: string;
}

/** The result of an oracle: the assertion holds, is broken, taught a value, or cannot be decided. Exchanges are the evidence. */
export type OracleResult = { exchanges: readonly string[] } & (
  | { state: 'held'; looked?: Looked }
  | { state: 'broken'; faults: readonly Fault[] }
  | { state: 'learned'; key: string; value: string; candidates?: true }
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

/** Returns the violation in a result about another account than the one under test, which its faults then name; undefined if there is none. */
export function violationOf(result: OracleResult, account: string): OracleResult | undefined {
  return result.state === 'broken'
    ? { ...result, faults: result.faults.map((fault) => ({ ...fault, account })) }
    : undefined;
}

/** Returns the result of a single fault. */
export function faultResult(fault: Fault): OracleResult {
  return toResult(fault.exchanges, [fault]);
}

/** Returns a value that this target shows and that interface.md calls "not shown". It is stored as a baseline value. */
export function learned(key: string, value: string, exchanges: readonly string[]): OracleResult {
  return { state: 'learned', key, value, exchanges: bounded(exchanges) };
}

/** Returns the explanations that are left, as a learned list. Two such lists with a common explanation are no contradiction. */
export function learnedCandidates(
  key: string,
  candidates: readonly string[],
  exchanges: readonly string[],
): OracleResult {
  return {
    state: 'learned',
    key,
    value: candidates.join(', ') || 'by no one rule',
    candidates: true,
    exchanges: bounded(exchanges),
  };
}
