import type { CallRequest } from '../protocol/messages.ts';
import { idMembers } from '../record/repeatedId.ts';
import type { Action, MadeAnswer } from '../server/rules.ts';
import { htmlAnswer, jsonHeaders } from './madeAnswers.ts';
import { creations, mainOperations, sampleCall } from './sampleCalls.ts';
import type { Known, MakeScenarios, Scenario } from './scenario.ts';

/** A client waits this long for an answer that does not come. */
const shortTimeoutMs = 300;

/** The caller is told that there is no answer, and in time. */
const noAnswer: Scenario['claims'] = [
  { oracle: 'failsToAnswer' },
  { oracle: 'failsInTime', args: { timeoutMs: shortTimeoutMs } },
];

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
  claims: noAnswer,
});

/** Answers that are none: they must not look like a success. */
const losses: Readonly<Record<string, Action>> = {
  'an answer that is cut': { do: 'cut', afterBytes: 12 },
  'an answer in chunks that is cut': { do: 'cut', afterBytes: 12, isChunked: true },
  'no answer': { do: 'silence' },
  'an answer that stops': { do: 'stall', afterBytes: 12 },
  'a connection that ends': { do: 'reset' },
};

const unreadable: Readonly<Record<string, MadeAnswer>> = {
  'a page in HTML with status 200': { ...htmlAnswer, status: 200 },
  'an empty body with status 200': { status: 200, headers: jsonHeaders, text: '' },
  'half of an object with status 200': { status: 200, headers: jsonHeaders, text: '{"id":"PMT-1","amount":1' },
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
    claims: noAnswer,
  }));
}

function withoutId({ body = {}, ...call }: CallRequest): CallRequest {
  const rest = Object.entries(body).filter(([name]) => !idMembers.includes(name));
  return { ...call, body: Object.fromEntries(rest) };
}

/** Failures after which a client may repeat a request. */
const passing: Readonly<Record<string, Action>> = {
  '503': { do: 'answer', answer: { status: 503, headers: jsonHeaders, text: '' } },
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

/** Answers that are lost, stop or cannot be read, and repeats after them. */
export const lostAnswers: MakeScenarios = (known) => [
  ...mainOperations.flatMap((operation) => lost(operation, known)),
  ...lists.map((operation) => silent(operation, known)),
  ...creations.flatMap((operation) => repeated(operation, known)),
];
