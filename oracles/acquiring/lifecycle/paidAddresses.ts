import { canonicalAddress } from '../../../schemas/domain/addresses.ts';
import { isObject } from '../../../schemas/json/exact.ts';
import type { ControlActionLine } from '../../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { AcquiringSighting } from '../../answers/acquiringRecords.ts';
import { memoizedByRecord } from '../../core/memoize.ts';

/** Returns the addresses to which control actions of some kind have sent anything, in a form that can be compared. */
const addressesPaid = (isOne: (action: ControlActionLine) => boolean) =>
  memoizedByRecord(
    ({ controlActions }: RunRecord): ReadonlySet<string> =>
      new Set(
        controlActions.filter(isOne).flatMap(({ what, args }) => {
          const { address } = args as { address?: string };
          return what === 'chain/transfers' && address !== undefined ? [canonicalAddress(address)] : [];
        }),
      ),
  );

const isPaidAt =
  (addresses: (record: RunRecord) => ReadonlySet<string>) =>
  (record: RunRecord, sighting: AcquiringSighting): boolean => {
    const address = textField(requestShown(sighting).value, 'address');
    return address !== undefined && addresses(record).has(canonicalAddress(address));
  };

/** Returns the request that a sighting shows: its own, or that of its checkout; the checkout itself if it has none. */
export function requestShown(sighting: AcquiringSighting): AcquiringSighting {
  const request = field(sighting.value, 'request');
  return isObject(request) ? { ...sighting, value: request } : sighting;
}

/** True if this run has sent anything to the address of the request that a sighting shows. */
export const isPaidByRun = isPaidAt(addressesPaid(() => true));

/** True if the final reads have, each time another amount. */
export const isPaidAtLast = isPaidAt(addressesPaid(({ requirement }) => requirement === 'sweep'));
