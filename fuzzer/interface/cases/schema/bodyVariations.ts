import type { Sample } from '../../../../generators/values/changes/sample.ts';
import { confirmSamples, faultsOf } from '../../../../generators/values/confirmSamples.ts';
import { withEveryMember } from '../../../../generators/values/everyMember.ts';
import { variationsOf } from '../../../../generators/values/variations.ts';
import { parseExact, toPlain } from '../../../../schemas/json/exact.ts';
import { isPlainObject, type Plain } from '../../../../schemas/json/plain.ts';
import { valueAt } from '../../../../schemas/json/pointer.ts';
import type { Contract } from '../../../../schemas/load/contract.ts';
import { bodyText, type Plan } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseStep, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import { boundaryCaseIndex } from '../../../engine/requests/requestBoundaryCases.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, controlStep, stepOf } from '../../builder/caseSteps.ts';
import {
  assertedCase,
  type CombinationTable,
  type GeneratorInput,
  refusalCase,
  survivalCase,
  tableGenerator,
  validLabel,
} from '../../builder/tableGenerator.ts';
import { firstValidWrite, fixedRandom, validWrite, type WriteOperation } from '../../builder/validRequests.ts';
import { specifiedOutcome, specifiedRefusals } from './specifiedRefusals.ts';

/** An operation of a contract whose bodies are varied. */
export interface VariedOperation {
  contract: Contract;
  operation: WriteOperation;
  schema: unknown;
}

/** A variation: its name, whether it changes a member of the valid body, and the further boundary cases that its request covers. */
interface Variation {
  name: string;
  isOwn: boolean;
  aims: readonly string[];
}

const nameOf = ({ label, reason: { place, keyword, side, words } }: Sample) =>
  `${label}, ${keyword} ${side} at ${place || 'the body'}: ${words}`;

/** Returns the body of a plan as the schemas see it, with an id that is made at each sending. */
function baseOf(plan: Plan): Plain {
  const parsed = parseExact(bodyText({ ...plan.body, ...(plan.key && { clientOrderId: '{{key}}' }) }));
  return 'value' in parsed ? toPlain(parsed.value) : {};
}

/** The settings for making variations: the seed of drawn values, and a callback that gets the reason why a variation is left out. */
interface Making {
  seed: number;
  drop(why: string): void;
}

/** Returns the variations that the schema confirms. */
function confirmedBy(
  { contract: { document }, schema }: VariedOperation,
  samples: readonly Sample[],
  drop: Making['drop'],
): Sample[] {
  const { confirmed, dropped } = confirmSamples(faultsOf(document, schema), samples);
  for (const [why, count] of dropped) for (let left = count; left > 0; left -= 1) drop(why);
  return [...confirmed];
}

/** Returns the variations of the members of a valid body. */
function ofItsOwn(varied: VariedOperation, base: Plain, { seed, drop }: Making): Sample[] {
  const { contract, schema } = varied;
  return confirmedBy(varied, [...variationsOf({ document: contract.document, schema, base, seed })], drop);
}

/** Returns the variations of members that the valid body lacks but may have. Each member is added on its own. */
function ofOthers(varied: VariedOperation, base: Plain, { seed, drop }: Making): Sample[] {
  const { contract, schema } = varied;
  const { document } = contract;
  const fullBase = withEveryMember({ document, schema, base, seed });
  const putIn = [...variationsOf({ document, schema, base: fullBase, seed })].flatMap((one) => {
    const [, name = ''] = one.reason.place.split('/');
    const member = isPlainObject(one.value) ? one.value[name] : undefined;
    if (member === undefined || !isPlainObject(base) || Object.hasOwn(base, name)) return [];
    return [{ ...one, value: { ...base, [name]: member } }];
  });
  return confirmedBy(varied, putIn, drop);
}

/**
 * Makes a clientOrderId that is unique to each sending: a fresh id before the drawn text, or a fresh id of the drawn length. Without the fresh id, the drawn
 * text would repeat the id of an earlier order.
 */
