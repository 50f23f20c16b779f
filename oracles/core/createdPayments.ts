import type { Exchange } from '../../traffic/journal/exchange.ts';
import { grouped, type PaymentSighting, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { sightingsOf } from './creationEffect.ts';
import { memoizedByRecord } from './memoize.ts';

/** The sightings of pay-outs by the id of their order. */
const sightingsByOrder = memoizedByRecord(
  ({ payments }) => {
    const payouts = payments.filter(({ value }) => textField(value, 'orderType') === 'PAYOUT');
    return grouped(payouts, ({ value }) => textField(value, 'orderId') ?? '');
  },
  ({ payments }) => payments.length,
);

/** Returns the sightings of the payment of a creation: by its clientOrderId, or by the id of its order if it was sent without one. */
export function sightingsOfCreated(record: RunRecord, { line, text }: Exchange): readonly PaymentSighting[] {
  const { clientOrderId } = line.request;
  return clientOrderId === undefined
    ? (sightingsByOrder(record).get(text.trim()) ?? [])
    : sightingsOf(record, clientOrderId);
}
