import { createHash, timingSafeEqual } from 'node:crypto';
import { type WebhookKind, webhookKinds } from '../../../schemas/domain/webhookKinds.ts';

/** The place below the receiver's own path at which a request arrived. */
export interface WebhookPlace {
  webhook?: WebhookKind;
  /** True if the request followed one of our redirects. */
  moved?: true;
  /** True if the request arrived at a path that we gave to nobody. */
  strayed?: true;
}

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
  const webhook = webhookKinds.find((kind) => kind === name);
  return name !== undefined && webhook === undefined ? undefined : { ...(webhook && { webhook }), ...moved };
}
