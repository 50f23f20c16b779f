import { hasEnded, statusHistoryOf } from '../../oracles/acquiring/lifecycle/statusHistory.ts';
import { acquiringRecordsIn } from '../../oracles/answers/acquiringRecords.ts';
import { ordersIn } from '../../oracles/core/creationEffect.ts';
import { isFinalStatus } from '../../oracles/payments/lifecycle.ts';
import type { ExactObject } from '../../schemas/json/exact.ts';
import type { ReadBack } from '../../traffic/journal/journalTypes.ts';
import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Paths } from '../../traffic/target/file/targetFile.ts';
import { read } from '../../traffic/transport/requestPlan.ts';
import { readBackPath } from '../actions/acquiring/readBack.ts';
import type { Api } from '../worker/api.ts';
import { readLimitsOf } from './readLimits.ts';

/** How many of the run's own payments are read again one by one: all of a night, and of a full run those of the last requests. */
export const mostReread = 400;

/** How many of the newest own payments are read a second time. */
export const mostRereadTwice = 200;

const keyOf = (payment: ExactObject) => textField(payment, 'clientOrderId') ?? '';

/** Returns the newest own payments, preferring those that an assertion expects to stay pending. */
export function ownPayments(record: RunRecord): string[] {
  const keys = new Set(
    ordersIn(record)
      .map(({ clientOrderId }) => clientOrderId)
      .filter((key) => key !== undefined),
  );
  const claimed = new Set(windowsOf(record).map(({ created }) => created.line.request.clientOrderId));
  const own = record.payments.filter(({ value }) => keys.has(keyOf(value)));
  const rank = (payment: ExactObject) => (claimed.has(keyOf(payment)) ? 1 : 0);
  const ranked = own.toSorted((a, b) => rank(a.value) - rank(b.value));
  return [...new Set(ranked.flatMap(({ value }) => textField(value, 'id') ?? []))].slice(-mostReread);
}

/** Returns the payments that must stay pending, each with its window. */
export function windowsOf(record: RunRecord) {
  return record.assertions
    .filter(({ oracle }) => oracle === 'staysPending')
    .map(({ args }) => args as { created: string; windowMs: number })
    .map(({ created, windowMs }) => ({ created: record.exchange(created), windowMs }));
}

/** Returns the newest own payments that search has shown, with their clientOrderIds; those with a final status are preferred. */
export function foundBefore(record: RunRecord): { id: string; clientOrderId: string }[] {
  const keys = new Set(ordersIn(record).map(({ clientOrderId }) => clientOrderId));
  const found = record.payments.flatMap(({ source, value }) => {
    const [id, clientOrderId] = [textField(value, 'id'), textField(value, 'clientOrderId')];
    if (source !== 'search' || id === undefined || clientOrderId === undefined || !keys.has(clientOrderId)) return [];
    return [{ id, clientOrderId, rank: isFinalStatus(textField(value, 'status')) ? 1 : 0 }];
  });
  const newest = [...new Map(found.map((one) => [one.id, one])).values()];
  return newest.toSorted((a, b) => a.rank - b.rank).slice(-readLimitsOf(record).cold);
}

/** True if the run has own records to look at later. */
export const hasOwnRecords = (record: RunRecord): boolean =>
  foundBefore(record).length + acquiringRecordsIn(record).length > 0;

/** How one own checkout or request is read. */
export interface OwnRead {
  id: string;
  path: string;
  readBack: ReadBack;
}

/** Returns the paths to read own checkouts and requests, if the target file names them. Records with an assertion come first. */
export function readsBack(record: RunRecord, paths: Paths): OwnRead[] {
  const claimed = new Set(record.assertions.map(({ args }) => (args as { created?: unknown }).created));
  const rank = (one: { created: { id: string } }) => (claimed.has(one.created.id) ? 0 : 1);
  const own = acquiringRecordsIn(record).toSorted((a, b) => rank(a) - rank(b));
  const known = own.flatMap(({ kind, ...of }) => {
    const path = readBackPath(paths, kind, of);
    return path === undefined ? [] : [{ id: of.id, path, readBack: kind }];
  });
  return known.slice(0, readLimitsOf(record).back);
}

/** Reads own checkouts and requests again: all, or those between two places of their list. */
export async function readBack(
  api: Api,
  { record, paths }: { record: RunRecord; paths: Paths },
  [from, to]: readonly [from: number, to?: number] = [0],
): Promise<void> {
  for (const one of readsBack(record, paths).slice(from, to)) await readOwn(api, one);
}

/** True for an own checkout or request that has not ended when it was last seen. */
export function isOpen(record: RunRecord, { id, readBack: kind }: OwnRead): boolean {
  const last = statusHistoryOf(record, id)?.sightings.at(-1);
  return !last || !hasEnded(kind, last);
}

/** Reads again the own checkouts and requests that have not ended. */
export async function readOpen(api: Api, { record, paths }: { record: RunRecord; paths: Paths }): Promise<void> {
  for (const one of readsBack(record, paths).filter((each) => isOpen(record, each))) await readOwn(api, one);
}

/** Reads one own checkout or request. */
export const readOwn = (api: Api, { path, readBack: kind }: OwnRead) =>
  api.send(read.methods(), { path, readBack: kind, purpose: 'sweep' });
