import { isObject } from '../../../schemas/json/exact.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { hasShape, type ShownObject } from '../../core/contractShape.ts';
import { hasBlockchainOfItsCurrency } from '../../payments/paymentFields.ts';
import type { ReceivedDelivery } from '../received/deliveries.ts';

/** A webhook is a POST to the registered address, and its raw body is JSON (WHK-01). */
export function isPosted({ delivery }: ReceivedDelivery): Fault | undefined {
  const { line, parsed, id } = delivery;
  const { method, body } = line.request;
  const differs = (what: string, wanted: string, seen: string): Fault => ({
    code: 'differs',
    what,
    wanted,
    seen,
    exchanges: [id],
  });
  if (line.strayed)
    return differs(`the destination of ${delivery.seen}`, 'the registered URL', 'another path on its host');
  if (method !== 'POST') return differs(`the method of ${delivery.seen}`, 'POST', method);
  if (body.cut) return { code: 'cut', request: delivery.seen, keptBytes: body.bytes, exchanges: [id] };
  if (body.base64 !== undefined) return differs('the body of the webhook', 'JSON', 'no valid UTF-8');
  if ('value' in parsed && (isObject(parsed.value) || Array.isArray(parsed.value))) return undefined;
  const why = 'fault' in parsed ? ` (${parsed.fault})` : '';
  return differs('the body of the webhook', 'a JSON object', `${excerpt(delivery.text || 'nothing')}${why}`);
}

/** Normalizes an address: an IPv4 address may appear in its IPv6 form. */
const plain = (address: string) =>
  address
    .trim()
    .toLowerCase()
    .replace(/^::ffff:/, '');

/** A webhook comes from the one source address that the target file names (WHK-09). */
export function isFromSource(source: string | undefined) {
  return ({ delivery: { line, id } }: ReceivedDelivery): Fault | undefined => {
    if (source === undefined || plain(line.request.source) === plain(source)) return undefined;
    const what = `the source address of the ${[line.webhook, 'webhook'].filter(Boolean).join(' ')}`;
    return { code: 'differs', what, wanted: source, seen: line.request.source, exchanges: [id] };
  };
}

/** Returns the reason why the source is not judged: the target file names no source address. Undefined if it does. */
export const noSourceFault = ({ target }: RunRecord): Fault | undefined =>
  target?.webhookSource === undefined
    ? { code: 'notApplicable', reason: 'the target file names no source address for its webhooks', exchanges: [] }
    : undefined;

/** Returns the body of a payment webhook as an object whose fields can be judged. */
const bodyOf = (delivery: Delivery): ShownObject[] => {
  if (delivery.json === undefined) return [];
  const value = isObject(delivery.json) ? delivery.json : {};
  return [{ exchange: { id: delivery.id }, where: 'the payment webhook body', value }];
};

/** The body of a payment webhook is the Payment record itself, without a wrapper and with the documented fields (LIF-03, SBX-02). */
export function isPaymentRecord(contract: Contract) {
  const hasFields = hasShape(contract, 'Payment');
  return ({ delivery }: ReceivedDelivery): readonly Fault[] =>
    bodyOf(delivery).flatMap((body) => {
      return [hasFields(body) ?? [], hasBlockchainOfItsCurrency(body) ?? []].flat(2);
    });
}
