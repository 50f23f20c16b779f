import { type Decimal, decimal, type Exact, isExactNumber, isObject } from '../../schemas/json/exact.ts';
import { field, type PaymentSighting, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { ordersIn } from '../core/creationEffect.ts';

/** A partial payment of this run as one read shows it, and the part of the requested amount that was not processed. */
export interface PartialPayment extends PaymentSighting {
  remainder: Decimal;
}

const numberIn = (value: Exact | undefined) => (isExactNumber(value) ? decimal(value).abs() : undefined);

/** Returns the reads of single payments that show partial payments of this run (PAY-14). */
export function partialPaymentsIn(record: RunRecord): PartialPayment[] {
  const asked = new Map<string | undefined, Exact>();
  for (const { exchange, clientOrderId } of ordersIn(record)) {
    const { sent } = exchange;
    // A second use of an id creates no payment.
    if (sent !== undefined && !asked.has(clientOrderId)) asked.set(clientOrderId, sent);
  }
  return record.payments.flatMap((sighting) => {
    const { value, source } = sighting;
    if (source !== 'get' || textField(value, 'status') !== 'PARTIAL_SUCCESS') return [];
    const wanted = numberIn(field(asked.get(textField(value, 'clientOrderId')), 'amount'));
    const processed = numberIn(field(value, 'amount'));
    return wanted && processed && wanted.gt(processed) ? [{ ...sighting, remainder: wanted.minus(processed) }] : [];
  });
}

function placesOf(value: Exact, rest: Decimal, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => placesOf(one, rest, `${path}[]`));
  if (isObject(value))
    return Object.entries(value).flatMap(([name, one]) => placesOf(one, rest, path ? `${path}.${name}` : name));
  return numberIn(value)?.eq(rest) ? [path] : [];
}

/** Returns the fields of a partial payment that hold the unprocessed amount. The interface does not say which (PAY-14). */
export function remainderFields({ value, remainder }: PartialPayment): string {
  return placesOf(value, remainder, '').sort().join(' and ') || 'none';
}
