import { wholeBalance } from '../../../../generators/amounts/amounts.ts';
import { jsonNumber } from '../../../../generators/amounts/prices.ts';
import { paidWith } from '../../../../oracles/exchange/trades.ts';
import { smallOf } from '../../../../runner/actions/exchange/market.ts';
import { type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import type { ExactNumber } from '../../../../schemas/json/decimal.ts';
import { type Decimal, decimal, roundTo } from '../../../../schemas/json/exact.ts';
import { read } from '../../../../traffic/transport/requestPlan.ts';
import type { FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import { amountRange } from '../../builder/amountRanges.ts';
import { assertionOf, controlAction, controlStep } from '../../builder/caseSteps.ts';
import { edgeCase, StepList } from '../../builder/cases.ts';
import { type DrawnPayment, listedMethods, paymentCase, variedMethods } from '../../builder/payments.ts';
import { crossed, generator, type Table } from '../../builder/tables.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';
import {
  affordableOrders,
  type ExchangeOrder,
  orderName,
  orderPlan,
  tradeArguments,
  tradeSnapshot,
} from '../exchange/exchangeOrders.ts';

/** The share of a balance that each of two simultaneous orders takes. The balance covers one but not both, even if it has grown since it was read. */
const shareOfEach = decimal('0.7');

const share = (balance: Decimal, scale: number) => roundTo(balance.times(shareOfEach), scale, 'DOWN');

/** Returns the amounts of pay-outs of nearly all that a balance holds. */
function drainsOf(known: TargetInventory, method: Method): Table<readonly ExactNumber[]> {
  const balance = known.balance(method.currency);
  const { least, most, scale } = amountRange(method);
  if (!balance || share(balance, scale).gt(most) || share(balance, scale).lt(least)) return [];
  const each = jsonNumber(share(balance, scale));
  return Object.entries({ 'two at once': [each, each], 'all of it': [wholeBalance(balance, method)] });
}

/** Sends pay-outs. The test control API makes one of them fail. This returns its amount, so that the balance covers the next pay-outs. */
function drained(method: Method, amounts: readonly ExactNumber[], { plan }: DrawnPayment): FuzzCase {
  const { currency } = method;
  const steps = new StepList();
  const race = amounts.length > 1 ? { race: 1 } : {};
  const sent = amounts.map((amount, at) => steps.add(plan({ amount, clientOrderId: `{{key:${'ab'[at]}}}` }), race));
  steps.add(read.balances());
  steps.add(read.search({ currency, orderType: 'PAYOUT', sort: 'createdAt,desc' }));
  steps.add(controlAction(`payments/{{${steps.last}/content/0/id}}/settle`, { status: 'FAILED', reason: 'declined' }));
  const assertions = sent.map((exchange) => assertionOf('OUT-06', 'staysAboveZero', { exchange, currency }));
  return edgeCase(`${methodName(method)} of all that the balance holds`, steps.all, assertions);
}

/** An amount to sell, and how often. */
interface Sale {
  amount: Decimal;
  times: number;
}

/** A single order requests this many times what the balance holds. */
const beyond = decimal('1.4');

/** Returns the sales of more than a balance holds. The amount to buy back must be small compared with the balance that pays for it. */
function salesOf(known: TargetInventory, { pair }: ExchangeOrder): Table<Sale> {
  const balance = known.balance(paidWith({ ...pair, side: 'SELL' }));
  const places = pair.minLimit.decimalPlaces();
  const bought = known.balance(pair.quote);
  if (!balance || !bought) return [];
  const tries = {
    'two at once': { amount: share(balance, places), times: 2 },
    'one by itself': { amount: roundTo(balance.times(beyond), places, 'UP'), times: 1 },
  };
  const isFit = ({ amount }: Sale) =>
    amount.gte(pair.minLimit) && !pair.maxLimit?.lt(amount) && amount.times(pair.ask).times(4).lt(bought);
  return Object.entries(tries).filter(([, one]) => isFit(one));
}

/** Sells more of a balance than it holds, between snapshots. Then reverses the order, in case the target has made it (XCH-08). */
function oversold(order: ExchangeOrder, { amount, times }: Sale): FuzzCase {
  const { pair } = order;
  const steps = new StepList();
  const control = steps.add(controlStep(orderPlan(order, smallOf(pair))));
  const before = tradeSnapshot(steps, pair, 'before');
  const created = Array.from({ length: times }, (_, at) =>
    steps.add(orderPlan(order, amount, { clientOrderId: `{{key:${'ab'[at]}}}` }), times > 1 ? { race: 1 } : {}),
  );
  const after = tradeSnapshot(steps, pair, 'after');
  if (times > 1) steps.add(orderPlan({ pair, side: 'BUY' }, amount, { clientOrderId: '{{key:back}}' }));
  const attempts = [{ before, created, after, amount: amount.toFixed() }];
  const args = { ...tradeArguments(order), asset: 'base' as const, control, attempts };
  const because = `${orderName(order)} of more than the balance holds`;
  return edgeCase(because, steps.all, assertionOf('XCH-08', 'notOverspent', args));
}

/** Orders that exceed a balance, together or on their own. */
export const overspendingCases = [
  generator(
    { name: 'pay-outs of all that a balance holds', evidences: ['OUT-06'], posts: 2, isMisuse: true },
    (known) =>
      variedMethods(
        known.hasTestControl ? listedMethods(known, 'PAYOUT') : [],
        (method) => drainsOf(known, method),
        (method, amounts) => paymentCase(method, 'by paymentMethodId', (payment) => drained(method, amounts, payment)),
      ),
  ),
  generator({ name: 'sales of more than a balance holds', evidences: ['XCH-08'], posts: 3, isMisuse: true }, (known) =>
    affordableOrders(known)
      .filter(({ side }) => side === 'SELL')
      .flatMap((order) =>
        crossed([[orderName(order), order]], salesOf(known, order), (_, sale) => () => oversold(order, sale)),
      ),
  ),
];
