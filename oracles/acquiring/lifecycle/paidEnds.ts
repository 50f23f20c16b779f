import { decimal } from '../../../schemas/json/exact.ts';
import { type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { type AcquiringSighting, assetOf, requestsIn } from '../../answers/acquiringRecords.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { statusOf } from '../../core/history.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { otherwise } from '../origins/creation.ts';
import { driftedSince, unlikeItself } from '../requests/bothViews.ts';
import { showsItProcessed } from './incomingOutcome.ts';
import { showsItsPayment } from './paidAmounts.ts';
import { type StatusHistory, statusHistories, statusHistoriesOf } from './statusHistory.ts';
import { transfersTo } from './transfers.ts';

/** A request that this run paid, with its sightings in one view. */
export interface PaidRequest {
  life: StatusHistory;
  /** Its first and its last sighting: the first is of the test that asked for it. */
  exchanges: readonly string[];
}

/** Returns the requests to whose address this run sent anything, in each view that shows them. */
export const requestsPaidIn = memoizedByRecord((record: RunRecord): PaidRequest[] => {
  const paid = new Set(
    requestsIn(record).flatMap((one) =>
      transfersTo(record, one).length > 0 ? (textField(one.value, 'id') ?? []) : [],
    ),
  );
  return statusHistories(record).flatMap((life) =>
    life.kind === 'request' && paid.has(life.id)
      ? [{ life, exchanges: [...new Set([0, -1].flatMap((at) => life.sightings.at(at)?.exchange.id ?? []))] }]
      : [],
  );
});

/** Reports a SUCCESS that no transfer earned: none was in the asset of the request and at least its payAmount. */
function unearned(record: RunRecord, sighting: AcquiringSighting): Fault[] {
  const { value } = sighting;
  const [asset, sent] = [assetOf(sighting), transfersTo(record, sighting)];
  if (statusOf(sighting) !== 'SUCCESS' || sent.length === 0 || asset === undefined) return [];
  const due = numberIn(value, 'payAmount') ?? decimal('0');
  if (sent.some((one) => one.asset === asset && one.amount.gte(due))) return [];
  const words = sent.map((one) => `${one.amount.toFixed()} ${one.asset}`).join(' and ');
  const least = due.gt(0) ? `${due.toFixed()} ${asset}` : asset;
  return [otherwise(sighting, 'status', `anything but SUCCESS for ${words}, since it asks for ${least},`)];
}

/** Reports a request that is EXPIRED although its payment was detected before. */
function expiredAfterDetection({ sightings }: StatusHistory): Fault[] {
  const detected = sightings.findIndex((one) => statusOf(one) === 'PENDING_PAYMENT');
  const late = sightings.find((one, index) => detected >= 0 && index > detected && statusOf(one) === 'EXPIRED');
  const first = sightings[detected];
  if (!late || !first) return [];
  const fault = otherwise(late, 'status', 'the outcome of its payment, which was detected before,');
  return [{ ...fault, exchanges: [first.exchange.id, late.exchange.id] }];
}

/**
 * The payment of a request decides how it ends (LIF-21): SUCCESS needs its asset and its payAmount (§ Crypto acquiring request, the demand and the rule on
 * payAmount), and EXPIRED means that no transaction was detected. It also shows the amount that was sent, and the same inside its checkout.
 */
export const endsByItsPayment =
  (record: RunRecord) =>
  ({ life }: PaidRequest): Fault[] => [
    ...life.sightings.flatMap((one) => unearned(record, one)).slice(0, 1),
    ...expiredAfterDetection(life),
    ...showsItsPayment(record, life),
    ...showsItProcessed(record, life),
    ...(life.view === 'nested'
      ? unlikeItself(statusHistoriesOf(record, life.id).flatMap(({ sightings }) => sightings))
      : driftedSince(record, life.sightings)),
  ];
