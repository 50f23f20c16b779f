import { setTimeout as delay } from 'node:timers/promises';
import { bundleToRepeat } from '../../oracles/acquiring/bundles/lateCall.ts';
import { paymentWindowsIn } from '../../oracles/acquiring/lifecycle/expiry.ts';
import { acquiringRecordsIn } from '../../oracles/answers/acquiringRecords.ts';
import {
  absenceWaitNs,
  lastUsesOfReusedIds,
  refusedCreations,
  sightingsOf,
} from '../../oracles/core/creationEffect.ts';
import { elapsedOnTarget } from '../../oracles/core/targetTime.ts';
import { repeatedOperations } from '../../oracles/payments/ids/lateUse.ts';
import { unresolvedOrders } from '../../oracles/payments/unresolvedWrites.ts';
import { deliveryWaitNs } from '../../oracles/webhooks/received/deadlines.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Paths } from '../../traffic/target/file/targetFile.ts';
import { hasOwnClock } from '../../traffic/target/targetFacts.ts';
import { read } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';
import type { Advance, ControlAct } from '../worker/controlActions.ts';
import { stoppingAtEnds } from './ends.ts';
import { depositAtLast } from './lateDeposits.ts';
import { moveMoneyAtLast, settledMs } from './lateMoney.ts';
import { announcedNs, listenOn } from './listenOn.ts';
import {
  foundBefore,
  hasOwnRecords,
  mostRereadTwice,
  ownPayments,
  readBack,
  readOpen,
  readsBack,
  windowsOf,
} from './ownRecords.ts';
import {
  mostReadsAfterPause,
  ownAfterDrawnPause,
  pausesOfDay,
  readAfterDrawnPauses,
  readAfterPauses,
} from './pauses.ts';
import { readLimitsOf } from './readLimits.ts';
import { mostReadsOfAccount, mostSingles, readAccount, readSingles } from './readsOfAccount.ts';
import { hasRecalls, mostRecalls, mostWaysRecalled, type Recalls, recall } from './recalls.ts';
import { repeatBundle, repeatOrders } from './repeatOrder.ts';
import { mostFiltered, mostPages, readFiltered, walkSearch } from './searchReads.ts';

/** How often each own checkout and request is read while payment windows end, if the clock can be moved: once settled, shortly before and after its end, and when all are over. */
export const warmReads = 4;

/** The delays after which a target may undo something, ms: a day for nightly jobs, and a quarter for archives. What takes hours shows after the pauses before. */
export const coldMs = [90_000_000, 8_640_000_000];

/** What the final reads need of the target besides its answers. */
export interface FinalReadsParts {
  /** Paths from the target file, if it names any. */
  paths: Paths;
  /** Moves the target's clock, if it can be moved. */
  advance?: Advance | undefined;
  /** Runs a control action, if the target has a control API and the run may use it. */
  act?: ControlAct | undefined;
  /** Which requests of tests are sent again after pauses; none without it. */
  recalls?: Recalls;
  /** Further accounts that read their own records and what all accounts see, so that each rule is looked at with each account. */
  others?: readonly Api[];
  /** When the list must show how payments ended at last, as reads by their ids do, by the monotonic clock, ns; undefined if it is not to be read for that. */
  alikeNs?: bigint | undefined;
  /** Uses up the quota of the rate-limit test account again after a pause, if the clock can be moved. */
  useUpReads?: (advance: Advance) => Promise<void>;
}

const noRecalls: Recalls = { credentials: [] };

const mostOf = (values: readonly bigint[]) => values.reduce((most, one) => (one > most ? one : most));

/** Returns how long to move the target's clock until all payment windows are over, ms. */
function untilOverMs(record: RunRecord): number {
  const last = record.exchanges.at(-1);
  const over = paymentWindowsIn(record).flatMap(({ first, lapses }) => {
    const elapsed = last && elapsedOnTarget(record, first, last);
    return elapsed ? [Number((lapses - elapsed.least) / 1_000_000n)] : [];
  });
  return Math.max(0, ...over);
}

