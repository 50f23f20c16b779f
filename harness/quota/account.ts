import { createHash } from 'node:crypto';

/** Whose quota it is: the base address and the token id that the requests carry. */
export interface Account {
  baseUrl: string;
  tokenId: string;
}

/** A name for an account that shows neither of its parts: 64 hex digits. */
export function nameOf({ baseUrl, tokenId }: Account): string {
  const place = URL.canParse(baseUrl) ? new URL(baseUrl).href : baseUrl;
  return createHash('sha256')
    .update(`${place.replace(/\/+$/, '')}\n${tokenId}`)
    .digest('hex');
}
