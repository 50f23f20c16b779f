import { partialPaymentAmounts } from '../../../../generators/amounts/amounts.ts';
import { feeTieAmounts } from '../../../../generators/amounts/feeTies.ts';
import type { OrderScenario } from '../../../../oracles/balances/moneyConservation.ts';
import { type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import { feesOf } from '../../../../runner/actions/payments/uncoveredPayout.ts';
import { paymentLifecycle } from '../../../../schemas/domain/lifecycles.ts';
import { type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, stepOf } from '../../builder/caseSteps.ts';
import { type CombinationCase, combinationGenerator, StepList } from '../../builder/combinationGenerator.ts';
import { combinationName } from '../../builder/paymentBodies.ts';
import { validLabel } from '../../builder/tableGenerator.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';
import { newestPayments } from '../exchange/tradeSnapshots.ts';
import { createPayment, readPayment, settleableMethods, settleablePayment, settlePayment } from './settledPayments.ts';
import { acceptanceAssertion } from './validPayments.ts';

const directions = ['PAYIN', 'PAYOUT'] as const;

/**
 * What a case does with payments that keep their status until the test control API moves them: the ways, the methods that each way applies to, and how the case
 * is drawn.
 */
interface Doing {
  ways: readonly string[];
  isFor?(method: Method, way: string): boolean;
  draw(method: Method, way: string, plan: Plan): FuzzCase;
}

/** Returns a combination for each way and each method whose payments keep their status until they are moved. */
function eachResting(known: TargetInventory, { ways, isFor = () => true, draw }: Doing): CombinationCase[] {
  const methods = directions.flatMap((direction) => settleableMethods(known, direction));
  return ways.flatMap((way) =>
    methods
      .filter((method) => isFor(method, way))
      .map(
        (method): CombinationCase => ({
          combination: combinationName(method, way),
          draw: (chance) => {
            const plan = settleablePayment(known, method, chance);
            return plan && draw(method, way, plan);
          },
        }),
      ),
  );
}

const isPayout = ({ orderType }: Method) => orderType === 'PAYOUT';

const amountIn = ({ body }: Plan) => String(body?.['amount'] ?? '');

/** Moves a payment through several statuses and reads it after each move. At the end the payment must have the last status. */
function moved(method: Method, through: readonly string[], plan: Plan): FuzzCase {
  const steps = new StepList();
  const payment = createPayment(steps, plan, 'p');
  const processed = through.includes('PARTIAL_SUCCESS') ? partialPaymentAmounts(amountIn(plan), method) : undefined;
  const reads: string[] = [];
  for (const status of through) {
    const part = status === 'PARTIAL_SUCCESS' ? { processedAmount: processed?.processed ?? '' } : {};
    settlePayment(steps, payment, { status, ...part });
    reads.push(readPayment(steps, payment));
  }
  const last = through.at(-1) ?? '';
  const partial: CaseAssertion[] =
    processed && last === 'PARTIAL_SUCCESS'
      ? [assertionOf('PAY-13', 'paidInPart', { exchange: reads.at(-1) ?? '', ...processed })]
      : [];
  const thawed: CaseAssertion[] =
    through.at(-2) === 'FROZEN'
      ? [assertionOf('PAY-18', 'leavesFrozen', { frozen: reads.at(-2) ?? '', after: reads.at(-1) ?? '', status: last })]
      : [];
  const label = validLabel(`${methodName(method)} through ${through.join(', ')}`);
  return {
    steps: steps.all,
    label,
    claims: [acceptanceAssertion(method, '#1', methodName(method)), ...partial, ...thawed],
  };
}

const finals: readonly string[] = paymentLifecycle.final;

/** The routes through the statuses of a payment (§ States and transitions, Payment). */
const routes: readonly (readonly string[])[] = [
  ...finals.map((status) => [status]),
  ['FROZEN'],
  ...['SUCCESS', 'FAILED', 'CANCELLED', 'PENDING'].map((status) => ['FROZEN', status]),
  ['PENDING', 'SUCCESS'],
  ['FROZEN', 'PENDING', 'FROZEN', 'SUCCESS'],
];

const throughStatuses = combinationGenerator({
  name: 'payment moved through statuses',
  evidences: ['PIN-01', 'OUT-01', 'PAY-13', 'PAY-18'],
  posts: 1,
  isMisuse: false,
  variants: (known) =>
    eachResting(known, {
      ways: routes.map((route) => route.join(' ')),
      draw: (method, way, plan) => moved(method, way.split(' '), plan),
    }),
});

/** Settles a pay-out in part, between reads of its balance (PAY-13). */
function madeInPart(method: Method, plan: Plan): FuzzCase {
  const { currency } = method;
  const part = partialPaymentAmounts(amountIn(plan), method);
  const steps = new StepList();
  const prior = steps.add(stepOf(read.balances()));
  const payment = createPayment(steps, plan, 'p');
  const before = steps.add(stepOf(read.balances()));
  const early = steps.add(stepOf(newestPayments(currency)));
  settlePayment(steps, payment, { status: 'PARTIAL_SUCCESS', processedAmount: part.processed });
  const after = steps.add(stepOf(read.balances()));
  const late = steps.add(stepOf(newestPayments(currency)));
  const seen = readPayment(steps, payment);
  const args = { prior, before, after, payment: payment.id, early, late, currency, ...part };
  const assertions = [
    assertionOf('PAY-13', 'paidInPart', { exchange: seen, ...part }),
    assertionOf('PAY-13', 'restReturned', args),
  ];
  return { steps: steps.all, label: validLabel(`${methodName(method)} made in part`), claims: assertions };
}

const inPart = combinationGenerator({
  name: 'pay-out made in part returns the rest',
  evidences: ['PAY-13'],
  posts: 1,
  isMisuse: false,
  variants: (known) =>
    eachResting(known, {
      ways: ['in part'],
      isFor: isPayout,
      draw: (method, _, plan) => madeInPart(method, plan),
    }),
});

/** The number of rounds needed to report a failure. A single round proves nothing, since others may use the account. */
const rounds = 2;

/** Pay-outs that fail, each between reads of the balances (OUT-09). */
function failing(method: Method, plan: Plan): FuzzCase {
  const steps = new StepList();
  const all = Array.from({ length: rounds }, (_, nth) => {
    const before = steps.add(stepOf(read.balances()));
    const payment = createPayment(steps, plan, `p${nth}`);
    settlePayment(steps, payment, { status: 'FAILED', reason: 'declined' });
    readPayment(steps, payment);
    return { before, created: payment.created, after: steps.add(stepOf(read.balances())) };
  });
  const args = { rounds: all, currency: method.currency, amount: amountIn(plan), fees: feesOf(method) };
  const assertions = [assertionOf('OUT-09', 'returnsAmount', args)];
  return { steps: steps.all, label: validLabel(`${methodName(method)} that fails`), claims: assertions };
}

const returned = combinationGenerator({
  name: 'failed pay-out returns its amount',
  evidences: ['OUT-09'],
  posts: rounds,
  isMisuse: false,
  variants: (known) =>
    eachResting(known, { ways: ['failing'], isFor: isPayout, draw: (method, _, plan) => failing(method, plan) }),
});

/** The payment scenarios, and the status to which each moves its order; undefined if the order keeps its status. */
const scenarios: Readonly<Record<OrderScenario, { orderType: Method['orderType']; status?: string }>> = {
  held: { orderType: 'PAYOUT' },
  'paid out': { orderType: 'PAYOUT', status: 'SUCCESS' },
  failed: { orderType: 'PAYOUT', status: 'FAILED' },
  'paid in': { orderType: 'PAYIN', status: 'SUCCESS' },
};

/** Sends orders of one scenario, each on its own between reads of what it moves (BAL-02). */
function movingMoney(method: Method, scenario: OrderScenario, plan: Plan): FuzzCase {
  const { status } = scenarios[scenario];
  const { currency } = method;
  const steps = new StepList();
  const all = feeTieAmounts(method, amountIn(plan)).map((amount, nth) => {
    const before = steps.add(stepOf(newestPayments(currency)));
    const from = steps.add(stepOf(read.balances()));
    const payment = createPayment(steps, { ...plan, body: { ...plan.body, amount } }, `p${nth}`);
    if (status !== undefined) settlePayment(steps, payment, { status });
    const after = steps.add(stepOf(newestPayments(currency)));
    return { before, from, created: payment.created, to: steps.add(stepOf(read.balances())), after };
  });
  const args = { fate: scenario, currency, fees: feesOf(method), rounds: all };
  const assertions = [assertionOf('BAL-02', 'moneyMoves', args), assertionOf('BAL-02', 'feesFit', args)];
  return { steps: steps.all, label: validLabel(`${methodName(method)} that is ${scenario}`), claims: assertions };
}

const money = combinationGenerator({
  name: 'balance around orders of one fate',
  evidences: ['BAL-02'],
  posts: rounds,
  isMisuse: false,
  variants: (known) =>
    eachResting(known, {
      ways: Object.keys(scenarios),
      // The target does not show what the blockchain charges in addition to the listed fee.
      isFor: ({ orderType, hasNetworkFee }, way) =>
        orderType === scenarios[way as OrderScenario].orderType && !hasNetworkFee,
      draw: (method, way, plan) => movingMoney(method, way as OrderScenario, plan),
    }),
});

const testnets = /ETH|BSC|BNB|BINANCE|POLYGON|AMOY|ARBITRUM|OPTIMISM|BASE/i;

/** A pay-in on an EVM testnet that is paid (SBX-07). */
function paidOnTestnet(method: Method, plan: Plan): FuzzCase {
  const steps = new StepList();
  const payment = createPayment(steps, plan, 'p');
  settlePayment(steps, payment, { status: 'SUCCESS' });
  readPayment(steps, payment);
  const assertions = [
    assertionOf('SBX-07', 'accepted', { exchange: payment.created, what: `a pay-in of ${methodName(method)}` }),
    assertionOf('SBX-07', 'reaches', { created: payment.created, status: 'SUCCESS' }),
  ];
  return { steps: steps.all, label: validLabel(`${methodName(method)} that is paid`), claims: assertions };
}

const onTestnet = combinationGenerator({
  name: 'pay-in on a testnet',
  evidences: ['SBX-07'],
  posts: 1,
  isMisuse: false,
  variants: (known) =>
    eachResting(known, {
      ways: ['paid'],
      isFor: (method) =>
        !isPayout(method) && method.methodKey === 'CRYPTOCOIN' && testnets.test(method.blockchain ?? ''),
      draw: (method, _, plan) => paidOnTestnet(method, plan),
    }),
});

/** Payments that are moved by the test control API. */
export const paymentStatusCases: readonly CaseGenerator[] = [throughStatuses, inPart, returned, money, onTestnet];
