import type { Exchange } from '../../traffic/journal/exchange.ts';
import {
  type Creation,
  creationIn,
  grouped,
  type PaymentSighting,
  paymentsIn,
  type RunRecord,
  textField,
} from '../../traffic/journal/runRecord.ts';
import { createsOrder, mayHaveMade, ordersIn, withoutRepeated } from '../core/creationEffect.ts';
import { memoizedByRecord } from '../core/memoize.ts';

/** What one account has created, and the payments that its own reads and creations have shown. */
export interface AccountPayments {
  orders: readonly Creation[];
  payments: readonly PaymentSighting[];
  /** Returns the requests for orders with this clientOrderId that were accepted, or whose fate is unknown. */
  usesOf(clientOrderId: string): readonly Exchange[];
  /** Returns the sightings of payments with this clientOrderId, in the order of their reads. */
  sightingsOf(clientOrderId: string): readonly PaymentSighting[];
}

const isOrder = ({ line }: Exchange) => line.operation?.startsWith('POST /v1/user/crypto-acquiring/') !== true;

function paymentsOf(
  sent: readonly Exchange[],
  { orders, payments }: Pick<AccountPayments, 'orders' | 'payments'>,
): AccountPayments {
  const keyed = grouped(payments, ({ value }) => textField(value, 'clientOrderId') ?? '');
  const tried = sent.filter(
    (one) => one.line.request.clientOrderId !== undefined && createsOrder(one) && mayHaveMade(one),
  );
  const uses = grouped(tried, ({ line }) => line.request.clientOrderId ?? '');
  return {
    orders,
    payments,
    usesOf: (key) => withoutRepeated(uses.get(key) ?? []),
    sightingsOf: (key) => (key === '' ? [] : (keyed.get(key) ?? [])),
  };
}

/** Returns the payments of each account that a run has used, those of the account under test first. Accounts of the rate-limit test are left out. */
export const paymentsByAccount = memoizedByRecord((record: RunRecord): AccountPayments[] => {
  const limited = new Set(record.target?.limited?.map(({ label }) => label));
  const others = record.exchanges.filter(
    ({ line: { request } }) => request.account !== undefined && !limited.has(request.account),
  );
  const further = [...grouped(others, ({ line }) => line.request.account ?? '').values()].map((own) =>
    paymentsOf(own, {
      orders: own.filter(isOrder).flatMap((one) => creationIn(one) ?? []),
      payments: own.flatMap(paymentsIn),
    }),
  );
  const main = record.exchanges.filter(({ line }) => line.request.account === undefined);
  return [paymentsOf(main, { orders: ordersIn(record), payments: record.payments }), ...further];
});
