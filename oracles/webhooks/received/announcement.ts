import { type WebhookKind, webhookFacts, webhookKinds } from '../../../schemas/domain/webhookKinds.ts';
import { type Exact, type ExactObject, isObject } from '../../../schemas/json/exact.ts';
import type { Delivery } from '../../../traffic/journal/delivery.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { memoized } from '../../core/memoize.ts';

/** The content of one delivery attempt: a record of some kind has reached a status. */
export interface Announcement {
  delivery: Delivery;
  kind: WebhookKind | undefined;
  id: string | undefined;
  status: string | undefined;
  /** When its record was created, by the target's clock, ms since 1970; NaN if the body does not say it. */
  createdMs: number;
}

/** Returns all strings in a value, at any depth. */
function textsWithin(value: Exact | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsWithin);
  return isObject(value) ? Object.values(value).flatMap(textsWithin) : [];
}

const startsWith = (prefix: string | undefined) => (text: string | undefined) =>
  prefix !== undefined && text?.startsWith(prefix) === true;

/** Accepts the ids of the records that a kind announces. */
const isIdOf = (kind: WebhookKind | undefined) => startsWith(kind && webhookFacts[kind].idPrefix);

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
  const texts = textsWithin(json);
  const marked = webhookKinds.find((kind) => texts.some(startsWith(webhookFacts[kind].mark)));
  if (marked !== undefined) return marked;
  const kindsFound = byNesting(json).map((one) => webhookKinds.find((kind) => isIdOf(kind)(textField(one, 'id'))));
  return kindsFound.find((kind) => kind !== undefined);
}

const recordIn = (json: Exact | undefined, kind: WebhookKind | undefined): ExactObject | undefined =>
  byNesting(json).find((one) => isIdOf(kind)(textField(one, 'id')));

/** Returns the id of the record from any field, for bodies in which no object has it as its own id. */
const idWithin = (json: Exact | undefined, kind: WebhookKind | undefined) => textsWithin(json).find(isIdOf(kind));

/** Returns what a delivery announces. Only the bodies of payments are documented; other bodies are searched at any depth (§ Webhook kinds). */
export const announcementOf = memoized((delivery: Delivery): Announcement => {
  const { json } = delivery;
  const kind = kindOf(delivery);
  const record = recordIn(json, kind);
  const known = (kind && webhookFacts[kind].statuses) ?? [];
  const own = textField(record, 'status');
  // The interface does not show the words for statuses in bodies other than those of payments. A word that is not a known status of the kind is ignored.
  const isSaid = kind === 'payment' || own === undefined || known.includes(own);
  const status = isSaid ? (own ?? textsWithin(json).find((text) => known.includes(text))) : undefined;
  const [createdAt = ''] = [record, ...byNesting(json)].flatMap((one) => textField(one, 'createdAt') ?? []);
  return {
    delivery,
    kind,
    id: textField(record, 'id') ?? idWithin(json, kind),
    status,
    createdMs: Date.parse(createdAt),
  };
});

/** Returns all strings in a body, at any depth. */
export const textsOf = memoized(({ json }: Delivery): readonly string[] => textsWithin(json));
