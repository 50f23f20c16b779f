import type { CallRequest } from '../protocol/messages.ts';
import type { Action, MadeAnswer } from '../server/rules.ts';
import { creations, sampleCall, sampledOperations } from './sampleCalls.ts';
import type { Known, MakeScenarios, Scenario } from './scenario.ts';

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html; charset=utf-8' };
const page = '<!DOCTYPE html><html><head><title>Zoë</title></head><body><h1>Not “here”</h1></body></html>';

/** Answers that refuse a request, of every class. */
const refusals: readonly MadeAnswer[] = [
  { status: 400, headers: json, text: '{"message":"amount is below minLimit","code":"below_minimum","limit":0.10}' },
  { status: 400, headers: json, text: '' },
  { status: 401, headers: json, text: '{ "message" : "signature is wrong" }' },
  { status: 403, headers: html, text: page },
  { status: 404, headers: html, text: page },
  { status: 404, headers: json, text: '{"message":"nothing here: Zoë 付款"}' },
  { status: 409, headers: json, text: '{"errors":[{"field":"clientOrderId","message":"is taken"}]}' },
  { status: 422, headers: { 'content-type': 'text/plain; charset=utf-8' }, text: 'amount: not a number' },
  { status: 429, headers: json, text: '{"message":"too many requests"}' },
  { status: 500, headers: json, text: '{"message":"internal"}' },
  { status: 500, headers: html, text: page },
  { status: 502, headers: html, text: page },
  { status: 503, headers: {}, text: '' },
];

const nameOf = ({ status, headers, text }: MadeAnswer) => {
  const type = headers?.['content-type']?.replace(/;.*/, '') ?? '';
  return `${status} with ${text === '' ? 'an empty body' : type}`;
};

/** Operations that are tried with every class of refusal; the others take some of them in turn. */
const main = ['getPayment', 'createPayin', 'createPayout', 'createExchange'];
const turns = 2;

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

const someRefusals = (at: number, { seed }: Known): MadeAnswer[] =>
  Array.from({ length: turns }, (_, turn) => refusals[(seed + at * turns + turn) % refusals.length]).flatMap(
    (one) => one ?? [],
  );

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

/** A client waits this long for an answer that does not come. */
const shortTimeoutMs = 300;

/** Reads whose answer an SDK could take for empty. */
const lists = [
  'listMethods',
  'listPayments',
  'searchPayments',
  'listExchangeRates',
  'listBalances',
  'getDepositOptions',
];

const silent = (operation: string, known: Known): Scenario => ({
  requirement: 'CLI-07',
  name: `${operation} with no answer`,
  needs: { operations: [operation] },
  open: { timeoutMs: shortTimeoutMs },
  rules: [{ operation, action: { do: 'silence' } }],
  steps: [sampleCall(operation, known)],
  claims: [{ oracle: 'failsToAnswer' }],
});

/** Calls that are throttled each time, without Retry-After: a client may give up, but not hammer. */
const alwaysThrottled = (known: Known): Scenario => ({
  requirement: 'CLI-07',
  name: 'three calls that are throttled each time',
  needs: { operations: ['listExchangeRates'] },
  rules: [{ action: { do: 'throttle', throttle: { form: 'none', seconds: 1 }, text: limited } }],
  steps: Array.from({ length: 3 }, () => sampleCall('listExchangeRates', known)),
  claims: [{ oracle: 'surfacesRefusal', args: { status: 429, text: limited } }],
});

/** Answers that are none: they must not look like a success. */
const losses: Readonly<Record<string, Action>> = {
  'an answer that is cut': { do: 'cut', afterBytes: 12 },
  'an answer in chunks that is cut': { do: 'cut', afterBytes: 12, isChunked: true },
  'no answer': { do: 'silence' },
  'a connection that ends': { do: 'reset' },
};

const unreadable: Readonly<Record<string, MadeAnswer>> = {
  'a page in HTML with status 200': { status: 200, headers: html, text: page },
  'an empty body with status 200': { status: 200, headers: json, text: '' },
  'half of an object with status 200': { status: 200, headers: json, text: '{"id":"PMT-1","amount":1' },
};

function lost(operation: string, known: Known): Scenario[] {
  const unread = operation === 'getPayment' || operation === 'createPayin' ? Object.entries(unreadable) : [];
  const actions: [string, Action][] = [
    ...Object.entries(losses),
    ...unread.map(([name, answer]): [string, Action] => [name, { do: 'answer', answer }]),
  ];
  return actions.map(([name, action]) => ({
    requirement: 'CLI-07',
    name: `${operation} with ${name}`,
    needs: { operations: [operation] },
    open: { timeoutMs: shortTimeoutMs },
    rules: [{ operation, action }],
    steps: [sampleCall(operation, known)],
    claims: [{ oracle: 'failsToAnswer' }],
  }));
}

function withoutId({ body = {}, ...call }: CallRequest): CallRequest {
  const { clientOrderId: _, ...rest } = body;
  return { ...call, body: rest };
}

/** Failures after which a client may repeat a request. */
const passing: Readonly<Record<string, Action>> = {
  '503': { do: 'answer', answer: { status: 503, headers: json, text: '' } },
  'a connection that ends': { do: 'reset' },
  'no answer': { do: 'silence' },
};

function repeated(operation: string, known: Known): Scenario[] {
  const calls = {
    'with its id': sampleCall(operation, known),
    'without an id': withoutId(sampleCall(operation, known)),
  };
  return Object.entries(passing).flatMap(([failure, action]) =>
    Object.entries(calls).map(([name, call]) => ({
      requirement: 'CLI-07',
      name: `${operation} ${name} after ${failure}`,
      needs: { operations: [operation] },
      open: { timeoutMs: shortTimeoutMs },
      rules: [
        { operation, to: 1, action },
        { operation, action: { do: 'sample' } },
      ],
      steps: [call],
      claims: [{ oracle: 'repeatsSafely', args: { after: `${failure}, ${name}` } }],
    })),
  );
}

/** Refusals of every class, answers that are lost, and repeats. */
export const refusalScenarios: MakeScenarios = (known) => [
  ...main.flatMap((operation) => refusals.map((answer) => refused(operation, answer, known))),
  ...sampledOperations
    .filter((operation) => !main.includes(operation))
    .flatMap((operation, at) => someRefusals(at, known).map((answer) => refused(operation, answer, known))),
  ...['getPayment', 'createPayin', 'createPayout'].flatMap((operation) => throttles(operation, known)),
  alwaysThrottled(known),
  ...main.flatMap((operation) => lost(operation, known)),
  ...lists.map((operation) => silent(operation, known)),
  ...creations.filter((operation) => operation !== 'createBundle').flatMap((operation) => repeated(operation, known)),
];
