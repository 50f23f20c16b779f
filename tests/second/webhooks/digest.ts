import { createHmac } from 'node:crypto';

/** The value of X-Payload-Digest: hex HMAC-SHA1 of the raw body, keyed with the webhook secret. */
export function payloadDigest(body: Uint8Array, secret: string): string {
  return createHmac('sha1', secret).update(body).digest('hex');
}
