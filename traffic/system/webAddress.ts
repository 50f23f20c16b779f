import { BlockList, isIP } from 'node:net';
import { urlOf } from '../../schemas/domain/urlOf.ts';

/**
 * Reads an absolute http or https address to which a path can be added: no user, query or fragment. Returns undefined for any other text. No other function
 * reads these addresses.
 */
export function webAddress(text: string): URL | undefined {
  if (!/^[!-~]+$/.test(text) || /[?#]/.test(text)) return undefined;
  const url = urlOf(text);
  if (!url) return undefined;
  const isBare = url.username === '' && url.password === '';
  return /^https?:$/.test(url.protocol) && isBare ? url : undefined;
}

/** True for a text that `webAddress` can read. */
export const isWebAddress = (text: string): boolean => webAddress(text) !== undefined;

/** Returns a web address in normal form without a trailing slash; other texts are returned unchanged. */
export const baseOf = (text: string): string => (webAddress(text)?.href ?? text).replace(/\/+$/, '');

/** What to do about an invalid address. */
export const addressHint = 'Write an absolute address with http or https, without a user, query or fragment.';

/** True if a text is meant as an address rather than a file. */
export const isAddress = (text: string): boolean => /^https?:/i.test(text);

/** Removes the trailing dot of a host name, which does not change its meaning. */
const withoutDot = (host: string) => host.replace(/\.(?=:\d+$|$)/, '');

/** Returns the host of a base address, with its port unless that is the default. */
export const hostOf = (baseUrl: string): string => withoutDot(new URL(baseUrl).host);

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** True if no request to an address can leave this machine. */
export function isLoopback(baseUrl: string): boolean {
  const host = withoutDot(new URL(baseUrl).hostname).replace(/^\[|\]$/g, '');
  const family = isIP(host);
  return host === 'localhost' || (family !== 0 && loopback.check(host, family === 6 ? 'ipv6' : 'ipv4'));
}

/** True if `named` is the host of a base address as people write it: in any letter case, with or without its port, an IPv6 address with or without brackets. */
export function isHostOf(baseUrl: string, named: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  const url = webAddress(`${protocol}//${isIP(named) === 6 ? `[${named}]` : named}`);
  if (!url || /[/\\]/.test(named)) return false;
  const hasPort = isIP(named) !== 6 && /:\d*$/.test(named);
  return hostOf(url.href) === hostOf(baseUrl) || (!hasPort && withoutDot(url.hostname) === withoutDot(hostname));
}
