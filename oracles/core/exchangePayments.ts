import type { Exchange } from '../../traffic/journal/exchange.ts';
import { type PaymentSighting, textField } from '../../traffic/journal/runRecord.ts';

/** The operation that creates an exchange order. */
export const exchangeOrder = 'POST /v1/user/exchange';

/**
 * Returns the payments of a clientOrderId that belong to no exchange order with it, and its other uses. An exchange order may appear as several payments, each with
 * its order id; where no order id tells whose a payment is, it may be the exchange order's.
 */
export function besidesExchanges(payments: readonly PaymentSighting[], made: readonly Exchange[]) {
  const isExchange = ({ line }: Exchange) => line.operation === exchangeOrder;
  const exchanges = made.filter(isExchange);
  const others = made.filter((one) => !isExchange(one));
  if (exchanges.length === 0) return { payments, others };
  const orders = exchanges.map((one) => (one.class === 'accepted' ? one.text.trim() : undefined));
  const isOfExchange = ({ value }: PaymentSighting) => {
    const order = textField(value, 'orderId');
    return order === undefined || orders.some((one) => one === undefined || one === order);
  };
  return { payments: payments.filter((one) => !isOfExchange(one)), others };
}
