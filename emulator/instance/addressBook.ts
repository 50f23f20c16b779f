import type { AcquiringRequest, Bundle, StaticAddress } from '../domain/acquiring.ts';
import type { Rules } from '../rules/index.ts';
import type { Instance } from './instance.ts';

/** A bundle, and all entries of the bundle that have a certain address. */
export interface StaticPlace {
  readonly bundle: Bundle;
  readonly addresses: readonly StaticAddress[];
}

/** Returns the form of an address for comparison. On EVM blockchains, addresses are equal even if their letters differ in case. */
const normal = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address);

/** Returns the request to be paid at an address. If several requests have the address, returns the one that still waits for payment. */
export function requestAt(instance: Instance, address: string): AcquiringRequest | undefined {
  const wanted = normal(address);
  const found = [...instance.requests.values()].filter((request) => normal(request.address) === wanted);
  return found.find(({ status }) => status === 'WAITING_PAYMENT') ?? found[0];
}

/** The bundle that has or had an address. */
export function staticAt(instance: Instance, address: string): StaticPlace | undefined {
  const wanted = normal(address);
  for (const bundle of instance.bundles.values()) {
    const held = [...bundle.addresses, ...bundle.deactivated].filter((one) => normal(one.address) === wanted);
    if (held.length > 0) return { bundle, addresses: held };
  }
  return undefined;
}

/** The blockchain of an address of the service; undefined for any other address. */
export const blockchainOf = (instance: Instance, address: string): string | undefined =>
  requestAt(instance, address)?.asset.blockchain ?? staticAt(instance, address)?.addresses[0]?.asset.blockchain;

/** Creates an address on a blockchain for a request or a bundle, in the format that a rule sets. */
export const newServiceAddress = (
  { instance, rules }: { instance: Instance; rules: Rules },
  blockchain: string,
  of: 'request' | 'bundle',
): string => rules.addressText(instance.chain.newAddress(blockchain), blockchain, of);
