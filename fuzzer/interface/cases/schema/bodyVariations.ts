import type { Sample } from '../../../../generators/values/changes/sample.ts';
import { faultsOf, whyUnconfirmed } from '../../../../generators/values/confirmSamples.ts';
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
import { assertionOf, stepOf } from '../../builder/caseSteps.ts';
import { refusalCase, survivalCase, validCase } from '../../builder/cases.ts';
import { type Table, tableGenerator } from '../../builder/tables.ts';
import { firstValidWrite, fixedRandom, validWrite, type WriteOperation } from '../../builder/validRequests.ts';
import { specifiedOutcome, specifiedRefusals } from './specifiedRefusals.ts';

/** An operation of a contract whose bodies are varied. */
export interface VariedOperation {
  contract: Contract;
  operation: WriteOperation;
  schema: unknown;
}

/**
 * A variation: how it varies the first valid body, whether it changes a member of the valid body, and the further boundary cases that its request covers.
 */
interface Variation {
  sample: Sample;
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

/** The valid body that is varied, and the seed of drawn values. */
interface Basis {
  base: Plain;
  seed: number;
}

/** Yields the variations of the members of a valid body. */
function ofItsOwn({ contract: { document }, schema }: VariedOperation, { base, seed }: Basis): Iterable<Sample> {
  return variationsOf({ document, schema, base, seed });
}

/** Yields the variations of members that the valid body lacks but may have. Each member is added on its own. */
function* ofOthers({ contract: { document }, schema }: VariedOperation, { base, seed }: Basis): Iterable<Sample> {
  const fullBase = withEveryMember({ document, schema, base, seed });
  for (const one of variationsOf({ document, schema, base: fullBase, seed })) {
    const [, name = ''] = one.reason.place.split('/');
    const member = isPlainObject(one.value) ? one.value[name] : undefined;
    if (member !== undefined && isPlainObject(base) && !Object.hasOwn(base, name))
      yield { ...one, value: { ...base, [name]: member } };
  }
}

/** Yields the samples that the schema confirms. */
function* confirmed(
  { contract: { document }, schema }: VariedOperation,
  samples: Iterable<Sample>,
  drop: (why: string) => void = () => undefined,
): Iterable<Sample> {
  const faults = faultsOf(document, schema);
  for (const sample of samples) {
    const why = whyUnconfirmed(faults, sample);
    if (why === undefined) yield sample;
    else drop(why);
  }
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
function variationsFor(varied: VariedOperation, plan: Plan, drop: (why: string) => void): Variation[] {
  const basis = { base: baseOf(plan), seed: fixedRandom.seed() };
  const { of } = boundaryCaseIndex(varied.contract);
  const held = new Set(of(stepOf(plan)));
  const variations = (samples: Iterable<Sample>, isOwn: boolean) => {
    const all = [...confirmed(varied, samples, drop)];
    // Of variations with one name, the first one is sent.
    const firsts = new Map(all.toReversed().map((one) => [nameOf(one), one]));
    return all.map((one): Variation => {
      const aims = of(stepFor(plan, one)).filter((side) => !held.has(side));
      return { sample: firsts.get(nameOf(one)) ?? one, isOwn, aims };
    });
  };
  const own = variations(ofItsOwn(varied, basis), true);
  const known = new Set(own.flatMap(({ aims }) => aims));
  const fresh = variations(ofOthers(varied, basis), false).filter(({ aims }) => {
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
  if (meaning === 'sound') return validCase(words, step, assertionOf('ERR-02a', 'survives', { exchange: '#1' }));
  if (meaning === 'unsaid') return survivalCase('ERR-02a', step, `${keyword} at ${place || 'the body'}: ${words}`);
  const what = `${words}, at ${place || 'the body'}`;
  return refusalCase(meaning, [plan, step], { what, keyword, schema, place: `body${place}` });
}

/** Returns the same variation of another valid body; undefined if that body does not have its place. */
function redrawn(varied: VariedOperation, { sample, isOwn }: Variation, basis: Basis): Sample | undefined {
  const [found] = confirmed(varied, only((isOwn ? ofItsOwn : ofOthers)(varied, basis), nameOf(sample)));
  return found;
}

/** Yields the samples of one name. */
function* only(samples: Iterable<Sample>, name: string): Iterable<Sample> {
  for (const one of samples) if (nameOf(one) === name) yield one;
}

/** Makes a case generator for the bodies of a write. Each body differs from a valid body in one change, which is derived from the schema of the write. */
export function bodyVariations(varied: VariedOperation): CaseGenerator {
  const { operation } = varied;
  return tableGenerator<Variation>({
    name: `a body of ${operation} by its schema`,
    evidences: ['ERR-02a', ...specifiedRefusals(operation)],
    isMisuse: true,
    from: (known) => firstValidWrite(known, operation),
    of: (known, drop): Table<Variation> => {
      const plan = validWrite(known, operation, fixedRandom);
      return plan ? variationsFor(varied, plan, drop).map((one) => [nameOf(one.sample), one] as const) : [];
    },
    aims: ({ aims }) => aims,
    make: (one, { known, chance }) => {
      const plan = validWrite(known, operation, chance);
      const sample = plan && redrawn(varied, one, { base: baseOf(plan), seed: chance.seed() });
      if (sample) return variedCase(varied, plan, { ...one, sample });
      // Another body may lack a place that the first one has.
      const first = validWrite(known, operation, fixedRandom);
      return first && variedCase(varied, first, one);
    },
  });
}
