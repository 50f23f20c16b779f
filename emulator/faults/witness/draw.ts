import { FORMS, type Form, KINDS, type Kind, type Measured, measured, type Predicate } from '../corners/predicates.ts';
import { type Chance, shuffled } from './stage/chance.ts';
import type { SeenUse } from './watch.ts';

/** The share of uses for which a corner holds: not so few that nobody could meet it, and not so many that everybody does. */
const LEAST_SHARE = 0.02;
const MOST_SHARE = 0.35;

/** What may stand in the name of a corner. */
const PLAIN = /^[\w.:-]{1,40}$/;

/** A predicate with the share of the seen uses for which it holds. */
export interface DrawnPredicate {
  readonly predicate: Predicate;
  readonly share: number;
}

type Draw = (chance: Chance, sorted: readonly number[]) => readonly number[];

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;

/** The forms of a kind that measures numbers, and how each draws its constants from the numbers seen. */
const DRAWS: Readonly<Record<Exclude<Form, 'is'>, Draw>> = {
  from: (chance, sorted) => [quantile(sorted, 0.65 + 0.32 * (chance.below(100) / 100))],
  to: (chance, sorted) => [quantile(sorted, 0.02 + 0.3 * (chance.below(100) / 100))],
  in: (chance, sorted) => {
    const begin = chance.below(80) / 100;
    return [quantile(sorted, begin), quantile(sorted, begin + 0.03 + 0.25 * (chance.below(100) / 100))];
  },
  every: (chance) => [3 + chance.below(38)],
};

const FORMS_OF: Partial<Record<Kind, readonly Form[]>> = {
  operation: ['is'],
  account: ['is'],
  project: ['is'],
  chain: ['is'],
  value: ['is'],
  precision: ['is'],
  page: ['is', 'from', 'in'],
  nth: ['every', 'from'],
  since: ['from', 'to', 'in'],
  age: ['from', 'to', 'in'],
};

const RANGES: readonly Form[] = ['from', 'to', 'in'];

/** Draws the constants of one form from the measures seen. */
function constantsOf(chance: Chance, form: Form, seen: readonly Measured[]): readonly string[] {
  if (form === 'is') return [String(chance.pick(seen))];
  const sorted = seen.map(Number).sort((left, right) => left - right);
  return DRAWS[form](chance, sorted).map(String);
}

/** True if there is something to choose from. Texts that hardly ever repeat are no choices of an enumeration, and nobody else would send them. */
function isVaried(kind: Kind, seen: readonly Measured[]): boolean {
  const different = new Set(seen).size;
  if (seen.some((one) => typeof one === 'string')) return different >= 2 && different <= Math.max(2, seen.length / 3);
  return different >= (kind === 'length' ? 4 : 2);
}

/**
 * Draws a predicate of one kind from the uses seen of a rule. It holds for 2 % to 35 % of them. Returns undefined if the uses have no such fact, or if no
 * tried constant has such a share.
 */
export function drawnPredicate(chance: Chance, kind: Kind, uses: readonly SeenUse[]): DrawnPredicate | undefined {
  const facts = [...new Set(uses.flatMap((use) => [...use.facts.keys()]))].filter(KINDS[kind].looksAt).sort();
  for (const fact of shuffled(chance, facts).slice(0, 12)) {
    const seen = uses.flatMap((use) => measured(kind, use.facts.get(fact)) ?? []);
    if (!isVaried(kind, seen)) continue;
    for (let tried = 0; tried < 6; tried += 1) {
      const form = chance.pick(FORMS_OF[kind] ?? RANGES);
      const constants = constantsOf(chance, form, seen);
      const share = seen.filter((each) => FORMS[form](each, constants)).length / uses.length;
      if (form === 'in' && constants[0] === constants[1]) continue;
      const isCorner = share >= LEAST_SHARE && share <= MOST_SHARE && constants.every((one) => PLAIN.test(one));
      if (isCorner) return { predicate: { kind, fact, form, constants }, share };
    }
  }
  return undefined;
}
