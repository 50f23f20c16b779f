import { type Arbitrary, sample } from 'fast-check';
import type { BodyOrMissing } from '../../../generators/payloads/payment.ts';
import type { OracleArgs, OracleName } from '../../../oracles/registry.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import { bodyText, controlKey, type Plan, pathOf } from '../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion, CaseStep } from '../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';

/** The properties in which a step may differ from the default. By default a step is signed, sent as the account under test, and sent on its own. */
export type StepOverrides = Partial<
  Pick<CaseStep, 'until' | 'signing' | 'fault' | 'account' | 'connection' | 'race' | 'twin' | 'headers'>
>;

/** Unescapes the references of a path. Everything else stays escaped. */
const unescaped = (path: string) => path.replaceAll(/%7B%7B[\w%:]+?%7D%7D/g, (text) => decodeURIComponent(text));

/** Turns a plan into a step. If the plan needs an id and its body has no id, each sending makes a fresh id. */
export function stepOf(plan: Plan, unusual: StepOverrides = {}): CaseStep {
  const { operation, body, key } = plan;
  const keyed = key && body && !(key in body) ? { ...body, [key]: '{{key}}' } : body;
  return {
    operation,
    method: operation.slice(0, operation.indexOf(' ')),
    path: unescaped(pathOf(plan)),
    headers: [],
    ...(keyed && { body: { type: 'application/json', text: bodyText(keyed) } }),
    signing: 'signed',
    ...unusual,
  };
}

/** Returns a step whose body has another text; the step itself if it has no text. */
export function withBodyText(step: CaseStep, text: (validText: string) => string): CaseStep {
  const { body } = step;
  return body && 'text' in body ? { ...step, body: { ...body, text: text(body.text) } } : step;
}

/** Makes the control request for a defect. The control request is sent once per key. It has its own id, which the defect does not reuse. */
export function controlStep(plan: Plan, unusual: StepOverrides = {}): CaseStep {
  const { body, key } = plan;
  const keyed = key && body && !(key in body) ? { ...plan, body: { ...body, [key]: '{{key:twin}}' } } : plan;
  return stepOf(keyed, { twin: controlKey(plan), ...unusual });
}

/** Makes a step that calls the test control API of the target, with the name of the action and its parameters. */
export function controlAction(what: string, parameters: Readonly<Record<string, Plain>>): CaseStep {
  const body = { type: 'application/json', text: JSON.stringify(parameters) };
  return { method: 'POST', path: `/${what}`, headers: [], body, signing: 'none', isLever: true };
}

/** Makes an assertion about the exchanges of a case. `#2` refers to the exchange of the second step. */
export function assertionOf<Name extends OracleName>(
  requirement: string,
  oracle: Name,
  args: OracleArgs<Name>,
): CaseAssertion {
  return { requirement, oracle, args: args as Plain };
}

/** Draws one value of an arbitrary. */
export function drawValue<T>(arbitrary: Arbitrary<T>, chance: SeededRandom): T {
  const [value] = sample(arbitrary, { seed: chance.seed(), numRuns: 1, unbiased: true });
  return value as T;
}

/** Draws a body; undefined if it lacks a value that only the operator knows. */
export function drawBody<Body>(arbitrary: Arbitrary<BodyOrMissing<Body>>, chance: SeededRandom): Body | undefined {
  const { body, missing } = drawValue(arbitrary, chance);
  return missing.length > 0 ? undefined : body;
}
