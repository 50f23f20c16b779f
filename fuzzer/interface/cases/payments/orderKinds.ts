import { distinctiveAmount, exchangeAmount } from '../../../../generators/amounts/amounts.ts';
import { orderBody } from '../../../../generators/payloads/exchange.ts';
import type { Fees } from '../../../../oracles/balances/feeInterpretations.ts';
import type { TradeSide } from '../../../../oracles/exchange/trades.ts';
import { methodName } from '../../../../runner/actions/inputs/methods.ts';
import { feesOf } from '../../../../runner/actions/payments/uncoveredPayout.ts';
import { create, type Plan } from '../../../../traffic/transport/requestPlan.ts';
import type { FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { coveredMethods, drawPayment, listedMethods, methodReferences } from '../../builder/payments.ts';
import { crossedBySecond, type Draw, nameTable, type Table } from '../../builder/tables.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';
import { affordableOrders, orderName } from '../exchange/exchangeOrders.ts';

/** An order of the merchant that carries a clientOrderId (§ Limits): how its plan is made, the currencies that it may move, and its fees. */
export interface KeyedOrder {
  name: string;
  plan(clientOrderId: string, nth?: number): Plan;
  /** The order of the other side with this id, of an exchange order. */
  turned?(clientOrderId: string): Plan;
  assets: readonly string[];
  fees: Fees;
}

const noFees: Fees = { percent: '0', fixed: '0', scale: 30 };

/** Draws an order from the target's own lists. Undefined if the target lists no order of that kind, or if the balances cover no order of it. */
type Drawing = (known: TargetInventory, chance: SeededRandom) => KeyedOrder | undefined;

/** Returns a random payment of a direction. The account covers the payment, and its amounts are slightly above the minimum. */
const anyPayment =
  (orderType: 'PAYIN' | 'PAYOUT'): Drawing =>
  (known, chance) => {
    const methods = coveredMethods(known, orderType);
    if (methods.length === 0) return undefined;
    const method = chance.pick(methods);
    const isClear = listedMethods(known, orderType, 'by currency and method').includes(method);
    const payment = drawPayment(method, chance.pick(isClear ? methodReferences : methodReferences.slice(0, 1)), chance);
    return (
      payment && {
        name: methodName(method),
        plan: (clientOrderId, nth = 0) => payment.plan({ clientOrderId, amount: distinctiveAmount(method, nth) }),
        assets: orderType === 'PAYIN' ? [] : [method.currency],
        fees: feesOf(method),
      }
    );
  };

const anyExchange: Drawing = (known, chance) => {
  const orders = affordableOrders(known);
  if (orders.length === 0) return undefined;
  const order = chance.pick(orders);
  const { pair, side } = order;
  const { symbolPair, base, quote } = pair;
  const planOf = (to: TradeSide, clientOrderId: string, nth: number) =>
    create.exchange(orderBody({ symbolPair, side: to, amount: exchangeAmount(pair, nth) }, { clientOrderId }));
  return {
    name: `an order to ${orderName(order)}`,
    plan: (clientOrderId, nth = 0) => planOf(side, clientOrderId, nth),
    turned: (clientOrderId) => planOf(side === 'BUY' ? 'SELL' : 'BUY', clientOrderId, 1),
    assets: [base, quote],
    fees: noFees,
  };
};

/** Draws an order of each of the three kinds that carry a clientOrderId. */
export const keyedOrders = {
  'pay-in': anyPayment('PAYIN'),
  'pay-out': anyPayment('PAYOUT'),
  'exchange order': anyExchange,
} as const;

/** The name of one of `keyedOrders`. */
export type OrderKind = keyof typeof keyedOrders;

/** Every kind of order. */
export const orderKinds = Object.keys(keyedOrders) as OrderKind[];

/** Returns a row for each kind of order and each way to use it, way by way. */
export const orderCases = <Way>(
  ways: Table<Way>,
  make: (order: KeyedOrder, kind: OrderKind, way: Way) => FuzzCase,
): Table =>
  crossedBySecond(
    nameTable(orderKinds),
    ways,
    (kind, way): Draw =>
      ({ known, chance }) => {
        const order = keyedOrders[kind](known, chance);
        return order && make(order, kind, way);
      },
  );
