import { type Arbitrary, sample } from 'fast-check';
import type { OracleArgs, OracleName } from '../../../oracles/registry.ts';
import type { Draft } from '../../../runner/actions/inputs/draw.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import { bodyText, controlKey, type Plan, pathOf } from '../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion, CaseStep } from '../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';

/** What of a step is not as usual: signed, as the account under test, by itself. */
export type StepOverrides = Partial<
  Pick<CaseStep, 'until' | 'signing' | 'fault' | 'account' | 'connection' | 'race' | 'twin' | 'headers'>
>;

/** References stand in a path as they are; all else of it is escaped. */
const unescaped = (path: string) => path.replaceAll(/%7B%7B[\w%:]+?%7D%7D/g, (text) => decodeURIComponent(text));

/** A plan as a step: where it wants an id of its own and its body names none, one is made whenever it is sent. */
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

/** The sound twin of a defect: sent once for each likeness. Its id is its own, so that the defect is no second use of it. */
export function controlStep(plan: Plan, unusual: StepOverrides = {}): CaseStep {
  const { body, key } = plan;
  const keyed = key && body && !(key in body) ? { ...plan, body: { ...body, [key]: '{{key:twin}}' } } : plan;
  return stepOf(keyed, { twin: controlKey(plan), ...unusual });
}

/** A lever that is pulled, by its name at the control door, and what it is told. */
export function controlAction(what: string, told: Readonly<Record<string, Plain>>): CaseStep {
  const body = { type: 'application/json', text: JSON.stringify(told) };
  return { method: 'POST', path: `/${what}`, headers: [], body, signing: 'none', isLever: true };
}

/** A claim of the exchanges of a case: `#2` stands for that of the second step. */
export function assertionOf<Name extends OracleName>(
  requirement: string,
  oracle: Name,
  args: OracleArgs<Name>,
): CaseAssertion {
  return { requirement, oracle, args: args as Plain };
}

/** One value of a generator. */
export function drawValue<T>(arbitrary: Arbitrary<T>, chance: SeededRandom): T {
  const [value] = sample(arbitrary, { seed: chance.seed(), numRuns: 1 });
  return value as T;
}

/** A drawn body; undefined where it lacks what only the operator knows. */
export function drawBody(arbitrary: Arbitrary<Draft>, chance: SeededRandom): Record<string, unknown> | undefined {
  const { body, missing } = drawValue(arbitrary, chance);
  return missing.length > 0 ? undefined : body;
}
