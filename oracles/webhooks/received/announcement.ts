import { checkoutLifecycle, paymentLifecycle, requestLifecycle } from '../../../schemas/domain/lifecycles.ts';
import { type Exact, type ExactObject, isObject } from '../../../schemas/json/exact.ts';
import type { Delivery } from '../../../traffic/journal/delivery.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import type { WebhookKind } from '../../../traffic/target/file/targetFile.ts';
import { memoized } from '../../core/memoize.ts';

/** The content of one delivery attempt: a record of some kind has reached a status. */
export interface Announcement {
  delivery: Delivery;
  kind: WebhookKind | undefined;
  id: string | undefined;
  status: string | undefined;
}

/** A kind of webhook for records with an identifier of their own. */
type RecordKind = 'payment' | 'checkout' | 'request';

const prefixes: Readonly<Record<RecordKind, string>> = { payment: 'PMT-', checkout: 'CCO-', request: 'CAPD-' };

/** The states of an incoming blockchain payment (§ States and transitions). */
export const chainStates: readonly string[] = ['PENDING', 'FAILED', 'SUCCESS'];

const states: Readonly<Partial<Record<WebhookKind, readonly string[]>>> = {
  payment: paymentLifecycle.states,
  checkout: checkoutLifecycle.states,
  request: requestLifecycle.states,
  staticAddressPayment: chainStates,
};

/** Returns all strings in a value, at any depth. */
function textsWithin(value: Exact | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsWithin);
  return isObject(value) ? Object.values(value).flatMap(textsWithin) : [];
}

const isOf = (kind: RecordKind) => (text: string | undefined) => text?.startsWith(prefixes[kind]) === true;

/** Returns all objects in a value, from the outermost to the innermost. */
function byNesting(value: Exact | undefined): ExactObject[] {
  const levels = (some: readonly Exact[]): ExactObject[] => {
    if (some.length === 0) return [];
    const here = some.filter(isObject);
    const below = some.flatMap((one) => (Array.isArray(one) ? one : isObject(one) ? Object.values(one) : []));
    return [...here, ...levels(below.filter((one) => typeof one === 'object' && one !== null))];
  };
  return value === undefined ? [] : levels([value]);
}

/** Returns the kind of a delivery, from its path or else from the record in its body. */
function kindOf({ line, json }: Delivery): WebhookKind | undefined {
  if (line.webhook !== undefined) return line.webhook;
  if (textsWithin(json).some((text) => text.startsWith('UBADR-'))) return 'staticAddressPayment';
  const kinds = Object.keys(prefixes) as RecordKind[];
  const kindsFound = byNesting(json).map((one) => kinds.find((kind) => isOf(kind)(textField(one, 'id'))));
  return kindsFound.find((kind) => kind !== undefined);
}

function recordIn(json: Exact | undefined, kind: WebhookKind | undefined): ExactObject | undefined {
  if (kind === undefined || !Object.hasOwn(prefixes, kind)) return undefined;
  return byNesting(json).find((one) => isOf(kind as RecordKind)(textField(one, 'id')));
}

/** Returns the id of the record from any field, for bodies in which no object has it as its own id. */
const idWithin = (json: Exact | undefined, kind: WebhookKind | undefined) =>
  kind !== undefined && Object.hasOwn(prefixes, kind) ? textsWithin(json).find(isOf(kind as RecordKind)) : undefined;

/** Returns what a delivery announces. Only the bodies of payments are documented; other bodies are searched at any depth (§ Webhook kinds). */
export const announcementOf = memoized((delivery: Delivery): Announcement => {
  const { json } = delivery;
  const kind = kindOf(delivery);
  const record = recordIn(json, kind);
  const known = (kind && states[kind]) ?? [];
  const own = textField(record, 'status');
  // The interface does not show the words for statuses in bodies other than those of payments. A word that is not a known status of the kind is ignored.
  const isSaid = kind === 'payment' || own === undefined || known.includes(own);
  const status = isSaid ? (own ?? textsWithin(json).find((text) => known.includes(text))) : undefined;
  return { delivery, kind, id: textField(record, 'id') ?? idWithin(json, kind), status };
});

/** Returns all strings in a body, at any depth. */
export const textsOf = memoized(({ json }: Delivery): readonly string[] => textsWithin(json));
