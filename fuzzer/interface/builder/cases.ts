import { isPayout, type Plan } from '../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion, CaseLabel, CaseStep, FuzzCase, ViolatedConstraint } from '../../engine/cases/fuzzCase.ts';
import { assertionOf, controlStep, type StepOverrides, stepOf } from './caseSteps.ts';

/** A step, or the plan of a request that is sent without anything unusual. */
type Step = CaseStep | Plan;

/** One or several. */
type Some<Item> = Item | readonly Item[];

const asStep = (step: Step): CaseStep => ('headers' in step ? step : stepOf(step));

const asControl = (step: Step): CaseStep => ('headers' in step || !step.body ? asStep(step) : controlStep(step));

/** Makes a case. Only the given assertions judge it. */
function caseOf(label: CaseLabel, steps: Some<Step>, claims?: Some<CaseAssertion>): FuzzCase {
  return { steps: [steps].flat().map(asStep), label, ...(claims && { claims: [claims].flat() }) };
}

/** Makes a valid case, with the reason why it is known to be valid. */
export const validCase = (because: string, steps: Some<Step>, claims: Some<CaseAssertion>): FuzzCase =>
  caseOf({ is: 'valid', because }, steps, claims);

/** Makes an edge case, about which the interface says nothing. */
export const edgeCase = (because: string, steps: Some<Step>, claims?: Some<CaseAssertion>): FuzzCase =>
  caseOf({ is: 'odd', because }, steps, claims);

/** Makes an edge case that the target may answer as it likes, as long as it survives its last step. */
export function survivalCase(requirement: string, steps: Some<Step>, because: string): FuzzCase {
  return edgeCase(because, steps, assertionOf(requirement, 'survives', { exchange: `#${[steps].flat().length}` }));
}

/** Asserts how a request is answered, about which the interface says nothing. The answer is learned under a key. */
export const learned = (requirement: string, key: string, exchange = '#1'): CaseAssertion =>
  assertionOf(requirement, 'answersWith', { exchange, key });

/** A violated constraint, with the words for it. The place is in the body unless another one is given. */
type Violation = Partial<ViolatedConstraint> & Pick<ViolatedConstraint, 'words'>;

/** Makes a case that violates one constraint. */
export function invalidCase(
  { words, ...violated }: Violation,
  steps: Some<Step>,
  claims: Some<CaseAssertion>,
): FuzzCase {
  const broken = { schema: '', keyword: 'text', place: 'body', words, ...violated };
  return caseOf({ is: 'invalid', broken }, steps, claims);
}

/** A defect of a request: how it is described, and the constraint that it violates, with other words if the label needs them. */
export interface Defect extends Partial<ViolatedConstraint> {
  what: string;
  /** True if the refused request must be shown to have had no effect. */
  effect?: boolean;
}

/** The oracle of a defect. A target may validate a pay-out after its answer (§ Payments, rule 4), but not who sent it. */
const refusalOracle = (sent: Step | undefined, { keyword }: Partial<ViolatedConstraint>) =>
  sent && isPayout(sent) && keyword !== 'authentication' ? 'neverPaid' : 'refused';

/** Makes a case whose last step must be refused for its only defect. The step before it is the valid request; a plan of a write is sent as a control request. */
export function refusalCase(
  requirement: string,
  steps: readonly Step[],
  { what, effect, ...violated }: Defect,
): FuzzCase {
  const [at, before] = [steps.length, steps.slice(0, -2)];
  const args = { exchange: `#${at}`, control: `#${at - 1}`, defect: what, ...(effect && { effect }) };
  const sent = [...before, ...steps.slice(-2, -1).map(asControl), ...steps.slice(-1)];
  return invalidCase(
    { words: what, ...violated },
    sent,
    assertionOf(requirement, refusalOracle(steps.at(-1), violated), args),
  );
}

/** Collects steps in order, and names the exchange of each for assertions. */
export class StepList {
  readonly all: CaseStep[] = [];

  /** Adds a step, and returns the name of its exchange. */
  add(step: Step, unusual?: StepOverrides): string {
    this.all.push({ ...asStep(step), ...unusual });
    return `#${this.all.length}`;
  }

  /** The number of the step added last. */
  get last(): number {
    return this.all.length;
  }
}
