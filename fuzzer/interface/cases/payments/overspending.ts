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

/** The share of a balance that each of two simultaneous orders takes. The balance covers one but not both, even if it has grown since it was read. */
const shareOfEach = decimal('0.7');

const share = (balance: Decimal, scale: number) => roundTo(balance.times(shareOfEach), scale, 'DOWN');

/**
 * Pay-outs of nearly all that a balance holds. The test control API makes one of them fail. This returns its amount, so that the balance covers the next
 * pay-outs.
 */
interface Draining {
  method: Method;
  amounts: readonly Body['amount'][];
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
  const assertions = sent.map((exchange) => assertionOf('OUT-06', 'staysAboveZero', { exchange, currency }));
  return {
    steps: steps.all,
    label: edgeCaseLabel(`${methodName(method)} of all that the balance holds`),
    claims: assertions,
  };
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

/** Sells more of a balance than it holds, between snapshots. Then reverses the order, in case the target has made it (XCH-08). */
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

/** A single order requests this many times what the balance holds. */
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
    // The amount to buy back must be small compared with the balance that pays for it.
    const isFit = ({ amount }: { amount: Decimal }) =>
      amount.gte(pair.minLimit) && !pair.maxLimit?.lt(amount) && amount.times(pair.ask).times(4).lt(bought);
    return Object.entries(tries).flatMap(([why, one]) =>
      isFit(one) ? [{ combination: `${orderName(order)}, ${why}`, draw: () => oversold(order, one) }] : [],
    );
  });
}

/** Orders that exceed a balance, together or on their own. */
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
