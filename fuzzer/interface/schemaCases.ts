import { doubt, faultsOf } from '../../generators/schema/confirm.ts';
import type { Sample } from '../../generators/schema/reason.ts';
import { variationsOf } from '../../generators/schema/variations.ts';
import { bodyText, type Plan } from '../../harness/plan.ts';
import type { Contract } from '../../schemas/contract.ts';
import { parseExact, toPlain } from '../../schemas/exact.ts';
import { isPlainObject, type Plain } from '../../schemas/plain.ts';
import { valueAt } from '../../schemas/pointer.ts';
import type { CaseStep, FuzzCase } from '../case.ts';
import { turnsOf } from '../requests/protocol.ts';
import { subjectOf } from '../requests/subject.ts';
import type { Known } from './known.ts';
import type { Move } from './move.ts';
import { meaningOf, refusalsOf } from './schemaMeanings.ts';
import { firstDraw, soundWrite, type Write, writes } from './sound.ts';
import { claimOf, stepOf, twinOf } from './steps.ts';
import { claimed, refusedCase, survived, type Table, tabled, valid } from './tabled.ts';

/** An operation of a contract whose bodies are varied. */
interface Varied {
  contract: Contract;
  operation: Write;
  schema: unknown;
}

const nameOf = ({ label, reason: { place, keyword, side, words } }: Sample) =>
  `${label}, ${keyword} ${side} at ${place || 'the body'}: ${words}`;

/** The body of a plan as the schemas see it, under an id that is made whenever it is sent. */
function baseOf(plan: Plan): Plain {
  const parsed = parseExact(bodyText({ ...plan.body, ...(plan.key && { clientOrderId: '{{key}}' }) }));
  return 'value' in parsed ? toPlain(parsed.value) : {};
}

/** The variations of a sound body that the schema confirms, by their names. */
function samplesOf({ contract, schema }: Varied, base: Plain, seed: number): Map<string, Sample> {
  const { document } = contract;
  const faults = faultsOf(document, schema);
  const all = [...variationsOf({ document, schema, base, seed })];
  // With an id before it none is just as long as it may be.
  const samples = all.filter((one) => !isOfItsLength(one) && doubt(faults, one) === undefined);
  return new Map(samples.map((one) => [nameOf(one), one]));
}

const isOfItsLength = ({ label, reason: { place, keyword } }: Sample) =>
  label === 'valid' && place === '/clientOrderId' && keyword === 'maxLength';

/** A text that goes on from the id of its sending: what was drawn alone would be that of an order that was made before. */
function keyed(value: Plain, { reason: { place } }: Sample): Plain {
  if (!isPlainObject(value) || place !== '/clientOrderId') return value;
  const drawn = value['clientOrderId'];
  return typeof drawn === 'string' ? { ...value, clientOrderId: `{{key}}${drawn}` } : value;
}

const withText = (step: CaseStep, value: Plain): CaseStep => ({
  ...step,
  body: { type: 'application/json', text: JSON.stringify(value) },
});

function variedCase({ operation }: Varied, plan: Plan, sample: Sample): FuzzCase {
  const { label, reason } = sample;
  const value = keyed(sample.value, sample);
  const step = withText(stepOf(plan), value);
  const { place, keyword, words, schema } = reason;
  const at = valueAt(value, place);
  const meaning = meaningOf({ operation, place, keyword, label, ...(at !== undefined && { value: at }) });
  if (meaning === 'sound') {
    const claim = claimOf('ERR-02a', 'survives', { exchange: '#1' });
    return claimed([step], valid(words), [claim]);
  }
  if (meaning === 'unsaid') return survived('ERR-02a', [step], `${keyword} at ${place || 'the body'}: ${words}`);
  return refusedCase({
    requirement: meaning,
    sound: twinOf(plan),
    defect: step,
    what: `${words}, at ${place || 'the body'}`,
    how: { keyword, schema, place: `body${place}` },
  });
}

