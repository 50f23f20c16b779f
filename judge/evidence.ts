import type { Observation } from '../oracles/core/observation.ts';
import { learned, toResult } from '../oracles/core/result.ts';
import type { RunRecord } from '../traffic/journal/runRecord.ts';
import type { Fault } from '../traffic/outcome/fault.ts';
import type { TraceCheckLog } from './assertionLog.ts';

/** A collection of like items in a run record, which is computed once per record. */
export interface Collection<T> {
  of(record: RunRecord): readonly T[];
  /** What is missing if the collection is empty, as a phrase. */
  wanted: string;
  /** Why the collection may be empty, if the target does not offer such items. */
  absent?(record: RunRecord): Fault | undefined;
  exchangesOf(item: T): readonly string[];
}

/** Like items from a run, and the log of the trace check that judges them. */
export interface Evidence<T> {
  items: readonly T[];
  /** What is missing if the collection is empty, as a phrase. */
  wanted: string;
  /** Why the collection may be empty, if the target does not offer such items. */
  absent?: Fault | undefined;
  exchangesOf(item: T): readonly string[];
  log: TraceCheckLog;
}

type Found = readonly Fault[] | Fault | undefined;

const listOf = (found: Found): readonly Fault[] =>
  found === undefined ? [] : Array.isArray(found) ? found : [found as Fault];

const isEmpty = <T>({ items, wanted, absent, log }: Evidence<T>): boolean => {
  if (items.length === 0) log.lack(absent ?? { code: 'noEvidence', wanted, exchanges: [] });
  return items.length === 0;
};

/** Returns the exchanges of some items and notes them as the evidence of the trace check. */
function fedBy<T>({ exchangesOf, log }: Evidence<T>, items: readonly T[]): string[] {
  const exchanges = items.flatMap(exchangesOf);
  log.noteEvidence(exchanges);
  return exchanges;
}

/** Checks that each item satisfies the rule. Empty evidence is reported as missing and never passes. */
export function every<T>(evidence: Evidence<T>, rule: (item: T) => Found): void {
  together(evidence, () => evidence.items.flatMap((item) => listOf(rule(item))));
}

/** Checks that all items together satisfy the rule. Empty evidence is reported as missing and never passes. */
export function together<T>(evidence: Evidence<T>, rule: () => readonly Fault[]): void {
  if (isEmpty(evidence)) return;
  const exchanges = fedBy(evidence, evidence.items);
  evidence.log.addResult(toResult(exchanges, rule()));
}

/** Narrows evidence to the relevant items; `wanted` is what is missing if none is left. */
export function only<T>(evidence: Evidence<T>, wanted: string, isRelevant: (item: T) => boolean): Evidence<T> {
  return { ...evidence, wanted, items: evidence.items.filter(isRelevant) };
}

/** Learns one value for each key, the set of values that its items show, to be stored as a baseline value. Empty evidence is reported as missing. */
export function learn<T>(
  evidence: Evidence<T>,
  keyOf: (item: T) => string | undefined,
  shownBy: (item: T) => string,
): void {
  const keyed = evidence.items.filter((item) => keyOf(item) !== undefined);
  if (isEmpty({ ...evidence, items: keyed })) return;
  for (const key of new Set(keyed.map(keyOf))) {
    const items = keyed.filter((item) => keyOf(item) === key);
    const values = [...new Set(items.map(shownBy))].sort().join(', ');
    const exchanges = fedBy(evidence, items);
    evidence.log.addResult(learned(String(key), values, exchanges));
  }
}

/** Learns observations that already have a key and a value. Empty evidence is reported as missing. */
export function learnObservations<T extends Pick<Observation, 'key' | 'value'>>(evidence: Evidence<T>): void {
  learn(
    evidence,
    ({ key }) => key,
    ({ value }) => value,
  );
}
