import { exchangeAmount, oddAmount } from '../../../../generators/amounts.ts';
import { methodName } from '../../../../harness/methods.ts';
import type { Fees } from '../../../../harness/oracles/money.ts';
import { create, type Plan } from '../../../../harness/plan.ts';
import { feesOf } from '../../../../harness/shortPayout.ts';
import type { Chance } from '../../../run/chance.ts';
import type { Known } from '../../known.ts';
import { bears, rangeOf } from './amountWays.ts';
import { methodsOf, planFor, spoken } from './bodies.ts';
import { ordersOf } from './orders.ts';

/** An order of the merchant that carries a clientOrderId (§ Limits): its plan with an id and an amount, the currencies that it may move, its fees. */
export interface KeyedOrder {
  name: string;
  plan(clientOrderId: string, nth?: number): Plan;
  assets: readonly string[];
  fees: Fees;
}

const noFees: Fees = { percent: '0', fixed: '0', scale: 30 };

/** Any payment of a direction that the account bears, of amounts that lie a little above the least. */
function anyPayment(known: Known, orderType: 'PAYIN' | 'PAYOUT', chance: Chance): KeyedOrder | undefined {
  const methods = methodsOf(known, orderType).filter((one) => bears(known, one, rangeOf(one).least));
  if (methods.length === 0) return undefined;
  const method = chance.pick(methods);
  const way = chance.pick(
    methodsOf(known, orderType, 'by currency and method').includes(method)
      ? (['by paymentMethodId', 'by currency and method'] as const)
      : (['by paymentMethodId'] as const),
  );
  const body = spoken[way](method, chance);
  return (
    body && {
      name: methodName(method),
      plan: (clientOrderId, nth = 0) => planFor(method, { ...body, clientOrderId, amount: oddAmount(method, nth) }),
      assets: orderType === 'PAYIN' ? [] : [method.currency],
      fees: feesOf(method),
    }
  );
}

function anyExchange(known: Known, chance: Chance): KeyedOrder | undefined {
  const orders = ordersOf(known);
  if (orders.length === 0) return undefined;
  const { pair, side } = chance.pick(orders);
  const { symbolPair, base, quote } = pair;
  return {
    name: `an order to ${side} ${symbolPair}`,
    plan: (clientOrderId, nth = 0) =>
      create.exchange({ symbolPair, side, amount: exchangeAmount(pair, nth), clientOrderId }),
    assets: [base, quote],
    fees: noFees,
  };
}

/** The three orders that carry a clientOrderId, drawn among what the target lists; undefined where it lists none, or nothing bears it. */
export const kinds = {
  'pay-in': (known: Known, chance: Chance) => anyPayment(known, 'PAYIN', chance),
  'pay-out': (known: Known, chance: Chance) => anyPayment(known, 'PAYOUT', chance),
  'exchange order': anyExchange,
} as const;

/** One of `kinds`. */
export type Kind = keyof typeof kinds;

/** Every kind of order. */
export const allKinds = Object.keys(kinds) as Kind[];
