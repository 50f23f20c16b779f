import { partialPaymentAmounts } from '../../../../generators/amounts/amounts.ts';
import { feeTieAmounts } from '../../../../generators/amounts/feeTies.ts';
import type { OrderScenario } from '../../../../oracles/balances/feeInterpretations.ts';
import { memoized } from '../../../../oracles/core/memoize.ts';
import { type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import { feesOf } from '../../../../runner/actions/payments/uncoveredPayout.ts';
import { paymentLifecycle } from '../../../../schemas/domain/lifecycles.ts';
import type { Plain } from '../../../../schemas/json/plain.ts';
import { type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import { coveredRange } from '../../builder/amountRanges.ts';
import { changed, having } from '../../builder/bodyChanges.ts';
import { assertionOf, controlAction } from '../../builder/caseSteps.ts';
import { StepList, validCase } from '../../builder/cases.ts';
import { listedMethods, methodTable, paymentCase } from '../../builder/payments.ts';
import { crossedBySecond, generator, nameTable } from '../../builder/tables.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';
import { newestPayments } from '../exchange/exchangeOrders.ts';
import { acceptanceAssertion, cardMethods } from './validPayments.ts';

/** A payment that a case has made: the exchange that created it, and the reference to its id. */
interface CreatedPayment {
  created: string;
  id: string;
}

/** Collects the steps of a case about payments that the test control API moves. */
class SettlementSteps extends StepList {
  /** Creates a payment under a named clientOrderId. The answer to a pay-out has no payment id, so the payment is searched for. */
  create(plan: Plan, key: string): CreatedPayment {
    const clientOrderId = `{{key:${key}}}`;
    const created = this.add(changed(plan, having({ clientOrderId })));
    if (plan.operation.endsWith('/payin')) return { created, id: `{{${this.last}/id}}` };
    this.add(read.search({ clientOrderId }));
    return { created, id: `{{${this.last}/content/0/id}}` };
  }

  /** Moves a payment to a status through the test control API. */
  settle({ id }: CreatedPayment, outcome: Readonly<Record<string, Plain>>): void {
    this.add(controlAction(`payments/${id}/settle`, outcome));
  }

  /** Reads a payment by its id; with a status, until the payment has it or the time for that is over. */
  read({ id }: CreatedPayment, status?: string): string {
    return this.add(read.payment(id), status === undefined ? {} : { until: [status] });
  }

  /** Reads the balances. */
  balances(): string {
    return this.add(read.balances());
  }
}

/**
 * What a case does with payments that keep their status until the test control API moves them: the ways, the methods that each way applies to, and how the case
 * is drawn.
 */
interface Doing<Way extends string> {
  ways: readonly Way[];
  isFor?(method: Method, way: Way): boolean;
  draw(method: Method, plan: Plan, way: Way): FuzzCase;
}

/** Returns the methods whose payments keep their status until they are moved. */
const settleableMethods = (known: TargetInventory) =>
  known.hasTestControl
    ? [...listedMethods(known, 'PAYIN').filter((one) => coveredRange(known, one)), ...cardMethods(known)]
    : [];

/**
 * Makes a generator with a combination for each way and each method whose payments keep their status: pay-ins that nobody pays, and pay-outs to a card that is
 * no mock card.
 */
function settlements<Way extends string>(
  facts: { name: string; evidences: readonly string[]; posts?: number },
  { ways, isFor = () => true, draw }: Doing<Way>,
) {
  return generator(facts, (known) =>
    crossedBySecond(methodTable(settleableMethods(known)), nameTable(ways), (method, way) => {
      const card = isPayout(method) ? { cardNumber: known.cards[0] } : {};
      return isFor(method, way)
        ? paymentCase(method, 'by paymentMethodId', ({ plan }) => draw(method, changed(plan(), having(card)), way))
        : undefined;
    }),
  );
}

const isPayout = ({ orderType }: Method) => orderType === 'PAYOUT';

const isPayoutByShownFee = (method: Method) => isPayout(method) && !method.hidesFee;

const amountIn = ({ body }: Plan) => String(body?.['amount'] ?? '');

/** Moves a payment through several statuses and reads it after each move. At the end the payment must have the last status. */
function moved(method: Method, plan: Plan, through: readonly string[]): FuzzCase {
  const steps = new SettlementSteps();
  const payment = steps.create(plan, 'p');
  const processed = through.includes('PARTIAL_SUCCESS') ? partialPaymentAmounts(amountIn(plan), method) : undefined;
  const reads = through.map((status) => {
    const part = status === 'PARTIAL_SUCCESS' ? { processedAmount: processed?.processed ?? '' } : {};
    steps.settle(payment, { status, ...part });
    return steps.read(payment, status);
  });
  const [last = '', after = ''] = [through.at(-1), reads.at(-1)];
  const thawed = { frozen: reads.at(-2) ?? '', after, status: last };
  return validCase(`${methodName(method)} through ${through.join(', ')}`, steps.all, [
    acceptanceAssertion(method, '#1', methodName(method)),
    ...(processed && last === 'PARTIAL_SUCCESS'
      ? [assertionOf('PAY-13', 'paidInPart', { exchange: after, ...processed })]
      : []),
    ...(through.at(-2) === 'FROZEN' ? [assertionOf('PAY-18', 'leavesFrozen', thawed)] : []),
  ]);
}

/** The routes through the statuses of a payment (§ States and transitions, Payment). */
const routes = [
  ...paymentLifecycle.final,
  'FROZEN',
  ...['SUCCESS', 'FAILED', 'CANCELLED', 'PENDING'].map((status) => `FROZEN ${status}`),
  'PENDING SUCCESS',
  'FROZEN PENDING FROZEN SUCCESS',
];

/** Settles a pay-out in part, between reads of its balance (PAY-13). */
function madeInPart(method: Method, plan: Plan): FuzzCase {
  const { currency } = method;
  const part = partialPaymentAmounts(amountIn(plan), method);
  const steps = new SettlementSteps();
  const prior = steps.balances();
  const payment = steps.create(plan, 'p');
  const before = steps.balances();
  const early = steps.add(newestPayments(currency));
  steps.settle(payment, { status: 'PARTIAL_SUCCESS', processedAmount: part.processed });
  const exchange = steps.read(payment, 'PARTIAL_SUCCESS');
  const after = steps.balances();
  const late = steps.add(newestPayments(currency));
  const args = { prior, before, after, payment: payment.id, early, late, currency, ...part };
  return validCase(`${methodName(method)} made in part`, steps.all, [
    assertionOf('PAY-13', 'paidInPart', { exchange, ...part }),
    assertionOf('PAY-13', 'restReturned', args),
  ]);
}

/** The number of rounds needed to report a failure. A single round proves nothing, since others may use the account. */
const rounds = 2;

/** Pay-outs that fail, each between reads of the balances (OUT-09). */
function failing(method: Method, plan: Plan): FuzzCase {
  const steps = new SettlementSteps();
  const all = Array.from({ length: rounds }, (_, nth) => {
    const before = steps.balances();
    const payment = steps.create(plan, `p${nth}`);
    steps.settle(payment, { status: 'FAILED', reason: 'declined' });
    steps.read(payment, 'FAILED');
    return { before, created: payment.created, after: steps.balances() };
  });
  const args = { rounds: all, currency: method.currency, amount: amountIn(plan), fees: feesOf(method) };
  return validCase(`${methodName(method)} that fails`, steps.all, assertionOf('OUT-09', 'returnsAmount', args));
}

/** The payment scenarios, and the status to which each moves its order; undefined if the order keeps its status. */
const scenarios: Readonly<Record<OrderScenario, { orderType: Method['orderType']; status?: string }>> = {
  held: { orderType: 'PAYOUT' },
  'paid out': { orderType: 'PAYOUT', status: 'SUCCESS' },
  failed: { orderType: 'PAYOUT', status: 'FAILED' },
  'paid in': { orderType: 'PAYIN', status: 'SUCCESS' },
};

const tiesOfMinimum = memoized((method: Method) => feeTieAmounts(method, method.minLimit));

/** Sends orders of one scenario, each on its own between reads of what it moves (BAL-02). */
function movingMoney(method: Method, plan: Plan, scenario: OrderScenario): FuzzCase {
  const { status } = scenarios[scenario];
  const { currency, minLimit } = method;
  const steps = new SettlementSteps();
  const amounts = minLimit ? tiesOfMinimum(method) : feeTieAmounts(method, amountIn(plan));
  const all = amounts.map((amount, nth) => {
    const before = steps.add(newestPayments(currency));
    const from = steps.balances();
    const payment = steps.create(changed(plan, having({ amount })), `p${nth}`);
    if (status !== undefined) {
      steps.settle(payment, { status });
      steps.read(payment, status);
    }
    const after = steps.add(newestPayments(currency));
    return { before, from, created: payment.created, to: steps.balances(), after };
  });
  const args = { fate: scenario, currency, fees: feesOf(method), rounds: all };
  const assertions = [assertionOf('BAL-02', 'moneyMoves', args), assertionOf('BAL-02', 'feesFit', args)];
  return validCase(`${methodName(method)} that is ${scenario}`, steps.all, assertions);
}

const testnets = /ETH|BSC|BNB|BINANCE|POLYGON|AMOY|ARBITRUM|OPTIMISM|BASE/i;

/** A pay-in on an EVM testnet that is paid (SBX-07). */
function paidOnTestnet(method: Method, plan: Plan): FuzzCase {
  const steps = new SettlementSteps();
  const payment = steps.create(plan, 'p');
  const { created } = payment;
  steps.settle(payment, { status: 'SUCCESS' });
  steps.read(payment, 'SUCCESS');
  return validCase(`${methodName(method)} that is paid`, steps.all, [
    assertionOf('SBX-07', 'accepted', { exchange: created, what: `a pay-in of ${methodName(method)}` }),
    assertionOf('SBX-07', 'reaches', { created, status: 'SUCCESS' }),
  ]);
}

/** Payments that are moved by the test control API. */
export const paymentStatusCases = [
  settlements(
    { name: 'payment moved through statuses', evidences: ['PIN-01', 'OUT-01', 'PAY-13', 'PAY-18'] },
    { ways: routes, draw: (method, plan, route) => moved(method, plan, route.split(' ')) },
  ),
  settlements(
    { name: 'pay-out made in part returns the rest', evidences: ['PAY-13'] },
    { ways: ['in part'], isFor: isPayoutByShownFee, draw: madeInPart },
  ),
  settlements(
    { name: 'failed pay-out returns its amount', evidences: ['OUT-09'], posts: rounds },
    { ways: ['failing'], isFor: isPayoutByShownFee, draw: failing },
  ),
  settlements(
    { name: 'balance around orders of one fate', evidences: ['BAL-02'], posts: rounds },
    {
      ways: Object.keys(scenarios) as OrderScenario[],
      // What the blockchain charges in addition to the listed fee is not shown, nor what a minimum fee in another currency comes to.
      isFor: ({ orderType, hidesFee }, way) => orderType === scenarios[way].orderType && !hidesFee,
      draw: movingMoney,
    },
  ),
  settlements(
    { name: 'pay-in on a testnet', evidences: ['SBX-07'] },
    {
      ways: ['paid'],
      isFor: ({ orderType, methodKey, blockchain = '' }) =>
        orderType === 'PAYIN' && methodKey === 'CRYPTOCOIN' && testnets.test(blockchain),
      draw: paidOnTestnet,
    },
  ),
];
