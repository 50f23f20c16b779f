import { checkoutLifecycle, checkoutReasons, requestReasons } from '../../../schemas/domain/lifecycles.ts';
import type { ReadBack } from '../../../traffic/journal/journalTypes.ts';
import { field, grouped, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { type AcquiringSighting, checkoutsIn, requestsIn } from '../../answers/acquiringRecords.ts';
import { isReused } from '../../core/creationEffect.ts';
import { firstOfPairs, statusOf } from '../../core/history.ts';
import { hadTimeToShow } from '../../core/movedClock.ts';
import { creationFault } from '../../core/newRecord.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { hasEnded, type StatusHistory, statusHistories } from './statusHistory.ts';

function odd({ exchange, where, value }: AcquiringSighting, name: string, wanted: string): Fault {
  const seen = excerpt(field(value, name) ?? 'nothing');
  return { code: 'differs', what: `${where}/${name}`, wanted, seen, exchanges: [exchange.id] };
}

/**
 * A new checkout or request starts in its only initial status. The answer to a repeated creation may show a record that an earlier request created (LIF-04a,
 * LIF-09).
 */
export function startsIn(record: RunRecord, status: string) {
  return (sighting: AcquiringSighting): Fault | undefined => {
    if (statusOf(sighting) === status || isReused(record, sighting.exchange)) return undefined;
    return creationFault(sighting, 'status', status);
  };
}

/** A checkout that is NEW has no request: no currency has been chosen (LIF-04b). */
export function hasNoRequest(sighting: AcquiringSighting): Fault | undefined {
  if (field(sighting.value, 'request') === undefined) return undefined;
  return odd(sighting, 'request', 'null or absent while NEW');
}

const inStatus = (...statuses: readonly string[]) => {
  const wanted = new Set(statuses);
  return (sighting: AcquiringSighting) => wanted.has(statusOf(sighting) ?? '');
};

/** Returns the sightings of checkouts that are NEW. */
export const newCheckouts = (record: RunRecord): AcquiringSighting[] => checkoutsIn(record).filter(inStatus('NEW'));

const conflicting = inStatus('CONFLICT');

/** Returns the sightings of checkouts or requests in CONFLICT, by kind of record. */
export const conflictsIn: Readonly<Record<ReadBack, (record: RunRecord) => AcquiringSighting[]>> = {
  checkout: (record) => checkoutsIn(record).filter(conflicting),
  request: (record) => requestsIn(record).filter(conflicting),
};

const quiet = (one: AcquiringSighting) => statusOf(one) !== undefined && !conflicting(one);

/** Returns the sightings of checkouts or requests whose status has no reason, by kind of record. */
export const nonConflicting: Readonly<Record<ReadBack, (record: RunRecord) => AcquiringSighting[]>> = {
  checkout: (record) => checkoutsIn(record).filter(quiet),
  request: (record) => requestsIn(record).filter(quiet),
};

const reasonsOf: Readonly<Record<ReadBack, readonly string[]>> = { checkout: checkoutReasons, request: requestReasons };

/** A record in CONFLICT shows one of the listed reasons (LIF-05a, LIF-10a). A request within its checkout may leave its nullable fields out. */
export function hasListedReason(kind: ReadBack) {
  return (sighting: AcquiringSighting): Fault | undefined => {
    const reasons = reasonsOf[kind];
    const shown = field(sighting.value, 'reason');
    if (sighting.source === 'nested' && shown === undefined) return undefined;
    if (typeof shown === 'string' && reasons.includes(shown)) return undefined;
    return odd(sighting, 'reason', `${reasons.join(' or ')} while CONFLICT`);
  };
}

/** A checkout or a request that is not in CONFLICT has no reason (LIF-05b). */
export function hasNoReason(sighting: AcquiringSighting): Fault | undefined {
  const { value } = sighting;
  if (field(value, 'reason') === undefined) return undefined;
  return odd(sighting, 'reason', `null or absent while ${statusOf(sighting)}`);
}

const idOfRequest = ({ value }: AcquiringSighting) => textField(field(value, 'request'), 'id');

/** A checkout with its sightings in all views. */
export interface LinkedCheckout {
  id: string;
  sightings: readonly AcquiringSighting[];
}

/** Returns the checkouts that were seen with a request, or in REQUEST_CREATED. */
export function linkedCheckoutsIn(record: RunRecord): LinkedCheckout[] {
  const groups = grouped(checkoutsIn(record), ({ value }) => textField(value, 'id') ?? '');
  const isChosen = inStatus('REQUEST_CREATED');
  return [...groups].flatMap(([id, sightings]) =>
    sightings.some((one) => isChosen(one) || idOfRequest(one) !== undefined) ? [{ id, sightings }] : [],
  );
}

/** Returns the sighting of a checkout that lacks its request although the target had its time to show it since the first sighting in REQUEST_CREATED. */
function bareIn(record: RunRecord, sightings: readonly AcquiringSighting[]): AcquiringSighting | undefined {
  const [first, ...others] = sightings.filter(inStatus('REQUEST_CREATED'));
  const isLate = ({ exchange }: AcquiringSighting) =>
    first !== undefined && hadTimeToShow(record, first.exchange, exchange);
  return others.find((one) => idOfRequest(one) === undefined && isLate(one));
}

/** A checkout in REQUEST_CREATED has a request, and never another one later (LIF-06a). */
export const hasOneRequest =
  (record: RunRecord) =>
  ({ id, sightings }: LinkedCheckout): Fault[] => {
    const bare = bareIn(record, sightings);
    const first = sightings.find((one) => idOfRequest(one) !== undefined);
    const other = sightings.find(
      (one) => (idOfRequest(one) ?? idOfRequest(first ?? one)) !== idOfRequest(first ?? one),
    );
    return [
      ...(bare ? [odd(bare, 'request', 'the linked request while REQUEST_CREATED')] : []),
      ...(first && other
        ? [
            {
              code: 'differs' as const,
              what: `the only request of ${id}`,
              wanted: idOfRequest(first) ?? '',
              seen: idOfRequest(other) ?? '',
              exchanges: [first.exchange.id, other.exchange.id],
            },
          ]
        : []),
    ];
  };

const paidStates = inStatus('PAYMENT_DETECTED', 'CONFLICT', 'SUCCESS');

/** Returns the sightings of checkouts that somebody has paid. In this run all payments are made on the chain, never from a balance or an app. */
export const paidCheckouts = (record: RunRecord): AcquiringSighting[] => checkoutsIn(record).filter(paidStates);

/** A checkout that was paid has a request (LIF-06b). */
export function hasRequest(sighting: AcquiringSighting): Fault | undefined {
  if (idOfRequest(sighting) !== undefined) return undefined;
  return odd(sighting, 'request', `the linked request while ${statusOf(sighting)}`);
}

const forbidden = new Set(checkoutLifecycle.forbidden.map(({ from, to }) => `${from} ${to}`));

function backwards({ id, sightings }: StatusHistory): Fault | undefined {
  return firstOfPairs(sightings, (before, after): Fault | undefined => {
    const [from, to] = [statusOf(before) ?? '', statusOf(after) ?? ''];
    if (!forbidden.has(`${from} ${to}`)) return undefined;
    return { code: 'backwards', record: id, from, to, exchanges: [before.exchange.id, after.exchange.id] };
  });
}

/** True if a checkout was read again after it ended. Only then can a run show that the final status stays. */
function isReread({ sightings }: StatusHistory): boolean {
  const end = sightings.findIndex((one) => hasEnded('checkout', one));
  return end >= 0 && end < sightings.length - 1;
}

/** The checkouts of the run only move forward, and stay in their final status (LIF-07). */
export function movesForward(record: RunRecord, _args: Record<string, never>): OracleResult {
  const lives = statusHistories(record).filter(({ kind }) => kind === 'checkout');
  const faults = lives.map(backwards).filter((fault) => fault !== undefined);
  const ended = lives.filter((life) => isReread(life) || (record.live && life.sightings.length > 1));
  const exchanges = ended.flatMap(({ sightings }) => sightings.slice(-1).map(({ exchange }) => exchange.id));
  if (faults.length > 0 || ended.length > 0) return toResult(exchanges, faults);
  return faultResult({ code: 'noEvidence', wanted: 'another read of a checkout after its end', exchanges: [] });
}
