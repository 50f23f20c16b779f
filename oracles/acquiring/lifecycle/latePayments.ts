import { canonicalAddress } from '../../../schemas/domain/addresses.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { type AcquiringSighting, assetOf, requestsIn } from '../../answers/acquiringRecords.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { type QuietMoment, quietMomentsIn } from '../../balances/quietMoments.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { transfersTo } from './transfers.ts';

/** A request that the final reads paid alone between two reads of the balances. */
export interface LatePayment {
  moment: QuietMoment;
  asset: string;
  paid: Decimal;
  /** What the request asked for; undefined without a price. */
  due: Decimal | undefined;
  /** The request before its payment, and in the read after it. */
  before: AcquiringSighting;
  shown: AcquiringSighting;
}

/** True for what was surely enough: what was asked for, or within the limits where the payer chose the amount. */
export function isEnough({ paid, due, before: { value } }: LatePayment): boolean {
  const [least, most] = [numberIn(value, 'minLimit'), numberIn(value, 'maxLimit')];
  return due ? paid.gte(due) : least !== undefined && paid.gte(least) && (!most || paid.lte(most));
}

/** Returns the requests that the final reads paid, each with the read after it. */
export const latePaymentsIn = memoizedByRecord((record: RunRecord): LatePayment[] =>
  quietMomentsIn(record).flatMap((moment): LatePayment[] => {
    const { asset, address, amount } = moment.args as { asset?: string; address?: string; amount?: string };
    if (asset === undefined || address === undefined || amount === undefined) return [];
    const own = requestsIn(record).filter(
      (one) => canonicalAddress(textField(one.value, 'address') ?? '') === canonicalAddress(address),
    );
    const before = own.findLast(({ exchange }) => exchange.receivedNs < moment.before.sentNs);
    const shown = own.find(
      ({ exchange }) => exchange.sentNs > moment.before.receivedNs && exchange.receivedNs < moment.after.sentNs,
    );
    const isSame =
      field(before?.value, 'id') !== undefined && textField(before?.value, 'id') === textField(shown?.value, 'id');
    // A request has one payment at most: what a test had sent before leaves nothing to judge.
    if (!before || !shown || !isSame || assetOf(before) !== asset || transfersTo(record, before).length > 1) return [];
    const payAmount = numberIn(before.value, 'payAmount');
    return [{ moment, asset, paid: decimal(amount), due: payAmount?.gt(0) ? payAmount : undefined, before, shown }];
  }),
);
