import type { Exchange } from '../../harness/exchange.ts';
import { type Fault, sentence } from '../../harness/fault.ts';
import type { CaseLabel, FuzzCase } from '../case.ts';
import type { AnyRequirement } from './requirements.ts';
import type { Trial } from './trial.ts';

/** How often a requirement held on an exchange, was broken, or could not be decided. */
export interface Count {
  held: number;
  broken: number;
  undecided: number;
}

/** A case that showed a requirement broken. */
export interface Shown {
  requirement: AnyRequirement;
  exchange: Exchange;
  label: CaseLabel;
  faults: readonly Fault[];
}

/** What became of many cases. */
export interface Tally {
  tried: number;
  valid: number;
  /** Valid cases that were taken: told, and never held against a target. */
  accepted: number;
  counts: ReadonlyMap<AnyRequirement, Count>;
  broken: readonly Shown[];
}

/** Tries cases one after the other and counts what all requirements say of them. */
export async function tallyOf(trial: Pick<Trial, 'of'>, cases: Iterable<FuzzCase>): Promise<Tally> {
  const counts = new Map<AnyRequirement, Count>();
  const broken: Shown[] = [];
  const all = { tried: 0, valid: 0, accepted: 0 };
  const countOf = (id: AnyRequirement): Count => {
    const count = counts.get(id) ?? { held: 0, broken: 0, undecided: 0 };
    counts.set(id, count);
    return count;
  };
  for (const one of cases) {
    const outcome = await trial.of(one);
    if (!outcome) continue;
    const { exchange, rulings } = outcome;
    all.tried += 1;
    if (one.label.is === 'valid') all.valid += 1;
    if (one.label.is === 'valid' && exchange.class === 'accepted') all.accepted += 1;
    for (const { requirement, ruling } of rulings) {
      if (ruling.state === 'learned') continue;
      countOf(requirement)[ruling.state] += 1;
      if (ruling.state === 'broken') broken.push({ requirement, exchange, label: one.label, faults: ruling.faults });
    }
  }
  return { ...all, counts, broken };
}

/** What a case showed, in one line. */
export function lineOf({ requirement, exchange, label, faults }: Shown): string {
  const said = faults.map(sentence).map(({ wanted, seen }) => `wanted ${wanted}, seen ${seen}`);
  return `${requirement} ${exchange.request} (${JSON.stringify(label)}): ${said.join('; ')}`;
}
