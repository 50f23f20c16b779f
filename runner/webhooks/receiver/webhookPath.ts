import { createHash, timingSafeEqual } from 'node:crypto';
import { type WebhookKind, webhookFacts, webhookKinds } from '../../../schemas/domain/webhookKinds.ts';
import { numberFor } from '../../../traffic/journal/ownIds.ts';

/** The place below the receiver's own path at which a request arrived. */
export interface WebhookPlace {
  webhook?: WebhookKind;
  /** True if the request followed one of our redirects. */
  moved?: true;
  /** True if the request arrived at a path that we gave to nobody. */
  strayed?: true;
  /** The kind that shares the address with payments, at such an address: the body tells which of both came. */
  besidePayments?: WebhookKind;
}

/** What comes before the other kind in the last part of an address that payments share. */
const shared = 'payment-';

/** Returns the kind of these that shares its address with payments, each with its own secret or none: many merchants have one address for all. The seed draws it. */
export function besidePayments(kinds: readonly WebhookKind[], seed: number): WebhookKind | undefined {
  const others = (['checkout', 'request'] as const).filter((kind) => kinds.includes(kind));
  return others[numberFor(`${seed} the address of payments`, 2) % Math.max(1, others.length)];
}

/** Returns the last part of the address of a kind, or of the address that payments share with another one. */
export const partOf = (kind: WebhookKind, other: WebhookKind | undefined): string =>
  other !== undefined && (kind === 'payment' || kind === other) ? `${shared}${other}` : kind;

/** True for the body of a payment webhook, which is a Payment (§ Webhook kinds); those of checkouts and requests are not shown. */
function isPayment(body: Buffer): boolean {
  try {
    const id = (JSON.parse(body.toString('utf8')) as { id?: unknown } | null)?.id;
    return typeof id === 'string' && id.startsWith(webhookFacts.payment.idPrefix ?? '');
  } catch {
    return false;
  }
}

/** Returns a place with its kind of webhook; where two kinds share it, the body tells which. */
export const withKind = ({ besidePayments: other, ...place }: WebhookPlace, body: Buffer | undefined): WebhookPlace =>
  other && body ? { ...place, webhook: isPayment(body) ? 'payment' : other } : place;

/** The last part of the path in our redirects. */
export const redirectedPart = 'moved';

const hashed = (text: string) => createHash('sha256').update(text).digest();

/** Returns the place that a path names below our own path; undefined for any other path. */
export function placeIn(url: string, own: string): WebhookPlace | undefined {
  const [path = ''] = url.split('?');
  // Hashes are compared in constant time, so that the duration does not show how much of the path was right.
  if (!timingSafeEqual(hashed(path.slice(0, own.length)), hashed(own))) return undefined;
  const [first, ...parts] = path.slice(own.length).replace(/\/$/, '').split('/');
  const moved = parts.at(-1) === redirectedPart && ({ moved: true } as const);
  const [name, ...more] = moved ? parts.slice(0, -1) : parts;
  if (first !== '' || more.length > 0) return undefined;
  const other = webhookKinds.find((kind) => `${shared}${kind}` === name);
  if (other) return { besidePayments: other, ...moved };
  const webhook = webhookKinds.find((kind) => kind === name);
  return name !== undefined && webhook === undefined ? undefined : { ...(webhook && { webhook }), ...moved };
}
