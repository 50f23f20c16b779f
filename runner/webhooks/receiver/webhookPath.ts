import { createHash, timingSafeEqual } from 'node:crypto';
import { type WebhookKind, webhookKinds } from '../../../traffic/target/file/targetFile.ts';

/** Where below the receiver's own path a request came to. */
export interface WebhookPlace {
  webhook?: WebhookKind;
  /** Where a redirect of ours points. */
  moved?: true;
  /** Nowhere that we have told to anybody. */
  strayed?: true;
}

/** The last part of the path that a redirect points to. */
export const redirectedPart = 'moved';

const hashed = (text: string) => createHash('sha256').update(text).digest();

/** The place that a path names below our own, `/<what nobody can guess>`; undefined for a stranger's. */
export function placeIn(url: string, own: string): WebhookPlace | undefined {
  const [path = ''] = url.split('?');
  // Compared by hashes, so that the time tells nothing of how much of it was right.
  if (!timingSafeEqual(hashed(path.slice(0, own.length)), hashed(own))) return undefined;
  const [first, ...parts] = path.slice(own.length).replace(/\/$/, '').split('/');
  const moved = parts.at(-1) === redirectedPart && ({ moved: true } as const);
  const [name, ...more] = moved ? parts.slice(0, -1) : parts;
  if (first !== '' || more.length > 0) return undefined;
  const webhook = webhookKinds.find((kind) => kind === name);
  return name !== undefined && webhook === undefined ? undefined : { ...(webhook && { webhook }), ...moved };
}