/** Reads own checkouts and requests after a time on the target's clock, ms, if it can be moved: those that have not ended, or all, since what has ended must not change. */
async function readWarmly(
  api: Api,
  record: RunRecord,
  { advance, paths, after, of }: FinalReadsParts & { after: number; of: 'all' | 'open' },
): Promise<void> {
  if (acquiringRecordsIn(record).length === 0 || !(await advance?.(after))) return;
  if (of === 'all') await readBack(api, { record, paths });
  else await readOpen(api, { record, paths });
}

/** Reads old records once more, after hours and days if the target's clock can be moved. They must be unchanged. */
async function readColdly(
  api: Api,
  record: RunRecord,
  { advance, paths, recalls = noRecalls }: FinalReadsParts,
): Promise<void> {
  const own = foundBefore(record);
  const isToAge = hasOwnRecords(record) || bundleToRepeat(record) !== undefined || hasRecalls({ record, recalls });
  for (const [nth, ms] of (advance && isToAge ? coldMs : []).entries()) {
    if (!(await advance?.(ms))) break;
    // After hours, caches are cold and sessions are over: the first read of each kind shows it.
    await recall(api, { record, recalls, nth: pausesOfDay + nth });
    if (!hasOwnRecords(record)) continue;
    await readAccount(api);
    await readSingles(api, record, {
      text: `after pause ${pausesOfDay + nth}`,
      projects: record.target?.projects,
    });
    for (const { id } of own) await api.send(read.payment(id), { purpose: 'sweep' });
    await readBack(api, { record, paths }, [0, readLimitsOf(record).coldBack]);
  }
  if (advance) {
    await repeatOrders(api, record);
    await repeatBundle(api, record);
  }
  for (const { clientOrderId } of own) await api.send(read.search({ clientOrderId }), { purpose: 'sweep' });
  await readFiltered(api);
}

/** Windows of requests that last longer than this are not waited for, ns. */
const longestWindowNs = 15n * 60_000_000_000n;

/** Returns when requests with an expiry assertion must have expired. Empty for a target whose clock is moved instead. */
function lapsesNs(record: RunRecord): bigint[] {
  if (record.target && hasOwnClock(record.target)) return [];
  const assertions = record.assertions.filter(({ oracle }) => oracle === 'lapses');
  const claimed = new Set(assertions.map(({ args }) => (args as { created: string }).created));
  const windows = paymentWindowsIn(record).filter(
    ({ first, lapses }) => claimed.has(first.id) && lapses <= longestWindowNs,
  );
  return windows.map(({ first, lapses }) => first.receivedNs + lapses);
}

/** Returns the time from which absence or lack of change may be concluded for every record, ns. */
function dueNs(record: RunRecord): bigint {
  const patience = absenceWaitNs(record);
  const doubtful = doubtfulIn(record).map(({ receivedNs }) => receivedNs + patience);
  const windows = windowsOf(record).map(({ created, windowMs }) => created.receivedNs + BigInt(windowMs) * 1_000_000n);
  const deposits = record.assertions
    .filter(({ oracle }) => oracle === 'depositAnnounced' || oracle === 'depositFails')
    .map(({ args }) => record.exchange((args as { after: string }).after).receivedNs + deliveryWaitNs(record));
  return [...doubtful, ...windows, ...lapsesNs(record), ...deposits].reduce(
    (latest, due) => (due > latest ? due : latest),
    0n,
  );
}

/** Returns accepted orders that search must show and has not shown yet. */
function unfound(record: RunRecord): Exchange[] {
  const assertions = record.assertions.filter(({ oracle }) => oracle === 'isFound');
  const accepted = assertions
    .map(({ args }) => record.exchange((args as { exchange: string }).exchange))
    .filter(({ class: kind }) => kind === 'accepted');
  const isShown = ({ line }: Exchange) =>
    sightingsOf(record, line.request.clientOrderId ?? '').some(({ source }) => source === 'search');
  return accepted.filter((one) => !isShown(one));
}

/**
 * Returns the creations to search for by their clientOrderId: refused ones, those with an unclear answer, those that share an id, and accepted orders that
 * search has not shown.
 */
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

