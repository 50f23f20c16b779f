import { requestLifecycle } from '../../../schemas/domain/lifecycles.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import type { AcquiringSighting } from '../../answers/acquiringRecords.ts';
import { statusOf } from '../../core/history.ts';
import { passedBetween } from '../../core/movedClock.ts';
import { otherwise } from '../origins/creation.ts';
import { changedField, isSame } from './everyRequest.ts';

/** The fields that a request may get or change on its way, and that rest once it has ended. */
const settled = [
  ...['payAmount', 'requestAmountConverted', 'convertPair', 'convertRate', 'processingAmount'],
  ...['payerPlatformFee', 'payerFixedPlatformFee', 'payerPercentPlatformFee'],
  ...['merchantPlatformFee', 'merchantFixedPlatformFee', 'merchantPercentPlatformFee'],
  ...['paymentWindowEndsAt', 'expiresAt', 'minLimit', 'maxLimit'],
  ...['paidAmount', 'overpaid', 'txHash', 'paymentId', 'paymentStatus'],
];

/** Null and absent say nothing: a view may leave out what the other shows. */
function mayBeSame(name: string, one: AcquiringSighting, other: AcquiringSighting): boolean {
  const [here, there] = [field(one.value, name), field(other.value, name)];
  return here === undefined || there === undefined || isSame(name, here, there);
}

const ends: readonly string[] = requestLifecycle.final;

/**
 * Reports a field of a request inside its checkout that no read of the request itself shows, once both have ended in the same status (LIF-21). A checkout may
 * lag behind, so its last sighting is compared with each final read of the request, not only with the last.
 */
export function unlikeItself(sightings: readonly AcquiringSighting[]): Fault[] {
  const inside = sightings.findLast(({ source }) => source === 'nested');
  if (!inside || !ends.includes(statusOf(inside) ?? '')) return [];
  const own = sightings.filter((one) => one.source === 'read' && statusOf(one) === statusOf(inside));
  const last = own.at(-1);
  if (!last) return [];
  return settled
    .filter((name) => own.every((one) => !mayBeSame(name, one, inside)))
    .map((name) => {
      const wanted = `${excerpt(field(last.value, name) ?? 'nothing')}, as in a read of the request,`;
      return { ...otherwise(inside, name, wanted), exchanges: [last.exchange.id, inside.exchange.id] };
    });
}

/** After this time on the target's clock the figures of a request that has ended have come to rest, ns. */
const restedNs = 3_600_000_000_000n;

/** Reports a figure that a request shows otherwise in one and the same end, an hour or more after it was first read in it (LIF-21). No words say that it rests. */
export function driftedSince(record: RunRecord, sightings: readonly AcquiringSighting[]): Fault[] {
  const [first, ...others] = sightings.filter(
    ({ source, value }) => source === 'read' && ends.includes(textField(value, 'status') ?? ''),
  );
  const later = others.filter(
    (one) =>
      first && statusOf(one) === statusOf(first) && passedBetween(record, first.exchange, one.exchange) >= restedNs,
  );
  return settled.flatMap((name): Fault[] => {
    const odd = first && later.find((one) => !mayBeSame(name, first, one));
    if (!odd) return [];
    const { what, seen } = otherwise(odd, name, '');
    const wanted = excerpt(field(first.value, name) ?? 'nothing');
    return [{ code: 'drifted', what, wanted, seen, exchanges: [first.exchange.id, odd.exchange.id] }];
  });
}

/** Statuses in which nothing has happened that could give a request another time. */
const untouched = ['WAITING_PAYMENT', 'EXPIRED'];

/** The times that a request shows as its end. Those of a request that the API made were given to the payer with its address. */
const windowEnds = ['paymentWindowEndsAt', 'expiresAt'];

/** Reports a request made by the API whose window moves while nobody pays it (LIF-12); a second choice on a page may begin a new one. */
export function movedWindow(sightings: readonly AcquiringSighting[]): Fault[] {
  if (sightings[0]?.source !== 'create') return [];
  const waiting = sightings.filter((one) => untouched.includes(statusOf(one) ?? ''));
  return windowEnds.flatMap((name) => changedField(waiting, name));
}
