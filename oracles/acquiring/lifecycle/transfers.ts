import { canonicalAddress } from '../../../schemas/domain/addresses.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import { grouped, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { type AcquiringSighting, requestsIn } from '../../answers/acquiringRecords.ts';
import { memoizedByRecord } from '../../core/memoize.ts';

/** What a run sent to an address, whether or not the control API confirmed it, and when the control API had answered, ns. */
export interface Transfer {
  asset: string;
  address: string;
  amount: Decimal;
  ok: boolean;
  atNs: bigint;
}

/** Returns what a run sent to each address, by the address in a form that can be compared. */
const transfersByAddress = memoizedByRecord(({ controlActions }): ReadonlyMap<string, readonly Transfer[]> => {
  const all = controlActions.flatMap(({ what, args, ok, atNs }): Transfer[] => {
    const { asset, address, amount } = args as { asset?: string; address?: string; amount?: string };
    if (what !== 'chain/transfers' || asset === undefined || address === undefined || amount === undefined) return [];
    return [{ asset, address: canonicalAddress(address), amount: decimal(amount), ok, atNs: BigInt(atNs) }];
  });
  return grouped(all, ({ address }) => address);
});

const addressOf = ({ value }: AcquiringSighting) => canonicalAddress(textField(value, 'address') ?? '');

/** Returns what this run sent to the address of a request. */
export const transfersTo = (record: RunRecord, sighting: AcquiringSighting): readonly Transfer[] =>
  transfersByAddress(record).get(addressOf(sighting)) ?? [];

/** The requests that showed each address. */
const ownersOf = memoizedByRecord(
  (record): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(
      [...grouped(requestsIn(record), addressOf)].map(([address, all]) => [
        address,
        new Set(all.map(({ value }) => textField(value, 'id') ?? '')),
      ]),
    ),
);

/** True if no other request of the run showed the address of this one: what came there was for this one. */
export const isOnlyOwner = (record: RunRecord, sighting: AcquiringSighting): boolean =>
  (ownersOf(record).get(addressOf(sighting))?.size ?? 0) <= 1;
