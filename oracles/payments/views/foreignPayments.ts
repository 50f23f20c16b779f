import type { Exact } from '../../../schemas/json/exact.ts';
import { type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { type Fault, sentence, weightOf } from '../../../traffic/outcome/fault.ts';
import { requestsIn } from '../../answers/acquiringRecords.ts';
import { memoizedByRecord } from '../../core/memoize.ts';

const idsOf = (value: Exact, ...names: readonly string[]) => names.flatMap((name) => textField(value, name) ?? []);

/** The ids by which the run knows its payments: those that it sent, those that creations answered, and those in its requests for crypto. */
const ownIds = memoizedByRecord(
  (record): ReadonlySet<string> =>
    new Set([
      ...record.exchanges.flatMap(({ line }) => line.request.clientOrderId ?? []),
      ...record.creations.flatMap(({ id }) => id ?? []),
      ...requestsIn(record).flatMap(({ value }) => idsOf(value, 'paymentId', 'orderId', 'clientOrderId')),
    ]),
);

type Found = readonly Fault[] | Fault | undefined;

const asWarning = (fault: Fault): Fault =>
  weightOf(fault) === 'broken' ? { code: 'ofAnother', ...sentence(fault), exchanges: fault.exchanges } : fault;

/**
 * Makes a rule of payments one that only warns of those that nothing in the run explains: others may pay in what no list of the run names, as dashboard users
 * and projects do that the target file does not name.
 */
export const warnsOfOthers =
  <Shown extends Sighting>(record: RunRecord, rule: (item: Shown) => Found) =>
  (item: Shown): readonly Fault[] => {
    const faults = [rule(item) ?? []].flat();
    const isOwn = idsOf(item.value, 'id', 'orderId', 'clientOrderId').some((id) => ownIds(record).has(id));
    return isOwn ? faults : faults.map(asWarning);
  };