function keyed(value: Plain, { reason: { place, keyword } }: Sample): Plain {
  if (!isPlainObject(value) || place !== '/clientOrderId') return value;
  const drawn = value['clientOrderId'];
  if (typeof drawn !== 'string') return value;
  return { ...value, clientOrderId: keyword === 'maxLength' ? `{{key#${drawn.length}}}` : `{{key}}${drawn}` };
}

const withText = (step: CaseStep, value: Plain): CaseStep => ({
  ...step,
  body: { type: 'application/json', text: JSON.stringify(value) },
});

const stepFor = (plan: Plan, sample: Sample) => withText(stepOf(plan), keyed(sample.value, sample));

/** Returns all variations of a body: those of its own members, and those of further members that cover a new boundary case. */
function variationsFor(varied: VariedOperation, plan: Plan, drop: Making['drop']): Variation[] {
  const making = { seed: 1, drop };
  const { of } = boundaryCaseIndex(varied.contract);
  const base = baseOf(plan);
  const held = new Set(of(stepOf(plan)));
  const variation = (one: Sample, isOwn: boolean): Variation => ({
    name: nameOf(one),
    isOwn,
    aims: of(stepFor(plan, one)).filter((side) => !held.has(side)),
  });
  const own = ofItsOwn(varied, base, making).map((one) => variation(one, true));
  const known = new Set(own.flatMap(({ aims }) => aims));
  const others = ofOthers(varied, base, making).map((one) => variation(one, false));
  const fresh = others.filter(({ aims }) => {
    const isNew = aims.some((side) => !known.has(side));
    for (const side of aims) known.add(side);
    return isNew;
  });
  return [...own, ...fresh];
}

function variedCase(
  { operation }: VariedOperation,
  plan: Plan,
  { sample, isOwn }: { sample: Sample; isOwn: boolean },
): FuzzCase {
  const { label, reason } = sample;
  const step = stepFor(plan, sample);
  const { place, keyword, words, schema } = reason;
  const at = valueAt(sample.value, place);
  // The text does not say that a target checks a member that the valid body omits.
  const meaning = isOwn
    ? specifiedOutcome({ operation, place, keyword, label, ...(at !== undefined && { value: at }) })
    : 'unsaid';
  if (meaning === 'sound') {
    const assertion = assertionOf('ERR-02a', 'survives', { exchange: '#1' });
    return assertedCase([step], validLabel(words), [assertion]);
  }
  if (meaning === 'unsaid') return survivalCase('ERR-02a', [step], `${keyword} at ${place || 'the body'}: ${words}`);
  return refusalCase({
    requirement: meaning,
    control: controlStep(plan),
    defect: step,
    what: `${words}, at ${place || 'the body'}`,
    how: { keyword, schema, place: `body${place}` },
  });
}

/** Makes the case of a variation for a drawn valid body; undefined if that body does not have the place of the variation. */
function caseOf(
  varied: VariedOperation,
  { name, isOwn }: Variation,
  { known, chance }: Omit<GeneratorInput, 'name'>,
): FuzzCase | undefined {
  const plan = validWrite(known, varied.operation, chance);
  if (!plan) return undefined;
  const samples = (isOwn ? ofItsOwn : ofOthers)(varied, baseOf(plan), { seed: chance.seed(), drop: () => undefined });
  const sample = samples.find((one) => nameOf(one) === name);
  return sample && variedCase(varied, plan, { sample, isOwn });
}

/** Makes a case generator for the bodies of a write. Each body differs from a valid body in one change, which is derived from the schema of the write. */
export function bodyVariations(varied: VariedOperation): CaseGenerator {
  const { operation } = varied;
  return tableGenerator<Variation>({
    name: `a body of ${operation} by its schema`,
    evidences: ['ERR-02a', ...specifiedRefusals(operation)],
    posts: 1,
    isMisuse: true,
    from: (known) => firstValidWrite(known, operation),
    of: (known, drop): CombinationTable<Variation> => {
      const plan = validWrite(known, operation, fixedRandom);
      return plan ? variationsFor(varied, plan, drop).map((one) => [one.name, one] as const) : [];
    },
    aims: ({ aims }) => aims,
    // Another body may lack a place that the first one has.
    make: (one, { known, chance }) =>
      caseOf(varied, one, { known, chance }) ?? caseOf(varied, one, { known, chance: fixedRandom }),
  });
}
