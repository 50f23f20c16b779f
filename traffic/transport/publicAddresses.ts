import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses that are in a public range, but that a cloud host serves only to its own machines: Azure's wire server. */
const ofClouds: ReadonlySet<string> = new Set(['168.63.129.16']);

/** The range of all IPv6 addresses allocated to networks. An address outside this range embeds another address or belongs to nobody. */
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3');

/** True for an address of a single machine on the public Internet: not in a private network, and without another address embedded in it. */
export function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv6 && !address.match(givenOut)) return false;
  return address.range() === 'unicast' && !ofClouds.has(address.toString());
}

/** Returns the addresses of a host. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

const bySystem: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * Looks up the addresses of a URL's host once. The connection must use these addresses, because another lookup may give others. Returns an empty list if any
 * address is not on the public Internet: a target must not make us connect to our own network.
 */
export async function publicAddresses({ hostname }: URL, resolve = bySystem): Promise<readonly LookupAddress[]> {
  const addresses = await resolve(hostname.replace(/^\[|\]$/g, '')).catch(() => []);
  return addresses.every(({ address }) => isPublic(address)) ? addresses : [];
}

/** A lookup function for connections that returns the addresses looked up before. */
export const fixedLookup =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_hostname, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, [...addresses]);
    else if (first) done(null, first.address, first.family);
    else done(new Error('no address'), '');
  };
