import type { Observation } from '../oracles/core/observation.ts';
import { learned, toResult } from '../oracles/core/result.ts';
import type { RunRecord } from '../traffic/journal/runRecord.ts';
import type { Fault } from '../traffic/outcome/fault.ts';
import type { TraceCheckLog } from './assertionLog.ts';

/** Things of one sort in a record, which are looked for once. */
export interface Collection<T> {
  of(record: RunRecord): readonly T[];
  /** What is missing when there is nothing, as a phrase. */
  wanted: string;
  /** Why there need not be anything, where the target offers none of it. */
  absent?(record: RunRecord): Fault | undefined;
  exchangesOf(item: T): readonly string[];
}

/** Things of one sort that a run left behind, and the ledger of the law that judges them. */
export interface Evidence<T> {
  items: readonly T[];
  /** What is missing when there is nothing, as a phrase. */
  wanted: string;
  /** Why there need not be anything, where the target offers none of it. */
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

/** The exchanges of some items, noted as what feeds the law. */
function fedBy<T>({ exchangesOf, log }: Evidence<T>, items: readonly T[]): string[] {
  const exchanges = items.flatMap(exchangesOf);
  log.noteEvidence(exchanges);
  return exchanges;
}

/** Each item satisfies the rule. Refuses empty evidence: nothing seen is never green. */
export function every<T>(evidence: Evidence<T>, rule: (item: T) => Found): void {
  together(evidence, () => evidence.items.flatMap((item) => listOf(rule(item))));
}

/** All items taken together satisfy the rule. Refuses empty evidence. */
export function together<T>(evidence: Evidence<T>, rule: () => readonly Fault[]): void {
  if (isEmpty(evidence)) return;
  const exchanges = fedBy(evidence, evidence.items);
  evidence.log.addResult(toResult(exchanges, rule()));
}

/** Those items alone that tell something; `wanted` is what is missing when there are none. */
export function only<T>(evidence: Evidence<T>, wanted: string, tells: (item: T) => boolean): Evidence<T> {
  return { ...evidence, wanted, items: evidence.items.filter(tells) };
}

/** Learns one value for each key: the set of what its items show, to be pinned. Refuses empty evidence. */
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

/** Learns what is already told as a key and its value. Refuses empty evidence. */
export function learnObservations<T extends Pick<Observation, 'key' | 'value'>>(evidence: Evidence<T>): void {
  learn(
    evidence,
    ({ key }) => key,
    ({ value }) => value,
  );
}