/** Bodies one change away from a sound one, by the schema of an operation. */
function variations(varied: Varied): Move {
  const { operation } = varied;
  return tabled<string>({
    name: `a body of ${operation} by its schema`,
    evidences: ['ERR-02a', ...refusalsOf(operation)],
    posts: 1,
    isMisuse: true,
    of: (known): Table<string> => {
      const plan = soundWrite(known, operation, firstDraw);
      return plan ? [...samplesOf(varied, baseOf(plan), 1).keys()].map((name) => [name, name] as const) : [];
    },
    make: (name, { known, chance }) => {
      const plan = soundWrite(known, operation, chance);
      const drawn = plan && samplesOf(varied, baseOf(plan), chance.seed()).get(name);
      if (plan && drawn) return variedCase(varied, plan, drawn);
      // Another body has not every place that the first one has.
      const again = soundWrite(known, operation, firstDraw);
      const sample = again && samplesOf(varied, baseOf(again), 1).get(name);
      return again && sample && variedCase(varied, again, sample);
    },
  });
}

/** Turns that the player of cases cannot send as they are. */
const isSendable = ({ headers, body }: CaseStep) =>
  headers.length === 0 && (!body || ('text' in body && body.type !== undefined));

/** Texts that a reader may take who reads no further than the end of the object. */
const lenient = ['something after the end'];

type Turned = { step: CaseStep; label: FuzzCase['label'] };

function turnsFor({ contract, operation }: Varied, plan: Plan): Turned[] {
  const found = contract.operations.find(({ key }) => key === operation);
  const turns = found ? [...turnsOf(subjectOf(contract, found), stepOf(plan))] : [];
  return turns.filter(({ step, label }) => isSendable(step) && !isOfAuthentication(label));
}

const isOfAuthentication = (label: FuzzCase['label']) =>
  label.is === 'invalid' && label.broken.keyword === 'authentication';

const wordsOf = (label: FuzzCase['label']) => (label.is === 'invalid' ? label.broken.words : label.because);

function turnedCase(plan: Plan, { step, label }: Turned): FuzzCase {
  const words = wordsOf(label);
  if (label.is === 'invalid' && !lenient.includes(words))
    return refusedCase({ requirement: 'ERR-04a', sound: twinOf(plan), defect: step, what: words, how: label.broken });
  if (label.is !== 'valid') return survived('ERR-04b', [step], words);
  const twin: CaseStep = {
    ...step,
    signing: 'simple',
    ...(step.body && 'text' in step.body && { body: other(step.body) }),
  };
  const args = { exchange: '#2', twin: '#1', what: words };
  return claimed([twin, step], label, [claimOf('AUT-03', 'acceptedLike', args)]);
}

/** The same text under another id. */
const other = <Body extends { text: string }>(body: Body): Body => ({
  ...body,
  text: body.text.replaceAll('{{key}}', '{{key:twin}}'),
});

/** What turns a sound request into one that breaks or strains the protocol. */
function turns(varied: Varied): Move {
  const { operation } = varied;
  const isPaying = /payout|exchange/.test(operation);
  return tabled<string>({
    name: `a turned request of ${operation}`,
    evidences: ['ERR-04a', 'ERR-04b', 'AUT-03'],
    posts: 2,
    isMisuse: true,
    of: (known: Known): Table<string> => {
      const plan = soundWrite(known, operation, firstDraw);
      const all = plan ? turnsFor(varied, plan) : [];
      // What may be taken of an odd text must move no money.
      return all
        .filter(({ label }) => !isPaying || label.is !== 'odd')
        .map(({ label }) => [wordsOf(label), wordsOf(label)] as const);
    },
    make: (name, { known, chance }) => {
      const plan = soundWrite(known, operation, chance);
      const turn = plan && turnsFor(varied, plan).find(({ label }) => wordsOf(label) === name);
      return plan && turn && turnedCase(plan, turn);
    },
  });
}

/** The moves that vary the writes of the interface by the schemas of a contract, two for each. */
export function schemaMoves(contract: Contract): readonly Move[] {
  return writes.flatMap((operation) => {
    const found = contract.operations.find(({ key }) => key === operation);
    const body = found && subjectOf(contract, found).parts.find(({ parameter }) => !parameter);
    const varied = body && { contract, operation, schema: body.schema };
    return varied ? [variations(varied), turns(varied)] : [];
  });
}
