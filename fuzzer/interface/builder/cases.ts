import type { Plan } from '../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion, CaseLabel, CaseStep, FuzzCase, ViolatedConstraint } from '../../engine/cases/fuzzCase.ts';
import { assertionOf, controlStep, type StepOverrides, stepOf } from './caseSteps.ts';

/** A step, or the plan of a request that is sent without anything unusual. */
type Step = CaseStep | Plan;

const asStep = (step: Step): CaseStep => ('headers' in step ? step : stepOf(step));

/** Labels a case that violates one constraint. The place is in the body unless `how` names another one. */
const invalidLabel = (words: string, how: Partial<ViolatedConstraint>): CaseLabel => ({
  is: 'invalid',
  broken: { schema: '', keyword: 'text', place: 'body', words, ...how },
});

/** Makes a valid case, with the reason why it is known to be valid. Only the given assertions judge it. */
export function validCase(because: string, steps: readonly Step[], claims: readonly CaseAssertion[]): FuzzCase {
  return { steps: steps.map(asStep), label: { is: 'valid', because }, claims };
}

/** Makes an edge case, about which the interface says nothing. */
export function edgeCase(because: string, steps: readonly Step[], claims?: readonly CaseAssertion[]): FuzzCase {
  return { steps: steps.map(asStep), label: { is: 'odd', because }, ...(claims && { claims }) };
}

/** Makes an edge case that the target may answer as it likes, as long as it survives its last step. */
export function survivalCase(requirement: string, steps: readonly Step[], because: string): FuzzCase {
  return edgeCase(because, steps, [assertionOf(requirement, 'survives', { exchange: `#${steps.length}` })]);
}

/** Makes a case that violates one constraint. */
export function invalidCase(
  { words, ...how }: Partial<ViolatedConstraint> & Pick<ViolatedConstraint, 'words'>,
  steps: readonly Step[],
  claims: readonly CaseAssertion[],
): FuzzCase {
  return { steps: steps.map(asStep), label: invalidLabel(words, how), claims };
}

/** A valid request, then one that must be refused for its only defect. */
export interface Refusal {
  requirement: string;
  /** Steps that precede the valid request and the defect. */
  before?: readonly CaseStep[];
  /** The valid request. A plan of a write is sent as a control request. */
  control: Step;
  defect: Step;
  /** Describes the defect. */
  what: string;
  /** The constraint that the defect violates, with other words if the label needs them. */
  how: Partial<ViolatedConstraint>;
  /** True if the refused request must be shown to have had no effect. */
  effect?: boolean;
}

const asControl = (control: Step): CaseStep =>
  'headers' in control || !control.body ? asStep(control) : controlStep(control);

/** Makes a case of a control request and a last step that must be refused. */
export function refusalCase({ requirement, before = [], control, defect, what, how, effect }: Refusal): FuzzCase {
  const at = before.length + 1;
  const args = { exchange: `#${at + 1}`, control: `#${at}`, defect: what, ...(effect && { effect }) };
  const steps = [...before, asControl(control), asStep(defect)];
  return invalidCase({ words: what, ...how }, steps, [assertionOf(requirement, 'refused', args)]);
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
