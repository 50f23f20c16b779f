import { checkoutLifecycle, requestLifecycle } from '../../../schemas/domain/lifecycles.ts';
import type { ReadBack } from '../../../traffic/journal/journalTypes.ts';
import { field, grouped, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { type AcquiringSighting, checkoutsIn, requestsIn } from '../../answers/acquiringRecords.ts';
import { isReused } from '../../core/creationEffect.ts';
import { inCertainOrder, statusOf } from '../../core/history.ts';
import { memoizedByRecord } from '../../core/memoize.ts';

/**
 * The sightings of one checkout or request in one view, in order. The view `own` has the reads of the record itself; the view `nested` has the reads of its
 * checkout, which may lag behind.
 */
export interface StatusHistory {
  kind: ReadBack;
  id: string;
  view: 'own' | 'nested';
  sightings: readonly AcquiringSighting[];
}

/** The final statuses of a checkout or a request (§ States and transitions). */
export const finalStatuses: Readonly<Record<ReadBack, readonly string[]>> = {
  checkout: checkoutLifecycle.final,
  request: requestLifecycle.final,
};

/** True if a sighting shows a final status. */
export function hasEnded(kind: ReadBack, sighting: AcquiringSighting): boolean {
  return finalStatuses[kind].includes(statusOf(sighting) ?? '');
}

const idOf = ({ value }: AcquiringSighting) => textField(value, 'id') ?? '';

function livesIn(record: RunRecord, kind: ReadBack, sightings: readonly AcquiringSighting[]): StatusHistory[] {
  // The answer to a repeated creation may be the stored answer to the first creation, so it is left out.
  const relevant = sightings.filter(({ source, exchange }) => source !== 'create' || !isReused(record, exchange));
  const viewOf = ({ source }: AcquiringSighting) => (source === 'nested' ? 'nested' : 'own');
  const groups = grouped(relevant, (one) => [one.exchange.clock, viewOf(one), idOf(one)].join(' '));
  return [...groups.values()].flatMap((group): StatusHistory[] => {
    const [first] = group;
    if (!first || idOf(first) === '') return [];
    return [{ kind, id: idOf(first), view: viewOf(first), sightings: inCertainOrder(group) }];
  });
}

/** Returns the status histories of all checkouts and requests of a run, one for each view. */
export const statusHistories = memoizedByRecord((record): StatusHistory[] => [
  ...livesIn(record, 'checkout', checkoutsIn(record)),
  ...livesIn(record, 'request', requestsIn(record)),
]);

const livesById = memoizedByRecord((record) => grouped(statusHistories(record), ({ id }) => id));

/**
 * Returns the most reliable history of a record: the history from its own reads, or else the history from the reads of its checkout. An answer to a creation is
 * not a read.
 */
export function statusHistoryOf(record: RunRecord, id: string): StatusHistory | undefined {
  const lives = livesById(record).get(id) ?? [];
  const isRead = ({ sightings }: StatusHistory) => sightings.some(({ source }) => source !== 'create');
  return lives.find((life) => life.view === 'own' && isRead(life)) ?? lives.find(isRead) ?? lives[0];
}

/** Returns the histories of a record in all views. */
export function statusHistoriesOf(record: RunRecord, id: string): readonly StatusHistory[] {
  return livesById(record).get(id) ?? [];
}

/** Returns the id of the request that a checkout is linked to, if an answer showed it. */
export function linkedRequestId(record: RunRecord, checkout: string): string | undefined {
  const shown = statusHistoriesOf(record, checkout).flatMap(({ sightings }) => sightings);
  return shown.map(({ value }) => textField(field(value, 'request'), 'id')).find((id) => id !== undefined);
}
