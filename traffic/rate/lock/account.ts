import { createHash } from 'node:crypto';
import { urlOf } from '../../../schemas/domain/urlOf.ts';
import { baseOf } from '../../system/webAddress.ts';

/** The account that a quota belongs to: the base address and the token id that the requests carry. */
export interface Account {
  baseUrl: string;
  tokenId: string;
}

/** Names of this machine; all lead to the same server. */
const ownNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Normalises the address of an account. */
function placeOf(baseUrl: string): string {
  if (!urlOf(baseUrl)) return baseUrl;
  const { protocol, port, hostname, pathname } = new URL(baseOf(baseUrl));
  const name = hostname.replace(/\.$/, '');
  return [protocol, ownNames.has(name) ? 'this machine' : name, port, pathname].join(' ');
}

/** Names an account without revealing either part: 64 hex digits. */
export const accountName = ({ baseUrl, tokenId }: Account): string =>
  createHash('sha256')
    .update(`${placeOf(baseUrl)}\n${tokenId}`)
    .digest('hex');
