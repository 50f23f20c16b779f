import type { Plan } from '../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion, CaseLabel, CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { TargetInventory } from '../target/targetInventory.ts';
import type { CaseGenerator } from './caseGenerator.ts';
import { assertionOf, controlStep, stepOf } from './caseSteps.ts';
import { invalidLabel, tableGenerator } from './tableGenerator.ts';

/** A combination of a case generator, and how its case is drawn. */
export interface CombinationCase {
  combination: string;
  draw(chance: SeededRandom): FuzzCase | undefined;
}

/** A case generator, described by its combinations for a target. */
interface Varied extends Pick<CaseGenerator, 'name' | 'evidences' | 'posts' | 'isMisuse'> {
  variants(known: TargetInventory): readonly CombinationCase[];
}

/** Makes a case generator whose combinations each draw their own case. */
export function combinationGenerator({ variants, ...properties }: Varied): CaseGenerator {
  return tableGenerator<CombinationCase>({
    ...properties,
    of: (known) => variants(known).map((one) => [one.combination, one] as const),
    make: ({ draw }, { chance }) => draw(chance),
  });
}

/** Labels a case that violates one constraint of the catalogue (`fuzzer/interface/validity/targetListFaults.ts`). */
export const invalidAt = (keyword: string, place: string, words: string): CaseLabel =>
  invalidLabel(words, { keyword, place });

/** A valid request, the same request with a defect, and the requirements that demand the refusal of the defect. */
export interface Refusal {
  control: Plan;
  defect: Plan;
  label: CaseLabel;
  /** Describes the defect. */
  words: string;
  requirements: readonly string[];
  /** True if the refused request must be shown to have had no effect. */
  effect?: boolean;
}

/** Makes the assertions about a defect, from its exchange and that of its control request. */
export function refusalAssertions(
  { words, requirements, effect }: Pick<Refusal, 'words' | 'requirements' | 'effect'>,
  { exchange, control }: { exchange: string; control: string },
): CaseAssertion[] {
  return requirements.map((requirement) =>
    assertionOf(requirement, 'refused', { exchange, control, defect: words, ...(effect && { effect }) }),
  );
}

/** Asserts that a control request for a payment is accepted and leads to a payment. */
function controlAssertions({ operation, body = {} }: Plan, exchange: string): CaseAssertion[] {
  const words = ['currency', 'method', 'paymentMethodId'].flatMap((name) => body[name] ?? []);
  const what = `a sound payment by ${words.join(' ')}`;
  if (operation === 'POST /v1/user/payments/payout') return [assertionOf('OUT-01', 'isFound', { exchange, what })];
  if (operation !== 'POST /v1/user/payments/payin') return [];
  const listed = 'paymentMethodId' in body ? [assertionOf('SBX-09', 'accepted', { exchange, what })] : [];
  return [assertionOf('PIN-01', 'answersPayment', { exchange, what }), ...listed];
}

/** Makes the case of a refusal: the control request, then the defect. */
export function refusalWithControl({ control, defect, label, ...refusal }: Refusal): FuzzCase {
  const assertions = refusalAssertions(refusal, { exchange: '#2', control: '#1' });
  return {
    steps: [controlStep(control), stepOf(defect)],
    label,
    claims: [...controlAssertions(control, '#1'), ...assertions],
  };
}

/** Collects steps in order, and names the exchange of each for assertions. */
export class StepList {
  readonly all: CaseStep[] = [];

  /** Adds a step, and returns the name of its exchange. */
  add(step: CaseStep): string {
    this.all.push(step);
    return `#${this.all.length}`;
  }

  /** The number of the step added last. */
  get last(): number {
    return this.all.length;
  }
}
