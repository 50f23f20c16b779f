import type { MadeAnswer } from '../server/rules.ts';
import { lostAnswers } from './losses.ts';
import { htmlAnswer, jsonHeaders } from './madeAnswers.ts';
import { mainOperations, sampleCall, sampledOperations } from './sampleCalls.ts';
import type { Known, MakeScenarios, Scenario } from './scenario.ts';

/** Answers that refuse a request, of every class. */
const refusals: readonly MadeAnswer[] = [
  {
    status: 400,
    headers: jsonHeaders,
    text: '{"message":"amount is below minLimit","code":"below_minimum","limit":0.10}',
  },
  { status: 400, headers: jsonHeaders, text: '' },
  { status: 401, headers: jsonHeaders, text: '{ "message" : "signature is wrong" }' },
  { ...htmlAnswer, status: 403 },
  { ...htmlAnswer, status: 404 },
  { status: 404, headers: jsonHeaders, text: '{"message":"nothing here: Zoë 付款"}' },
  { status: 409, headers: jsonHeaders, text: '{"errors":[{"field":"clientOrderId","message":"is taken"}]}' },
  { status: 422, headers: { 'content-type': 'text/plain; charset=utf-8' }, text: 'amount: not a number' },
  { status: 429, headers: jsonHeaders, text: '{"message":"too many requests"}' },
  { status: 500, headers: jsonHeaders, text: '{"message":"internal"}' },
  { ...htmlAnswer, status: 500 },
  { ...htmlAnswer, status: 502 },
  { status: 503, headers: {}, text: '' },
];

const nameOf = ({ status, headers, text }: MadeAnswer) => {
  const type = headers?.['content-type']?.replace(/;.*/, '') ?? '';
  return `${status} with ${text === '' ? 'an empty body' : type}`;
};

/** Refusals that an SDK may take for an empty answer. */
const isEmptyLike = ({ status }: MadeAnswer) => status === 404 || status === 500;

function refused(operation: string, answer: MadeAnswer, known: Known): Scenario {
  return {
    requirement: 'CLI-07',
    name: `${operation} refused by ${nameOf(answer)}`,
    needs: { operations: [operation] },
    rules: [{ operation, action: { do: 'answer', answer } }],
    steps: [sampleCall(operation, known)],
    claims: [{ oracle: 'surfacesRefusal', args: { status: answer.status, text: answer.text } }],
  };
}

/** What operations are tried with that are not the main ones: refusals that look like nothing, and of the others one in turn. */
function someRefusals(at: number, { seed }: Known): MadeAnswer[] {
  const others = refusals.filter((one) => !isEmptyLike(one));
  return [...refusals.filter(isEmptyLike), ...others.filter((_, nth) => nth === (seed + at) % others.length)];
}

/** Answers below 400 that bring nothing, and lead nowhere. */
const bare: readonly MadeAnswer[] = [
  { ...htmlAnswer, status: 302 },
  { status: 304, headers: {}, text: '' },
];

const brought = (operation: string, answer: MadeAnswer, known: Known): Scenario => ({
  requirement: 'CLI-07',
  name: `${operation} answered ${answer.status}`,
  needs: { operations: [operation] },
  rules: [{ operation, action: { do: 'answer', answer } }],
  steps: [sampleCall(operation, known)],
  claims: [{ oracle: 'failsToAnswer' }],
});

/** A body for a 429. */
const limited = '{"message":"too many requests"}';

function throttles(operation: string, known: Known): Scenario[] {
  return (['seconds', 'date', 'none'] as const).map((form) => ({
    requirement: 'CLI-07',
    name: `${operation} throttled, ${form === 'none' ? 'without Retry-After' : `Retry-After in ${form === 'date' ? 'the form of a date' : 'seconds'}`}`,
    needs: { operations: [operation] },
    rules: [{ operation, to: 1, action: { do: 'throttle', throttle: { form, seconds: 1 }, text: limited } }],
    steps: [sampleCall(operation, known)],
    claims: [{ oracle: 'surfacesRefusal', args: { status: 429, text: limited, orValue: true } }],
  }));
}

/** Calls that are throttled each time, without Retry-After: a client may give up, but not hammer. */
const alwaysThrottled = (known: Known): Scenario => ({
  requirement: 'CLI-07',
  name: 'three calls that are throttled each time',
  needs: { operations: ['listExchangeRates'] },
  rules: [{ action: { do: 'throttle', throttle: { form: 'none', seconds: 1 }, text: limited } }],
  steps: Array.from({ length: 3 }, () => sampleCall('listExchangeRates', known)),
  claims: [{ oracle: 'surfacesRefusal', args: { status: 429, text: limited } }],
});

/** Refusals of every class, answers that are lost, and repeats. */
export const refusalScenarios: MakeScenarios = (known) => [
  ...mainOperations.flatMap((operation) => refusals.map((answer) => refused(operation, answer, known))),
  ...sampledOperations
    .filter((operation) => !mainOperations.includes(operation))
    .flatMap((operation, at) => someRefusals(at, known).map((answer) => refused(operation, answer, known))),
  ...mainOperations.flatMap((operation) => bare.map((answer) => brought(operation, answer, known))),
  ...['getPayment', 'createPayin', 'createPayout'].flatMap((operation) => throttles(operation, known)),
  alwaysThrottled(known),
  ...lostAnswers(known),
];
