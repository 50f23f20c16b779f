import type { Plan } from '../../../../harness/plan.ts';
import type { CaseClaim, CaseLabel, CaseStep, FuzzCase } from '../../../case.ts';
import type { Chance } from '../../../run/chance.ts';
import type { Known } from '../../known.ts';
import type { Move } from '../../move.ts';
import { claimOf, stepOf, twinOf } from '../../steps.ts';
import { broken, tabled } from '../../tabled.ts';

/** A variation of a move, and how its case is drawn. */
export interface Variant {
  cell: string;
  draw(chance: Chance): FuzzCase | undefined;
}

/** A move as its variations on a target. */
interface Varied extends Pick<Move, 'name' | 'evidences' | 'posts' | 'isMisuse'> {
  variants(known: Known): readonly Variant[];
}

/** The move of some variations, each of which draws its own case. */
export function varied({ variants, ...told }: Varied): Move {
  return tabled<Variant>({
    ...told,
    of: (known) => variants(known).map((one) => [one.cell, one] as const),
    make: ({ draw }, { chance }) => draw(chance),
  });
}

/** The label of a case that breaks one constraint of the catalogue (`fuzzer/interface/catalogueFaults.ts`). */
export const invalid = (keyword: string, place: string, words: string): CaseLabel => broken(words, { keyword, place });

/** A sound request and the same with a defect, under the requirements that ask for its refusal. */
export interface Refusing {
  sound: Plan;
  defect: Plan;
  label: CaseLabel;
  /** The defect in words. */
  words: string;
  requirements: readonly string[];
  /** It must be shown to have had no effect. */
  effect?: boolean;
}

/** What is claimed of a defect, its exchange and that of its sound twin. */
export function refusalOf(
  { words, requirements, effect }: Pick<Refusing, 'words' | 'requirements' | 'effect'>,
  { exchange, control }: { exchange: string; control: string },
): CaseClaim[] {
  return requirements.map((requirement) =>
    claimOf(requirement, 'refused', { exchange, control, defect: words, ...(effect && { effect }) }),
  );
}

/** What a sound creation of a payment shows beside the defect whose twin it is: it is accepted, and leads to a payment. */
function twinClaims({ operation, body = {} }: Plan, exchange: string): CaseClaim[] {
  const words = ['currency', 'method', 'paymentMethodId'].flatMap((name) => body[name] ?? []);
  const what = `a sound payment by ${words.join(' ')}`;
  if (operation === 'POST /v1/user/payments/payout') return [claimOf('OUT-01', 'isFound', { exchange, what })];
  if (operation !== 'POST /v1/user/payments/payin') return [];
  const listed = 'paymentMethodId' in body ? [claimOf('SBX-09', 'accepted', { exchange, what })] : [];
  return [claimOf('PIN-01', 'answersPayment', { exchange, what }), ...listed];
}

/** The case of a refusal: the sound twin, then the defect. */
export function refusing({ sound, defect, label, ...told }: Refusing): FuzzCase {
  const claims = refusalOf(told, { exchange: '#2', control: '#1' });
  return { steps: [twinOf(sound), stepOf(defect)], label, claims: [...twinClaims(sound, '#1'), ...claims] };
}

/** Steps that are added one after the other, each named by the exchange that stands for it in a claim. */
export class Steps {
  readonly all: CaseStep[] = [];

  /** Adds a step; gives the name of its exchange. */
  add(step: CaseStep): string {
    this.all.push(step);
    return `#${this.all.length}`;
  }

  /** The number of the step that was added last. */
  get last(): number {
    return this.all.length;
  }
}
