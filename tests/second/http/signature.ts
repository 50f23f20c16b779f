import { createHmac, timingSafeEqual } from 'node:crypto';

/** The hex HMAC-SHA256 over body and salt, keyed with the token secret. */
export function signature(body: Uint8Array, salt: Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(body).update(salt).digest('hex');
}

/** Compares two texts without telling by the time taken where they differ. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