/** Returns the maximum number of final reads for the current record; with `isAged`, including those after hours and days. */
export function maxFinalReads(record: RunRecord, paths: Paths, isAged: boolean): number {
  const own = ownPayments(record).length;
  const back = readsBack(record, paths).length;
  const limits = readLimitsOf(record);
  const cold = Math.min(own, limits.cold);
  const lists = 2 + mostPages + mostFiltered + doubtfulKeys(record).size;
  if (!isAged) return lists + own + Math.min(own, mostRereadTwice) + back + cold;
  const afterHours =
    coldMs.length * (mostRecalls + mostReadsOfAccount + mostSingles + cold + Math.min(back, limits.coldBack));
  const afterPauses =
    mostWaysRecalled +
    pausesOfDay * (mostReadsAfterPause + 2 * limits.ofEach) +
    limits.drawnPauses * (mostRecalls + ownAfterDrawnPause);
  // Each of what is paid at last takes a read of it, of the balances, and of its detour if it takes one.
  const moved = 1 + 8 * limits.moved + 2 * limits.deposits;
  return lists + own + moved + warmReads * back + afterPauses + afterHours + cold + repeatedOperations.length;
}

/** Reads again while windows end, after pauses, and after hours and days, if the target's clock can be moved. */
export async function readLater(api: Api, record: RunRecord, around: FinalReadsParts): Promise<void> {
  const { paths, recalls = noRecalls } = around;
  const advance = around.advance && stoppingAtEnds(api, { record, paths, advance: around.advance });
  const moved = { ...around, advance };
  await readWarmly(api, record, { ...moved, after: settledMs, of: 'open' });
  if (advance && around.act) {
    const moving = { paths, advance, act: around.act };
    await moveMoneyAtLast(api, record, moving);
    await depositAtLast(api, record, moving);
  }
  if (advance && (hasOwnRecords(record) || hasRecalls({ record, recalls })))
    await readAfterPauses(api, { record, recalls, paths, advance });
  await readWarmly(api, record, { ...moved, after: untilOverMs(record), of: 'all' });
  await readColdly(api, record, moved);
  if (!advance) return;
  await readAfterDrawnPauses(api, { record, recalls, paths, advance, from: pausesOfDay + coldMs.length });
  await around.useUpReads?.(advance);
  await listenOn(api, record);
}

/** Waits until a time of the monotonic clock, ns. */
async function until(ns: bigint): Promise<void> {
  const waitMs = Number((ns - process.hrtime.bigint()) / 1_000_000n);
  if (waitMs > 0) await delay(waitMs);
}

/**
 * Makes the final reads of a run: waits until absence may be concluded, then reads the lists, every doubtful clientOrderId, and every own payment, checkout and
 * request. Sends only reads, except for the second uses that assertions announce.
 */
export async function readFinally(api: Api, record: RunRecord, around: FinalReadsParts): Promise<void> {
  const announcedByNs = around.advance ? 0n : announcedNs(record, deliveryWaitNs(record));
  await until(mostOf([dueNs(record), announcedByNs]));
  await api.send(read.payments(), { purpose: 'sweep' });
  await walkSearch(api);
  for (const [nth, other] of (around.others ?? []).entries()) {
    await readAccount(other);
    await readSingles(other, record, { text: `of account ${nth}` });
  }
  for (const clientOrderId of doubtfulKeys(record))
    await api.send(read.search({ clientOrderId }), { purpose: 'sweep' });
  const own = ownPayments(record);
  // Some payments are read twice, because a change of status shows only in a second read; where the clock can be moved, that follows.
  const twice = around.advance ? [] : own.slice(-mostRereadTwice);
  for (const id of [...own, ...twice]) await api.send(read.payment(id), { purpose: 'sweep' });
  if (around.alikeNs !== undefined) {
    await until(around.alikeNs);
    await api.send(read.payments(), { purpose: 'sweep' });
  }
  // Where the clock can be moved, all checkouts and requests are read again at once.
  if (!around.advance) await readBack(api, { record, paths: around.paths });
  await readLater(api, record, around);
}
