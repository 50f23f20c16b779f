import type { Quota } from '../../traffic/rate/limiter/quotaShare.ts';
import type { CatalogueEntry } from '../../traffic/requirements/catalogue.ts';
import { isSelected, type Selection, selectionOfOthers } from '../../traffic/requirements/selection.ts';
import type { LimitedAccount } from '../../traffic/target/targetFacts.ts';
import { maxPreviousPayments } from '../baseline/previousPayments.ts';
import { postsAtLast, readsAtLast } from '../finalReads/costAtLast.ts';
import { coldMs, warmReads } from '../finalReads/finalReads.ts';
import { mostReread, mostRereadTwice } from '../finalReads/ownRecords.ts';
import { mostReadsAfterPause, ownAfterDrawnPause, pausesOfDay } from '../finalReads/pauses.ts';
import { type ReadLimits, readLimits } from '../finalReads/readLimits.ts';
import { mostReadsOfAccount, mostSingles } from '../finalReads/readsOfAccount.ts';
import { mostRecalls, mostRecallsOf } from '../finalReads/recalls.ts';
import { costOf, type Requests, sumOf, sumOfRequests } from './costOf.ts';
import { type Cost, type Costs, everyCost, noCost } from './costs.ts';
import type { Amounts } from './outlay.ts';

/** The target on which the costs of tests were measured. */
export const forecastBasis = 'the embedded emulator';

/** What a run will send to its target, estimated before anything is sent. */
export interface Forecast {
  sections: readonly SectionForecast[];
  posts: number;
  gets: number;
  minutes: number;
  /** The target on which the requests were counted; for another one they are an estimate. */
  basis: typeof forecastBasis;
  /**
   * The largest sums that the pay-outs of the run take from the balance, by currency, and the sums that the run exchanges, by pair. Decimals. Absent for any
   * target but the embedded emulator, since the amounts follow from the lists of the target.
   */
  takes?: Amounts;
  exchanges?: Amounts;
  /** The account whose own quota the run will use up; main's quota is not affected. */
  usesUp?: LimitedAccount;
}

/** The part of the forecast for one section. Shared requests and the final reads are sections of their own. */
export interface SectionForecast {
  section: string;
  requirements: number;
  posts: number;
  gets: number;
  takes?: Amounts;
}

/** Returns the cost of the final reads: the lists, every refused creation, every own record, some of them again after pauses, hours and days, and what each further account reads. */
function finalReadsCost(
  { made, refused, acquired }: Cost,
  around: ForecastTarget & { ids: readonly string[]; limits: ReadLimits },
): Cost {
  const { canMoveClock, readsBack, furtherAccounts, limits } = around;
  const lists = 2;
  const cold = Math.min(made, limits.cold) * (1 + (canMoveClock ? coldMs.length : 0));
  const readings = canMoveClock ? warmReads : 1;
  const coldBack = canMoveClock ? Math.min(acquired, limits.coldBack) * coldMs.length : 0;
  const back = readsBack ? Math.min(acquired, limits.back) * readings + coldBack : 0;
  const again = Math.min(made, mostReread) + (canMoveClock ? 0 : Math.min(made, mostRereadTwice));
  const posts = canMoveClock ? postsAtLast(around.ids, { made, refused }, limits) : 0;
  // Without a project and a rate of acquiring, there are two singles fewer.
  const singles = acquired > 0 ? mostSingles : mostSingles - 2;
  const accounts = (furtherAccounts + (canMoveClock ? coldMs.length : 0)) * (mostReadsOfAccount + singles);
  const inPauses = (records: number) => Math.min(records, pausesOfDay * limits.ofEach);
  const recalls = mostRecallsOf(around.ids);
  const fixed = mostReadsAfterPause - mostSingles + singles - mostRecalls + recalls;
  const drawn = recalls + ownAfterDrawnPause;
  const recalled = pausesOfDay * fixed + limits.drawnPauses * drawn;
  const paused = readsAtLast(around.ids, limits) + inPauses(made) + (readsBack ? inPauses(acquired) : 0) + recalled;
  const isAged = canMoveClock && made + acquired > 0;
  return { ...noCost, posts, gets: lists + refused + again + cold + back + accounts + (isAged ? paused : 0) };
}

