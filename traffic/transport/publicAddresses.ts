import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Of public shape, but served by the host of a cloud's machines: Azure's wire server. */
const ofClouds: ReadonlySet<string> = new Set(['168.63.129.16']);

/** All that was ever given to networks; what lies beside it are other addresses in disguise, or nobody's. */
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3');

/** True for an address of the public Internet: of no network of our own, of one machine, and with no other address inside. */
export function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv6 && !address.match(givenOut)) return false;
  return address.range() === 'unicast' && !ofClouds.has(address.toString());
}

/** Gives the addresses of a host. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

const bySystem: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * The addresses of an URL's host, looked up once: who connects takes these, for another look may give others. None where one of them is not of the
 * public Internet: what a target names inside of our own network is not opened for it.
 */
export async function publicAddresses({ hostname }: URL, resolve = bySystem): Promise<readonly LookupAddress[]> {
  const addresses = await resolve(hostname.replace(/^\[|\]$/g, '')).catch(() => []);
  return addresses.every(({ address }) => isPublic(address)) ? addresses : [];
}

/** Answers whoever connects to a host with the addresses that were looked up before. */
export const fixedLookup =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_hostname, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, [...addresses]);
    else if (first) done(null, first.address, first.family);
    else done(new Error('no address'), '');
  };
