import type { Contribution } from '../../harness/ledger.ts';
import { fold, type Pins, type Requirement } from '../../harness/verdict.ts';

/** A requirement that the target breaks, as one ruling shows it. */
export interface Breach {
  requirement: Requirement;
  outcome: 'fail' | 'warn' | 'changed';
  /** The code of the fault (`harness/fault.ts`), or `changed`. */
  code: string;
  wanted: string;
  seen: string;
  /** The numbers of the exchanges that show it. */
  exchanges: readonly string[];
}

/** What was learned otherwise than it is pinned, as one thing that is seen. */
function changedIn({ id }: Requirement, { ruling }: Contribution, pins: Pins) {
  if (ruling.state !== 'learned') return [];
  const wanted = `${ruling.key}: ${pins[id]?.[ruling.key]}, as before`;
  return [{ code: 'changed', wanted, seen: ruling.value, exchanges: ruling.exchanges }];
}

/** What a contribution says that a target broke; nothing where it says anything else. */
export function breachesIn(requirement: Requirement, contribution: Contribution, pins: Pins): Breach[] {
  const { outcome, findings } = fold(requirement, [contribution], { circumstance: { selected: true }, pins });
  if (outcome !== 'fail' && outcome !== 'warn' && outcome !== 'changed') return [];
  const told = outcome === 'changed' ? changedIn(requirement, contribution, pins) : findings;
  return told.map((one) => ({ requirement, outcome, ...one }));
}
