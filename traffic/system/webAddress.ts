import { BlockList, isIP } from 'node:net';

/** Reads an absolute address with http or https, to which a path can be added: no user, no query, no fragment. Undefined for what is none. The only reader of such. */
export function webAddress(text: string): URL | undefined {
  if (!/^[!-~]+$/.test(text) || /[?#]/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isBare = url.username === '' && url.password === '';
  return /^https?:$/.test(url.protocol) && isBare ? url : undefined;
}

/** True for what `webAddress` reads. */
export const isWebAddress = (text: string): boolean => webAddress(text) !== undefined;

/** A web address in the one way in which it is written, without a slash at its end; a text that is none as it is. */
export const baseOf = (text: string): string => (webAddress(text)?.href ?? text).replace(/\/+$/, '');

/** What to do about an address that is none. */
export const addressHint = 'Write an absolute address with http or https, without a user, query or fragment.';

/** True for what is meant as an address rather than a file. */
export const isAddress = (text: string): boolean => /^https?:/i.test(text);

/** The name of a host as it is compared: a dot at its end says the same. */
const withoutDot = (host: string) => host.replace(/\.(?=:\d+$|$)/, '');

/** The host of a base address, with its port where that is not the usual one. */
export const hostOf = (baseUrl: string): string => withoutDot(new URL(baseUrl).host);

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** True where nothing that is sent to an address can leave this machine. */
export function isLoopback(baseUrl: string): boolean {
  const host = withoutDot(new URL(baseUrl).hostname).replace(/^\[|\]$/g, '');
  const family = isIP(host);
  return host === 'localhost' || (family !== 0 && loopback.check(host, family === 6 ? 'ipv6' : 'ipv4'));
}

/** True for the host of a base address as people name it: in any letter case, with its port or without, an IPv6 address in brackets or not. */
export function isHostOf(baseUrl: string, named: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  const url = webAddress(`${protocol}//${isIP(named) === 6 ? `[${named}]` : named}`);
  if (!url || /[/\\]/.test(named)) return false;
  const hasPort = isIP(named) !== 6 && /:\d*$/.test(named);
  return hostOf(url.href) === hostOf(baseUrl) || (!hasPort && withoutDot(url.hostname) === withoutDot(hostname));
}
