import { wholeBalance } from '../../../../generators/amounts/amounts.ts';
import { jsonNumber } from '../../../../generators/amounts/prices.ts';
import { paidWith } from '../../../../oracles/exchange/trades.ts';
import { smallOf } from '../../../../runner/actions/exchange/market.ts';
import { type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import { type Decimal, decimal, roundTo } from '../../../../schemas/json/exact.ts';
import { read } from '../../../../traffic/transport/requestPlan.ts';
import type { FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import { amountRange } from '../../builder/amountRanges.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, controlAction, controlStep, stepOf } from '../../builder/caseSteps.ts';
import { type CombinationCase, combinationGenerator, StepList } from '../../builder/combinationGenerator.ts';
import {
  type Body,
  combinationName,
  listedMethods,
  methodReferences,
  paymentPlan,
} from '../../builder/paymentBodies.ts';
import { edgeCaseLabel } from '../../builder/tableGenerator.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';
import {
  affordableOrders,
  type ExchangeOrder,
  orderName,
  orderPlan,
  tradeArguments,
} from '../exchange/exchangeOrders.ts';
import { tradeSnapshot } from '../exchange/tradeSnapshots.ts';

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
  const steps = new StepList();
  const sent = amounts.map((amount, at) => {
    const clientOrderId = `{{key:${'ab'[at]}}}`;
    const race = amounts.length > 1 ? { race: 1 } : {};
    return steps.add(stepOf(paymentPlan(method, { ...body, amount, clientOrderId }), race));
  });
  steps.add(stepOf(read.balances()));
  steps.add(stepOf(read.search({ currency, orderType: 'PAYOUT', sort: 'createdAt,desc' })));
  steps.add(controlAction(`payments/{{${steps.last}/content/0/id}}/settle`, { status: 'FAILED', reason: 'declined' }));
  const claims = sent.map((exchange) => assertionOf('OUT-06', 'staysAboveZero', { exchange, currency }));
  return { steps: steps.all, label: edgeCaseLabel(`${methodName(method)} of all that the balance holds`), claims };
}

function drainVariants(known: TargetInventory): CombinationCase[] {
  if (!known.hasTestControl) return [];
  return listedMethods(known, 'PAYOUT').flatMap((method): CombinationCase[] => {
    const balance = known.balance(method.currency);
    const { least, most, scale } = amountRange(method);
    if (!balance || share(balance, scale).gt(most) || share(balance, scale).lt(least)) return [];
    const each = jsonNumber(share(balance, scale));
    const tries = { 'two at once': [each, each], 'all of it': [wholeBalance(balance, method)] };
    return Object.entries(tries).map(([why, amounts]) => ({
      combination: combinationName(method, why),
      draw: (chance) => {
        const body = methodReferences['by paymentMethodId'](method, chance);
        return body && drained({ method, amounts, body });
      },
    }));
  });
}

/** Sales of more of a balance than it holds, between looks, and what turns back the one that may have been made (XCH-08). */
function oversold(order: ExchangeOrder, { amount, times }: { amount: Decimal; times: number }): FuzzCase {
  const { pair } = order;
  const steps = new StepList();
  const control = steps.add(controlStep(orderPlan(order, smallOf(pair))));
  const before = tradeSnapshot(steps, pair, 'before');
  const created = Array.from({ length: times }, (_, at) =>
    steps.add(stepOf(orderPlan(order, amount, { clientOrderId: `{{key:${'ab'[at]}}}` }), times > 1 ? { race: 1 } : {})),
  );
  const after = tradeSnapshot(steps, pair, 'after');
  if (times > 1) steps.add(stepOf(orderPlan({ pair, side: 'BUY' }, amount, { clientOrderId: '{{key:back}}' })));
  const attempts = [{ before, created, after, amount: amount.toFixed() }];
  const args = { ...tradeArguments(order), asset: 'base' as const, control, attempts };
  const label = edgeCaseLabel(`${orderName(order)} of more than the balance holds`);
  return { steps: steps.all, label, claims: [assertionOf('XCH-08', 'notOverspent', args)] };
}

/** By itself an order asks for so many times as much as the balance holds. */
const beyond = decimal('1.4');

function oversoldVariants(known: TargetInventory): CombinationCase[] {
  const sales = affordableOrders(known).filter(({ side }) => side === 'SELL');
  return sales.flatMap((order): CombinationCase[] => {
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
      isFit(one) ? [{ combination: `${orderName(order)}, ${why}`, draw: () => oversold(order, one) }] : [],
    );
  });
}

/** Orders that together, or by themselves, ask for more than a balance holds. */
export const overspendingCases: readonly CaseGenerator[] = [
  combinationGenerator({
    name: 'pay-outs of all that a balance holds',
    evidences: ['OUT-06'],
    posts: 2,
    isMisuse: true,
    variants: drainVariants,
  }),
  combinationGenerator({
    name: 'sales of more than a balance holds',
    evidences: ['XCH-08'],
    posts: 3,
    isMisuse: true,
    variants: oversoldVariants,
  }),
];
