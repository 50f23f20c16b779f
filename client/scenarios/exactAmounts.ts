import { LosslessNumber } from 'lossless-json';
import type { CallRequest } from '../protocol/messages.ts';
import { drawnAmounts, hardAmounts, hardNumbers } from './drawnAmounts.ts';
import { sampleCall, sampledOperations } from './sampleCalls.ts';
import type { Known, MakeScenarios, Scenario } from './scenario.ts';
import { recordText, rightWebhook } from './webhookBodies.ts';

/** Sizes at which an SDK may refuse an amount instead: no currency has them. */
const absurd = [
  '123456789012345678901234567890123456789012.123456789012345678901',
  '0.0000000000000000000000000000000000000001',
];

function withAmount(operation: string, amount: string, known: Known): CallRequest {
  const call = sampleCall(operation, known);
  const { fixedAmount } = call.body ?? {};
  const body = fixedAmount ? { ...call.body, fixedAmount: { ...fixedAmount, amount } } : { ...call.body, amount };
  return { ...call, body };
}

const priced = ['createPayin', 'createPayout', 'createExchange', 'createCheckout', 'createRequest'];

const fiat = {
  currency: 'EUR',
  method: 'CC_VISAMC',
  firstName: 'Anna',
  lastName: 'Berg',
  cardNumber: '4111111111111111',
};

const drawnCount = 5;

function there(operation: string, known: Known): Scenario[] {
  const make = (name: string, amounts: readonly string[], mayRefuse: boolean): Scenario => ({
    requirement: 'CLI-04',
    name: `${name} to ${operation}`,
    needs: { operations: [operation] },
    rules: [{ operation, action: { do: 'sample' } }],
    steps: amounts.map((amount) => withAmount(operation, amount, known)),
    claims: [{ oracle: 'sendsArguments', args: { parts: ['body'], ...(mayRefuse && { mayRefuse }) } }],
  });
  return [
    make('amounts', [...hardAmounts, ...drawnAmounts(known.seed, drawnCount)], false),
    make('absurd amounts', absurd, true),
  ];
}

function back(operation: string, known: Known): Scenario {
  const values = [...hardNumbers, ...drawnAmounts(known.seed + 1, drawnCount)];
  // The first amount of an answer has each of the values once, the others take turns.
  const turns = values.map((_, at) => [...values.slice(at), ...values.slice(0, at)]);
  const few = turns.filter((_, at) => at % 2 === 0 || operation === 'getPayment');
  return {
    requirement: 'CLI-04',
    name: `numbers from ${operation}`,
    needs: { operations: [operation] },
    rules: few.map((turn, at) => ({
      operation,
      from: at + 1,
      to: at + 1,
      action: { do: 'sample', edits: [{ edit: 'numbers', values: turn }] },
    })),
    steps: few.map(() => sampleCall(operation, known)),
    claims: [{ oracle: 'handsOver', args: { amountsOnly: true } }],
  };
}

/** Operations whose answers have no amounts of the contract. */
const withoutAmounts: ReadonlySet<string> = new Set(['createPayout', 'createExchange', 'listBalances']);

/** Amounts of a currency that people count in cents: the interface names no number of decimals for an amount. */
const inFiat = (operation: 'createPayin' | 'createPayout', known: Known): Scenario => ({
  requirement: 'CLI-04',
  name: `amounts of EUR to ${operation}`,
  needs: { operations: [operation] },
  rules: [{ operation, action: { do: 'sample' } }],
  steps: hardAmounts.map((amount) => {
    const { body, ...call } = withAmount(operation, amount, known);
    return { ...call, body: { ...body, ...fiat } };
  }),
  // More decimals than cents may be refused, but not cut.
  claims: [{ oracle: 'sendsArguments', args: { parts: ['body'], mayRefuse: true } }],
});

/** An amount that is sent twice, since the first request is refused for its rate. */
const again = (operation: string, known: Known): Scenario => ({
  requirement: 'CLI-04',
  name: `an amount to ${operation}, repeated after 429`,
  needs: { operations: [operation] },
  rules: [
    { operation, to: 1, action: { do: 'throttle', throttle: { form: 'seconds', seconds: 0 }, text: '' } },
    { operation, action: { do: 'sample' } },
  ],
  steps: [withAmount(operation, '123456789.123456789123456789', known)],
  claims: [{ oracle: 'sendsArguments', args: { parts: ['body'] } }],
});

/** Amounts that are searched for. */
const searched = (known: Known): Scenario => ({
  requirement: 'CLI-04',
  name: 'amounts to searchPayments',
  needs: { operations: ['searchPayments'] },
  rules: [{ operation: 'searchPayments', action: { do: 'sample' } }],
  steps: [...hardAmounts, ...drawnAmounts(known.seed, drawnCount)].map((amount) => ({
    do: 'call',
    operation: 'searchPayments',
    query: { amount },
  })),
  claims: [{ oracle: 'sendsArguments', args: { parts: ['query'] } }],
});

/** Amounts of pages that the SDK walks itself. */
function walked(known: Known): Scenario {
  const operation = 'searchPayments';
  const values = [...hardNumbers, ...drawnAmounts(known.seed + 3, drawnCount)];
  return {
    requirement: 'CLI-04',
    name: 'numbers in walked pages',
    needs: { operations: [operation], features: ['pages'] },
    rules: [
      { operation, action: { do: 'pages', pages: { payments: 50, size: 20, edits: [{ edit: 'numbers', values }] } } },
    ],
    steps: [{ do: 'call', operation, query: {}, allPages: true }],
    claims: [{ oracle: 'handsOverPages' }],
  };
}

/** Amounts of webhooks. */
const announced = (known: Known): Scenario => ({
  requirement: 'CLI-04',
  name: 'numbers in webhooks',
  needs: { features: ['webhooks'] },
  steps: [...hardNumbers, ...drawnAmounts(known.seed + 2, drawnCount)].map((number) =>
    rightWebhook(recordText(known, 'payment', { status: 'PENDING', amount: new LosslessNumber(number) })),
  ),
  claims: [{ oracle: 'handsOverEvent', args: { amountsOnly: true } }],
});

/** Amounts in both directions. */
export const exactAmounts: MakeScenarios = (known) => [
  ...priced.flatMap((operation) => there(operation, known)),
  ...priced.map((operation) => again(operation, known)),
  inFiat('createPayin', known),
  inFiat('createPayout', known),
  searched(known),
  walked(known),
  announced(known),
  ...sampledOperations.filter((operation) => !withoutAmounts.has(operation)).map((operation) => back(operation, known)),
];
