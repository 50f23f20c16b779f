import { isObject } from '../../../schemas/json/exact.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { hasShape, type ShownObject } from '../../core/contractShape.ts';
import type { ReceivedDelivery } from '../received/deliveries.ts';

/** A webhook is a POST to the address that was set, and its raw body is JSON (WHK-01). */
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
    return differs(`where ${delivery.seen} was sent`, 'the URL that was set', 'another path of its host');
  if (method !== 'POST') return differs(`the method of ${delivery.seen}`, 'POST', method);
  if (body.cut) return { code: 'cut', request: delivery.seen, keptBytes: body.bytes, exchanges: [id] };
  if (body.base64 !== undefined) return differs(`the body of webhook ${id}`, 'JSON', 'no valid UTF-8');
  if ('value' in parsed && (isObject(parsed.value) || Array.isArray(parsed.value))) return undefined;
  const why = 'fault' in parsed ? ` (${parsed.fault})` : '';
  return differs(`the body of webhook ${id}`, 'a JSON object', `${excerpt(delivery.text || 'nothing')}${why}`);
}

/** Written alike: an IPv4 address may come as one of IPv6. */
const plain = (address: string) =>
  address
    .trim()
    .toLowerCase()
    .replace(/^::ffff:/, '');

/** A webhook comes from the one address that the target names (WHK-09). */
export function isFromSource(source: string | undefined) {
  return ({ delivery: { line, id } }: ReceivedDelivery): Fault | undefined => {
    if (source === undefined || plain(line.request.source) === plain(source)) return undefined;
    const what = `the address that ${line.webhook ?? 'a'} webhook ${id} came from`;
    return { code: 'differs', what, wanted: source, seen: line.request.source, exchanges: [id] };
  };
}

/** What need not be judged where no address is named. */
export const noSourceFault = ({ target }: RunRecord): Fault | undefined =>
  target?.webhookSource === undefined
    ? { code: 'notApplicable', reason: 'the target names no address that its webhooks come from', exchanges: [] }
    : undefined;

/** A payment webhook's body as an object that is judged by its fields. */
const bodyOf = (delivery: Delivery): ShownObject[] => {
  if (delivery.json === undefined) return [];
  const value = isObject(delivery.json) ? delivery.json : {};
  return [{ exchange: { id: delivery.id }, where: `the body of payment webhook ${delivery.id}`, value }];
};

/** The body of a payment webhook is the Payment record: nothing around it, its fields as anywhere (LIF-03, SBX-02). */
export function isPaymentRecord(contract: Contract) {
  const hasFields = hasShape(contract, 'Payment');
  return ({ delivery }: ReceivedDelivery): readonly Fault[] =>
    bodyOf(delivery).flatMap((body) => {
      const found = hasFields(body);
      return found === undefined ? [] : [found].flat();
    });
}
