import { setTimeout as delay } from 'node:timers/promises';
import { paymentWindowsIn } from '../../oracles/acquiring/lifecycle/expiry.ts';
import { acquiringRecordsIn } from '../../oracles/answers/acquiringRecords.ts';
import {
  absenceWaitNs,
  lastUsesOfReusedIds,
  ordersIn,
  refusedCreations,
  sightingsOf,
} from '../../oracles/core/creationEffect.ts';
import { isFinalStatus } from '../../oracles/payments/lifecycle.ts';
import { unresolvedOrders } from '../../oracles/payments/unresolvedWrites.ts';
import { deliveryWaitNs } from '../../oracles/webhooks/received/deadlines.ts';
import type { ExactObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { ReadBack } from '../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Paths } from '../../traffic/target/file/targetFile.ts';
import { read } from '../../traffic/transport/requestPlan.ts';
import { readBackPath } from '../actions/acquiring/readBack.ts';
import type { Api } from '../worker/api.ts';

/** Own payments that are read again one by one; more would cost reads without telling more. */
export const mostReread = 60;

/** Of these so many, the newest, are read once more. */
export const mostRereadTwice = 30;

/** Pages of search that are walked back through the window of the run. */
const mostPages = 5;

const keyOf = (payment: ExactObject) => textField(payment, 'clientOrderId') ?? '';

/** The newest own payments, and among them all those that a claim says to stay as they are. */
function ownPayments(record: RunRecord): string[] {
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

/** Own payments that are looked for by search once more, and read again after hours and days where the clock can be moved. */
export const mostColdReads = 12;

/** Own checkouts and requests that are read again, and so after hours and days where the clock can be moved. */
export const mostReadBack = 40;

/** How often they are read while windows end, where the clock can be moved. */
export const warmReads = 3;

/** What may be undone later: an hour for notices and audits, a day for what is done each night; ms. */
export const coldMs = [3_660_000, 90_000_000];

/** The newest own payments that search has shown, by clientOrderId, those that are final first. */
function foundBefore(record: RunRecord): { id: string; clientOrderId: string }[] {
  const keys = new Set(ordersIn(record).map(({ clientOrderId }) => clientOrderId));
  const found = record.payments.flatMap(({ source, value }) => {
    const [id, clientOrderId] = [textField(value, 'id'), textField(value, 'clientOrderId')];
    if (source !== 'search' || id === undefined || clientOrderId === undefined || !keys.has(clientOrderId)) return [];
    return [{ id, clientOrderId, rank: isFinalStatus(textField(value, 'status')) ? 1 : 0 }];
  });
  const newest = [...new Map(found.map((one) => [one.id, one])).values()];
  return newest.toSorted((a, b) => a.rank - b.rank).slice(-mostColdReads);
}

/** What a sweep needs of the target beside its answers. */
export interface FinalReadsParts {
  /** Paths of its own, where its file names any. */
  paths: Paths;
  /** Moves its clock, where it can be moved; says whether it did. */
  advance?: ((ms: number) => Promise<boolean>) | undefined;
}

/** What own checkouts and requests are read again at, where there are paths for them, those of claims first. */
function readsBack(record: RunRecord, paths: Paths): { path: string; readBack: ReadBack }[] {
  const claimed = new Set(record.assertions.map(({ args }) => (args as { created?: unknown }).created));
  const rank = (one: { created: { id: string } }) => (claimed.has(one.created.id) ? 0 : 1);
  const own = acquiringRecordsIn(record).toSorted((a, b) => rank(a) - rank(b));
  const known = own.flatMap(({ kind, ...of }) => {
    const path = readBackPath(paths, kind, of);
    return path === undefined ? [] : [{ path, readBack: kind }];
  });
  return known.slice(0, mostReadBack);
}

/** Reads own checkouts and requests again. */
async function readBack(api: Api, record: RunRecord, paths: Paths): Promise<void> {
  for (const one of readsBack(record, paths)) await api.send(read.methods(), { ...one, purpose: 'sweep' });
}

/** A checkout and its request have settled after this, ms (LIF-14). */
const settledMs = 45_000;

/** A request is read so long before its window ends, ms. */
const eveMs = 20_000;

const leastOf = (values: readonly bigint[]) => values.reduce((least, one) => (one < least ? one : least));
const mostOf = (values: readonly bigint[]) => values.reduce((most, one) => (one > most ? one : most));

/** How far a target's clock is moved to look at checkouts and requests: until they have settled, until a window is about to end, until all are over. */
function stepsMs(record: RunRecord): number[] {
  const windows = paymentWindowsIn(record);
  if (windows.length === 0) return [settledMs];
  const now = process.hrtime.bigint();
  const inMs = (ns: bigint) => Number((ns - now) / 1_000_000n);
  const ends = inMs(leastOf(windows.map((one) => one.first.receivedNs + one.ends)));
  const over = inMs(mostOf(windows.map((one) => one.first.receivedNs + one.lapses)));
  const eve = Math.max(0, ends - settledMs - eveMs);
  return [settledMs, eve, Math.max(0, over - settledMs - eve)];
}

/** Looks at own checkouts and requests while their windows end, where the target's clock can be moved. */
async function readWarmly(api: Api, record: RunRecord, { advance, paths }: FinalReadsParts): Promise<void> {
  if (!advance || acquiringRecordsIn(record).length === 0) return;
  for (const ms of stepsMs(record)) {
    if (!(await advance(ms))) return;
    await readBack(api, record, paths);
  }
}

/** Reads what is long made once more, after hours and days where the target's clock can be moved: it must be as it was. */
async function readColdly(api: Api, record: RunRecord, { advance, paths }: FinalReadsParts): Promise<void> {
  const own = foundBefore(record);
  const isAny = own.length + acquiringRecordsIn(record).length > 0;
  for (const ms of advance && isAny ? coldMs : []) {
    if (!(await advance?.(ms))) break;
    for (const { id } of own) await api.send(read.payment(id), { purpose: 'sweep' });
    await readBack(api, record, paths);
  }
  for (const { clientOrderId } of own) await api.send(read.search({ clientOrderId }), { purpose: 'sweep' });
}

/** The payments that are to stay pending, each with its window. */
function windowsOf(record: RunRecord) {
  return record.assertions
    .filter(({ oracle }) => oracle === 'staysPending')
    .map(({ args }) => args as { created: string; windowMs: number })
    .map(({ created, windowMs }) => ({ created: record.exchange(created), windowMs }));
}

/** Windows of requests that end later than this are not waited for, ns. */
const longestWindowNs = 15n * 60_000_000_000n;

/** When requests must have expired that are claimed to; an emulator's clock is moved instead. */
function lapsesNs(record: RunRecord): bigint[] {
  if (record.target?.kind === 'emulator') return [];
  const claims = record.assertions.filter(({ oracle }) => oracle === 'lapses');
  const claimed = new Set(claims.map(({ args }) => (args as { created: string }).created));
  const windows = paymentWindowsIn(record).filter(
    ({ first, lapses }) => claimed.has(first.id) && lapses <= longestWindowNs,
  );
  return windows.map(({ first, lapses }) => first.receivedNs + lapses);
}

/** When the last thing is old enough that its absence, or its staying as it is, may be concluded, ns. */
function dueNs(record: RunRecord): bigint {
  const patience = absenceWaitNs(record);
  const doubtful = doubtfulIn(record).map(({ receivedNs }) => receivedNs + patience);
  const windows = windowsOf(record).map(({ created, windowMs }) => created.receivedNs + BigInt(windowMs) * 1_000_000n);
  const deposits = record.assertions
    .filter(({ oracle }) => oracle === 'depositAnnounced')
    .map(({ args }) => record.exchange((args as { after: string }).after).receivedNs + deliveryWaitNs(record));
  return [...doubtful, ...windows, ...lapsesNs(record), ...deposits].reduce(
    (latest, due) => (due > latest ? due : latest),
    0n,
  );
}

/** When the webhooks of all that moved must have come, where a clock that moves does not bring them, ns. */
function announcedNs({ webhooks, exchanges }: RunRecord, promptly: bigint): bigint {
  const isHeard = webhooks.registrations.some(({ ok, removed }) => ok && !removed);
  return isHeard ? (exchanges.at(-1)?.receivedNs ?? 0n) + promptly : 0n;
}

/** Accepted orders that search is to find, and that no search has shown. */
function unfound(record: RunRecord): Exchange[] {
  const claims = record.assertions.filter(({ oracle }) => oracle === 'isFound');
  const accepted = claims
    .map(({ args }) => record.exchange((args as { exchange: string }).exchange))
    .filter(({ class: kind }) => kind === 'accepted');
  const isShown = ({ line }: Exchange) =>
    sightingsOf(record, line.request.clientOrderId ?? '').some(({ source }) => source === 'search');
  return accepted.filter((one) => !isShown(one));
}

/** Refused creations, those whose answer does not tell, those that share a clientOrderId, and orders that search has not shown: of each it is asked what there is. */
const doubtfulIn = (record: RunRecord): Exchange[] => [
  ...refusedCreations(record),
  ...unresolvedOrders(record),
  ...lastUsesOfReusedIds(record),
  ...unfound(record),
];

/** Their clientOrderIds. */
function doubtfulKeys(record: RunRecord): Set<string> {
  return new Set(doubtfulIn(record).map(({ line }) => line.request.clientOrderId ?? ''));
}

async function walkSearch(api: Api): Promise<void> {
  for (let page = 0; page < mostPages; page += 1) {
    const query = { sort: 'createdAt,desc', size: '100', page: String(page) };
    const answer = await api.send(read.search(query), { purpose: 'sweep' });
    const content = field(answer.json, 'content');
    if (answer.class !== 'accepted' || field(answer.json, 'last') !== false || !Array.isArray(content)) return;
  }
}

/** How many reads the sweep of a record takes at the most, as it is now; with `isAged`, those after hours and days among them. */
export function maxFinalReads(record: RunRecord, paths: Paths, isAged: boolean): number {
  const own = ownPayments(record).length;
  const back = readsBack(record, paths).length;
  const cold = Math.min(own, mostColdReads);
  const once = 1 + mostPages + doubtfulKeys(record).size + own + Math.min(own, mostRereadTwice) + back + cold;
  return isAged ? once + warmReads * back + coldMs.length * (cold + back) + cold : once;
}

/** Looks again while windows end, and after hours and days, where the target's clock can be moved. */
export async function readLater(api: Api, record: RunRecord, around: FinalReadsParts): Promise<void> {
  await readWarmly(api, record, around);
  await readColdly(api, record, around);
}

/**
 * The one sweep near the end of a run: waits until absence may be concluded, then reads lists, every clientOrderId of a refused
 * creation or of several, and every own payment, checkout and request again. Costs reads only.
 */
export async function readFinally(api: Api, record: RunRecord, around: FinalReadsParts): Promise<void> {
  const heardNs = around.advance ? 0n : announcedNs(record, deliveryWaitNs(record));
  const wait = Number((mostOf([dueNs(record), heardNs]) - process.hrtime.bigint()) / 1_000_000n);
  if (wait > 0) await delay(wait);
  await api.send(read.payments(), { purpose: 'sweep' });
  await walkSearch(api);
  for (const clientOrderId of doubtfulKeys(record))
    await api.send(read.search({ clientOrderId }), { purpose: 'sweep' });
  // Twice: what a payment left can only be seen by a second look.
  const own = ownPayments(record);
  for (const id of [...own, ...own.slice(-mostRereadTwice)]) await api.send(read.payment(id), { purpose: 'sweep' });
  await readBack(api, record, around.paths);
  await readLater(api, record, around);
}