/** Returns the cost of the reads and searches for payments of earlier runs, before the first test. */
function pastCost({ previousPayments }: ForecastTarget): Cost {
  return {
    ...noCost,
    gets:
      Math.min(previousPayments, maxPreviousPayments.reads) + Math.min(previousPayments, maxPreviousPayments.searches),
  };
}

/** Returns the shortest time in which the quota allows some requests, s. The requests of the first window need no wait. */
function quotaSeconds(requests: number, allowance: number | undefined, windowMs: number): number {
  if (allowance === undefined) return 0;
  return Math.max(0, Math.ceil(requests / allowance) - 1) * (windowMs / 1000);
}

/** Returns the time of a run, minutes. What other accounts repeat takes nothing of the quota of the account under test. */
function minutesOf(
  { total: { posts, gets }, others }: { total: Cost; others: Cost },
  { costs, quota, paceMs = 0 }: { costs: Costs } & ForecastTarget,
): number {
  const all = sumOf([...Object.values(costs.probes).flatMap(everyCost), ...costs.controls]);
  const work =
    ((posts + gets) * paceMs) / 1000 +
    costs.tailSeconds +
    (costs.seconds - costs.tailSeconds) * Math.min(1, (posts + gets) / (all.posts + all.gets));
  const waits = Math.max(
    quotaSeconds(posts - others.posts, quota.post, quota.windowMs),
    quotaSeconds(gets - others.gets, quota.get, quota.windowMs),
  );
  return Math.max(work, waits + costs.tailSeconds) / 60;
}

/** The catalogue of requirements, and the costs of their tests. */
export interface CatalogueWithCosts {
  catalogue: readonly CatalogueEntry[];
  costs: Costs;
}

/** The facts about a target and its runs on which a forecast depends. */
export interface ForecastTarget {
  quota: Quota;
  /** True if the run may move the target's clock. */
  canMoveClock: boolean;
  /** True if the target file names the paths to read checkouts and requests. */
  readsBack: boolean;
  /** The number of accounts beside the first that read in the end what they have. */
  furtherAccounts: number;
  /** The number of known payments of earlier runs. */
  previousPayments: number;
  /** An account with a quota of its own, for the rate-limit test. */
  limited?: LimitedAccount | undefined;
  /** The number of POSTs that register webhooks before the first test. */
  registrations?: number | undefined;
  /** The mean wait before each request, ms; they follow one another then. */
  paceMs?: number;
  /** True for a target of the user's, whose amounts are not known beforehand. */
  isForeign?: boolean;
}

/** Returns the cost of some tests that share nothing with others: they send their own control requests. */
export function costAlone(ids: readonly string[], selection: Selection, costs: Costs): Cost {
  const own = sumOf(ids.flatMap((id) => costOf(id, { selection, costs })));
  return sumOf([own, ...own.controls.map((index) => costs.controls[index] ?? noCost)]);
}

/** Returns the cost of the tests that other accounts repeat: each account sends its own control requests. */
export function costOfOthers(asked: Selection, costs: Costs): Cost {
  const selection = selectionOfOthers(asked);
  return sumOf(Object.values(selection.asOthers ?? {}).map((ids) => costAlone(ids, selection, costs)));
}

