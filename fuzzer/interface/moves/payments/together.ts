import { wholeBalance } from '../../../../generators/amounts.ts';
import { jsonNumber } from '../../../../generators/prices.ts';
import { smallOf } from '../../../../harness/market.ts';
import { type Method, methodName } from '../../../../harness/methods.ts';
import { paidWith } from '../../../../harness/oracles/trade.ts';
import { read } from '../../../../harness/plan.ts';
import { type Decimal, decimal, roundTo } from '../../../../schemas/exact.ts';
import type { FuzzCase } from '../../../case.ts';
import type { Known } from '../../known.ts';
import type { Move } from '../../move.ts';
import { claimOf, leverOf, stepOf, twinOf } from '../../steps.ts';
import { odd } from '../../tabled.ts';
import { rangeOf } from './amountWays.ts';
import { type Body, cellOf, methodsOf, planFor, spoken } from './bodies.ts';
import { lookAt } from './looks.ts';
import { type Order, orderName, orderPlan, ordersOf, tradeOf } from './orders.ts';
import { Steps, type Variant, varied } from './variant.ts';

/** Of two orders at once each takes this share of a balance: one is held, both are not, also where it has grown since it was read. */
const shareOfEach = decimal('0.7');

const share = (balance: Decimal, scale: number) => roundTo(balance.times(shareOfEach), scale, 'DOWN');

/** Pay-outs of nearly all that a balance holds: what is held of them is given back by a lever, so that the next ones are covered. */
interface Draining {
  method: Method;
  amounts: readonly unknown[];
  body: Body;
}

function drained({ method, amounts, body }: Draining): FuzzCase {
  const { currency } = method;
  const steps = new Steps();
  const sent = amounts.map((amount, at) => {
    const clientOrderId = `{{key:${'ab'[at]}}}`;
    const race = amounts.length > 1 ? { race: 1 } : {};
    return steps.add(stepOf(planFor(method, { ...body, amount, clientOrderId }), race));
  });
  steps.add(stepOf(read.balances()));
  steps.add(stepOf(read.search({ currency, orderType: 'PAYOUT', sort: 'createdAt,desc' })));
  steps.add(leverOf(`payments/{{${steps.last}/content/0/id}}/settle`, { status: 'FAILED', reason: 'declined' }));
  const claims = sent.map((exchange) => claimOf('OUT-06', 'staysAboveZero', { exchange, currency }));
  return { steps: steps.all, label: odd(`${methodName(method)} of all that the balance holds`), claims };
}

function drainVariants(known: Known): Variant[] {
  if (!known.hasLevers) return [];
  return methodsOf(known, 'PAYOUT').flatMap((method): Variant[] => {
    const balance = known.balance(method.currency);
    const { least, most, scale } = rangeOf(method);
    if (!balance || share(balance, scale).gt(most) || share(balance, scale).lt(least)) return [];
    const each = jsonNumber(share(balance, scale));
    const tries = { 'two at once': [each, each], 'all of it': [wholeBalance(balance, method)] };
    return Object.entries(tries).map(([why, amounts]) => ({
      cell: cellOf(method, why),
      draw: (chance) => {
        const body = spoken['by paymentMethodId'](method, chance);
        return body && drained({ method, amounts, body });
      },
    }));
  });
}

/** Sales of more of a balance than it holds, between looks, and what turns back the one that may have been made (XCH-08). */
function oversold(order: Order, { amount, times }: { amount: Decimal; times: number }): FuzzCase {
  const { pair } = order;
  const steps = new Steps();
  const control = steps.add(twinOf(orderPlan(order, smallOf(pair))));
  const before = lookAt(steps, pair, 'before');
  const created = Array.from({ length: times }, (_, at) =>
    steps.add(stepOf(orderPlan(order, amount, { clientOrderId: `{{key:${'ab'[at]}}}` }), times > 1 ? { race: 1 } : {})),
  );
  const after = lookAt(steps, pair, 'after');
  if (times > 1) steps.add(stepOf(orderPlan({ pair, side: 'BUY' }, amount, { clientOrderId: '{{key:back}}' })));
  const attempts = [{ before, created, after, amount: amount.toFixed() }];
  const args = { ...tradeOf(order), asset: 'base' as const, control, attempts };
  const label = odd(`${orderName(order)} of more than the balance holds`);
  return { steps: steps.all, label, claims: [claimOf('XCH-08', 'notOverspent', args)] };
}

/** By itself an order asks for so many times as much as the balance holds. */
const beyond = decimal('1.4');

function oversoldVariants(known: Known): Variant[] {
  const sales = ordersOf(known).filter(({ side }) => side === 'SELL');
  return sales.flatMap((order): Variant[] => {
    const { pair } = order;
    const balance = known.balance(paidWith({ ...pair, side: 'SELL' }));
    const places = pair.minLimit.decimalPlaces();
    const bought = known.balance(pair.quote);
    if (!balance || !bought) return [];
    const tries = {
      'two at once': { amount: share(balance, places), times: 2 },
      'one by itself': { amount: roundTo(balance.times(beyond), places, 'UP'), times: 1 },
    };
    // What is bought back must be small beside what pays for it.
    const isFit = ({ amount }: { amount: Decimal }) =>
      amount.gte(pair.minLimit) && !pair.maxLimit?.lt(amount) && amount.times(pair.ask).times(4).lt(bought);
    return Object.entries(tries).flatMap(([why, one]) =>
      isFit(one) ? [{ cell: `${orderName(order)}, ${why}`, draw: () => oversold(order, one) }] : [],
    );
  });
}

/** Orders that together, or by themselves, ask for more than a balance holds. */
export const togetherMoves: readonly Move[] = [
  varied({
    name: 'pay-outs of all that a balance holds',
    evidences: ['OUT-06'],
    posts: 2,
    isMisuse: true,
    variants: drainVariants,
  }),
  varied({
    name: 'sales of more than a balance holds',
    evidences: ['XCH-08'],
    posts: 3,
    isMisuse: true,
    variants: oversoldVariants,
  }),
];
