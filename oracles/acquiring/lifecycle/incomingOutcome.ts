import { isSameChain } from '../../../schemas/domain/assets.ts';
import { isFailedPayment } from '../../../schemas/domain/lifecycles.ts';
import { field, grouped, type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import type { AcquiringSighting } from '../../answers/acquiringRecords.ts';
import { statusOf } from '../../core/history.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { hadTimeToShow } from '../../core/movedClock.ts';
import { otherwise } from '../origins/creation.ts';
import type { StatusHistory } from './statusHistory.ts';

/** Statuses of an incoming payment that is not processed (§ Incoming blockchain payment). */
const unprocessedStatuses = ['PENDING', 'FAILED'];

/**
 * Reports a request in SUCCESS, which means that its transaction was processed, whose paymentStatus says otherwise: in all its sightings in this status, of which
 * the last came when the target had had its time to show what it knew at the first.
 */
function unprocessed(record: RunRecord, { sightings }: StatusHistory): Fault[] {
  const shown = sightings.filter(
    (one) => statusOf(one) === 'SUCCESS' && field(one.value, 'paymentStatus') !== undefined,
  );
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last || !hadTimeToShow(record, first.exchange, last.exchange)) return [];
  const isOdd = ({ value }: AcquiringSighting) => unprocessedStatuses.includes(textField(value, 'paymentStatus') ?? '');
  if (!shown.every(isOdd)) return [];
  return [
    {
      ...otherwise(last, 'paymentStatus', 'SUCCESS while the request is SUCCESS'),
      exchanges: [first.exchange.id, last.exchange.id],
    },
  ];
}

/** The sightings of each payment, by its id. */
const paymentsById = memoizedByRecord(({ payments }) => grouped(payments, ({ value }) => textField(value, 'id') ?? ''));

/** Reports a request in SUCCESS whose payment, by its paymentId, failed or was on another blockchain. */
function failedPayment(record: RunRecord, { sightings }: StatusHistory): Fault[] {
  const end = sightings.findLast((one) => statusOf(one) === 'SUCCESS' && field(one.value, 'paymentId') !== undefined);
  const [id, asked] = [textField(end?.value, 'paymentId') ?? '', textField(end?.value, 'blockchain')];
  const isOdd = ({ value }: Sighting) => {
    const blockchain = textField(value, 'blockchain');
    const isElsewhere = asked !== undefined && blockchain !== undefined && !isSameChain(asked, blockchain);
    return isElsewhere || isFailedPayment(textField(value, 'status'));
  };
  const odd = (paymentsById(record).get(id) ?? []).find(isOdd);
  if (!end || !odd) return [];
  const seen = ['status', 'blockchain'].map((name) => textField(odd.value, name) ?? 'none').join(' on ');
  const wanted = `a payment on ${asked ?? 'its blockchain'} that did not fail, for a request in SUCCESS,`;
  return [
    { ...otherwise(end, 'paymentId', wanted), seen: `${id}, ${seen}`, exchanges: [end.exchange.id, odd.exchange.id] },
  ];
}

/** A request in SUCCESS shows its payment as processed, and that payment did not fail (§ Request states, SUCCESS; LIF-21). */
export const showsItProcessed = (record: RunRecord, life: StatusHistory): Fault[] => [
  ...unprocessed(record, life),
  ...failedPayment(record, life),
];