/** Returns the costs of the parts of a selection: each section, the shared control requests, what other accounts repeat, and the final reads. */
function costsOfParts(selection: Selection, { catalogue, costs, ...around }: CatalogueWithCosts & ForecastTarget) {
  const selected = catalogue.filter((one) => isSelected(one, selection));
  const sections = [...new Set(selected.map(({ section }) => section))].map((section) => {
    const own = selected.filter((one) => one.section === section);
    return {
      section,
      requirements: own.length,
      cost: sumOf(own.flatMap(({ id }) => costOf(id, { selection, costs }))),
    };
  });
  const own = sumOf(sections.map(({ cost }) => cost));
  const commonCost = sharedCost(own, costs);
  const registering = { ...noCost, posts: around.registrations ?? 0 };
  const shared = sumOf([commonCost, pastCost(around), registering]);
  const finalReads = finalReadsCost(sumOf([own, commonCost]), {
    ...around,
    ids: selected.map(({ id }) => id),
    limits: readLimits[selection.profile],
  });
  return [
    ...sections,
    { section: 'shared', requirements: 0, cost: shared },
    { section: 'others', requirements: 0, cost: withFinalReads(costOfOthers(selection, costs)) },
    { section: 'sweep', requirements: 0, cost: finalReads },
  ];
}

/** Adds the final reads of other accounts, which read what they have made twice and search for it. */
function withFinalReads(cost: Cost): Cost {
  const { made, refused, acquired } = cost;
  return { ...cost, gets: cost.gets + 3 * made + refused + acquired };
}

/** Returns the cost of what is sent once for all tests: the preflight and the control requests. */
function sharedCost({ controls }: Cost, costs: Costs): Cost {
  return sumOf([costs.preflight, ...controls.map((index) => costs.controls[index] ?? noCost)]);
}

/** Returns the requests of the tests that other accounts repeat, without what they move. */
export function requestsOfOthers(asked: Selection, costs: Costs): Requests {
  const selection = selectionOfOthers(asked);
  return sumOfRequests(Object.values(selection.asOthers ?? {}).map((ids) => requestsAlone(ids, selection, costs)));
}

function requestsAlone(ids: readonly string[], selection: Selection, costs: Costs): Requests {
  const own = sumOfRequests(ids.flatMap((id) => costOf(id, { selection, costs })));
  return sumOfRequests([own, ...own.controls.map((index) => costs.controls[index] ?? noCost)]);
}

/** Returns how many POSTs the run of some tests would cost, including those of the rate-limit test and of the final reads. */
export function postsOf(ids: readonly string[], selection: Selection, known: CatalogueWithCosts): number {
  const { apart } = sumOfRequests(ids.flatMap((id) => costOf(id, { selection, costs: known.costs })));
  return apart + quotaPostsOf(ids, selection, known);
}

/** Returns how many POSTs the run of some tests would take of the quota of the account under test. */
export function quotaPostsOf(ids: readonly string[], selection: Selection, { costs }: CatalogueWithCosts): number {
  const own = sumOfRequests(ids.flatMap((id) => costOf(id, { selection, costs })));
  const atLast = postsAtLast(ids, own, readLimits[selection.profile]);
  const shared = own.controls.map((index) => costs.controls[index]?.posts ?? 0).reduce((sum, one) => sum + one, 0);
  return own.posts + costs.preflight.posts + shared + atLast;
}

/** Forecasts what a selection will send to a target with this quota, from the costs of its tests on the emulator. */
export function forecast(selection: Selection, given: CatalogueWithCosts & ForecastTarget): Forecast {
  const parts = costsOfParts(selection, given);
  const total = sumOf(parts.map(({ cost }) => cost));
  const isBasis = !given.isForeign;
  return {
    basis: forecastBasis,
    sections: parts.map(({ section, requirements, cost: { posts, gets, takes } }) => ({
      section,
      requirements,
      posts,
      gets,
      ...(isBasis && { takes }),
    })),
    posts: total.posts,
    gets: total.gets,
    minutes: minutesOf({ total, others: costOfOthers(selection, given.costs) }, given),
    ...(isBasis && { takes: total.takes, exchanges: total.exchanges }),
    ...(given.limited && total.apart > 0 && { usesUp: given.limited }),
  };
}
