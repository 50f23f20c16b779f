import { canonicalAddress } from '../../../schemas/domain/addresses.ts';
import { field, type RunRecord } from '../../../traffic/journal/runRecord.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { allAddresses, bundlesIn, canonicalAddressIn, type PlacedAddress } from './bundleAddresses.ts';

/** Names the address of an asset. */
export const placeKey = (asset: string, address: string): string => `${asset} ${canonicalAddress(address)}`;

/** Returns the static addresses that no answer of the run shows as inactive, each as it was shown last, by `placeKey` (§ Static address bundle). */
export const openAddressesIn = memoizedByRecord((record: RunRecord): ReadonlyMap<string, PlacedAddress> => {
  const open = new Map<string, PlacedAddress>();
  const closed = new Set<string>();
  for (const bundle of bundlesIn(record)) {
    for (const one of allAddresses(bundle, 'deactivatedAddresses')) closed.add(canonicalAddressIn(one) ?? '');
    for (const one of allAddresses(bundle, 'addresses')) {
      const address = canonicalAddressIn(one) ?? '';
      if (field(one.value, 'active') === true) open.set(placeKey(one.asset, address), one);
      else closed.add(address);
    }
  }
  return new Map([...open].filter(([, one]) => !closed.has(canonicalAddressIn(one) ?? '')));
});
