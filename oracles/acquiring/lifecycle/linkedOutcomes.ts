import { isObject } from '../../../schemas/json/exact.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import type { AcquiringSighting } from '../../answers/acquiringRecords.ts';
import { outcomeOf, statusOf } from '../../core/history.ts';
import { elapsedOnTarget, latestInstant } from '../../core/targetTime.ts';
import { graceNs, isExpired } from './expiry.ts';
import { hasEnded, linkedRequestId, type StatusHistory, statusHistories, statusHistoryOf } from './statusHistory.ts';

/** The comparison of the outcomes of a checkout and its request. `fault` is set if the outcomes differed for too long, and undefined if they agree. */
export interface LinkedOutcome {
  checkout: string;
  request: string;
  fault: Fault | undefined;
  exchanges: readonly string[];
}

/**
 * The reasons of a request that correspond to a reason of its checkout. A request has no WRONG_CURRENCY (§ Crypto acquiring request); other reasons have the
 * same name.
 */
const reasons: Readonly<Record<string, readonly string[]>> = { WRONG_CURRENCY: ['OTHER', 'UNDERPAID'] };

/** True if a checkout and a request have the same outcome. A reason that is not shown matches any. */
function isSame(checkout: AcquiringSighting, request: AcquiringSighting): boolean {
  if (statusOf(checkout) !== statusOf(request)) return false;
  const [here, there] = [textField(checkout.value, 'reason'), textField(request.value, 'reason')];
  if (statusOf(checkout) !== 'CONFLICT' || here === undefined || there === undefined) return true;
  return (reasons[here] ?? [here]).includes(there);
}

const isSettled = (checkout: AcquiringSighting, request: AcquiringSighting) =>
  hasEnded('checkout', checkout) && hasEnded('request', request) && isSame(checkout, request);

/** The time in which a checkout and its request must reach the same outcome, in ns. */
const settleNs = 30_000_000_000n;

/** True if a checkout had expired before the payment of its request was made: the service tolerates that payment, and an end is an end. */
function isPaidAfter(end: AcquiringSighting, request: AcquiringSighting): boolean {
  const payment = field(request.value, 'payment');
  const expired = isExpired(end) ? latestInstant(end, ['expiresAt']) : undefined;
  const paid = isObject(payment) ? latestInstant({ ...request, value: payment }, ['createdAt']) : undefined;
  return expired !== undefined && paid !== undefined && paid.most >= expired.least;
}

function pairOf(record: RunRecord, checkout: StatusHistory, request: StatusHistory): LinkedOutcome | undefined {
  const [made, here, there] = [checkout.sightings[0], checkout.sightings.at(-1), request.sightings.at(-1)];
  const ends = [
    checkout.sightings.find((one) => hasEnded('checkout', one)),
    request.sightings.find((one) => hasEnded('request', one)),
  ].filter((one) => one !== undefined);
  const [end] = ends.toSorted((a, b) => (a.exchange.sentNs < b.exchange.sentNs ? -1 : 1));
  if (!made || !here || !there || !end || isPaidAfter(end, there)) return undefined;
  // The service tolerates a payment after the window, so that one of the two may wait on when the other has expired.
  const patienceNs = settleNs + (isExpired(end) ? graceNs(record) : 0n);
  const isLate = ({ exchange }: AcquiringSighting) =>
    (elapsedOnTarget(record, end.exchange, exchange)?.least ?? 0n) >= patienceNs;
  // The first sightings after this time must agree; a later agreement does not count.
  const [one, other] = [checkout.sightings.find(isLate), request.sightings.find(isLate)];
  const pair = { checkout: checkout.id, request: request.id };
  if (one && other && !isSettled(one, other)) {
    const exchanges = [end.exchange.id, one.exchange.id, other.exchange.id];
    const fault: Fault = { code: 'apart', ...pair, here: outcomeOf(one), there: outcomeOf(other), exchanges };
    return { ...pair, fault, exchanges };
  }
  if (!isSettled(here, there)) return undefined;
  return { ...pair, fault: undefined, exchanges: [made.exchange.id, here.exchange.id, there.exchange.id] };
}

/** Returns the checkouts for which the run shows whether their request reached the same outcome (LIF-14). */
export function linkedOutcomes(record: RunRecord): LinkedOutcome[] {
  const checkouts = statusHistories(record).filter(({ kind }) => kind === 'checkout');
  return checkouts.flatMap((checkout) => {
    const id = linkedRequestId(record, checkout.id);
    const request = id === undefined ? undefined : statusHistoryOf(record, id);
    return (request && pairOf(record, checkout, request)) ?? [];
  });
}
