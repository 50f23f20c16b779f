import { canonicalAddress } from '../../../schemas/domain/addresses.ts';
import { isObject } from '../../../schemas/json/exact.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { AcquiringSighting } from '../../answers/acquiringRecords.ts';
import { memoizedByRecord } from '../../core/memoize.ts';

/** Returns the addresses to which this run has sent anything, in a form that can be compared. */
const paidAddresses = memoizedByRecord(
  ({ controlActions }) =>
    new Set(
      controlActions.flatMap(({ what, args }) => {
        const { address } = args as { address?: string };
        return what === 'chain/transfers' && address !== undefined ? [canonicalAddress(address)] : [];
      }),
    ),
);

/** The addresses that the final reads paid, each an amount of its own. */
const paidAtLast = memoizedByRecord(
  ({ controlActions }) =>
    new Set(
      controlActions.flatMap(({ what, args, requirement }) => {
        const { address } = args as { address?: string };
        const isLast = what === 'chain/transfers' && requirement === 'sweep' && address !== undefined;
        return isLast ? [canonicalAddress(address)] : [];
      }),
    ),
);

/** Returns the request that a sighting shows: its own, or that of its checkout; the checkout itself if it has none. */
export function requestShown(sighting: AcquiringSighting): AcquiringSighting {
  const request = field(sighting.value, 'request');
  return isObject(request) ? { ...sighting, value: request } : sighting;
}

/** True if this run has sent anything to the address of the request that a sighting shows. */
export function isPaidByRun(record: RunRecord, sighting: AcquiringSighting): boolean {
  const address = textField(requestShown(sighting).value, 'address');
  return address !== undefined && paidAddresses(record).has(canonicalAddress(address));
}

/** True if the final reads have sent anything to the address of the request that a sighting shows. */
export function isPaidAtLast(record: RunRecord, sighting: AcquiringSighting): boolean {
  const address = textField(requestShown(sighting).value, 'address');
  return address !== undefined && paidAtLast(record).has(canonicalAddress(address));
}
