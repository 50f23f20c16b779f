import { distinctiveAmount, exchangeAmount } from '../../../../generators/amounts/amounts.ts';
import { orderBody } from '../../../../generators/payloads/exchange.ts';
import type { Fees } from '../../../../oracles/balances/moneyConservation.ts';
import { methodName } from '../../../../runner/actions/inputs/methods.ts';
import { feesOf } from '../../../../runner/actions/payments/uncoveredPayout.ts';
import { create, type Plan } from '../../../../traffic/transport/requestPlan.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { amountRange, isCoveredByBalance } from '../../builder/amountRanges.ts';
import { listedMethods, methodReferences, paymentPlan } from '../../builder/paymentBodies.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';
import { affordableOrders } from '../exchange/exchangeOrders.ts';

/** An order of the merchant that carries a clientOrderId (§ Limits): how its plan is made, the currencies that it may move, and its fees. */
export interface KeyedOrder {
  name: string;
  plan(clientOrderId: string, nth?: number): Plan;
  assets: readonly string[];
  fees: Fees;
}

const noFees: Fees = { percent: '0', fixed: '0', scale: 30 };

/** Returns a random payment of a direction. The account covers the payment, and its amounts are slightly above the minimum. */
function anyPayment(
  known: TargetInventory,
  orderType: 'PAYIN' | 'PAYOUT',
  chance: SeededRandom,
): KeyedOrder | undefined {
  const methods = listedMethods(known, orderType).filter((one) =>
    isCoveredByBalance(known, one, amountRange(one).least),
  );
  if (methods.length === 0) return undefined;
  const method = chance.pick(methods);
  const way = chance.pick(
    listedMethods(known, orderType, 'by currency and method').includes(method)
      ? (['by paymentMethodId', 'by currency and method'] as const)
      : (['by paymentMethodId'] as const),
  );
  const body = methodReferences[way](method, chance);
  return (
    body && {
      name: methodName(method),
      plan: (clientOrderId, nth = 0) =>
        paymentPlan(method, { ...body, clientOrderId, amount: distinctiveAmount(method, nth) }),
      assets: orderType === 'PAYIN' ? [] : [method.currency],
      fees: feesOf(method),
    }
  );
}

function anyExchange(known: TargetInventory, chance: SeededRandom): KeyedOrder | undefined {
  const orders = affordableOrders(known);
  if (orders.length === 0) return undefined;
  const { pair, side } = chance.pick(orders);
  const { symbolPair, base, quote } = pair;
  return {
    name: `an order to ${side} ${symbolPair}`,
    plan: (clientOrderId, nth = 0) =>
      create.exchange(orderBody({ symbolPair, side, amount: exchangeAmount(pair, nth) }, { clientOrderId })),
    assets: [base, quote],
    fees: noFees,
  };
}

/**
 * Draws an order of each of the three kinds that carry a clientOrderId, from the target's own lists. Undefined if the target lists no order of that kind, or if
 * the balances cover no order of it.
 */
export const keyedOrders = {
  'pay-in': (known: TargetInventory, chance: SeededRandom) => anyPayment(known, 'PAYIN', chance),
  'pay-out': (known: TargetInventory, chance: SeededRandom) => anyPayment(known, 'PAYOUT', chance),
  'exchange order': anyExchange,
} as const;

/** The name of one of `keyedOrders`. */
export type OrderKind = keyof typeof keyedOrders;

/** Every kind of order. */
export const orderKinds = Object.keys(keyedOrders) as OrderKind[];
