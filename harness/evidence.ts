import type { Fault } from './fault.ts';
import type { RulingLedger } from './ledger.ts';
import { learned, ruling } from './oracles/ruling.ts';

/** Things of one sort that a run left behind, and the ledger of the law that judges them. */
export interface Evidence<T> {
  items: readonly T[];
  /** What is missing when there is nothing, as a phrase. */
  wanted: string;
  exchangesOf(item: T): readonly string[];
  ledger: RulingLedger;
}

type Found = readonly Fault[] | Fault | undefined;

const listOf = (found: Found): readonly Fault[] =>
  found === undefined ? [] : Array.isArray(found) ? found : [found as Fault];

const isEmpty = <T>({ items, wanted, ledger }: Evidence<T>): boolean => {
  if (items.length === 0) ledger.lack({ code: 'noEvidence', wanted, exchanges: [] });
  return items.length === 0;
};

/** Each item satisfies the rule. Refuses empty evidence: nothing seen is never green. */
export function every<T>(evidence: Evidence<T>, rule: (item: T) => Found): void {
  if (isEmpty(evidence)) return;
  const faults = evidence.items.flatMap((item) => listOf(rule(item)));
  evidence.ledger.rule(
    ruling(
      evidence.items.flatMap((item) => evidence.exchangesOf(item)),
      faults,
    ),
  );
}

/** All items taken together satisfy the rule. Refuses empty evidence. */
export function together<T>(evidence: Evidence<T>, rule: () => readonly Fault[]): void {
  if (isEmpty(evidence)) return;
  evidence.ledger.rule(
    ruling(
      evidence.items.flatMap((item) => evidence.exchangesOf(item)),
      rule(),
    ),
  );
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
    evidence.ledger.rule(
      learned(
        String(key),
        values,
        items.flatMap((item) => evidence.exchangesOf(item)),
      ),
    );
  }
}
