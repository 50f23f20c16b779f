import type { Quota } from '../../traffic/rate/limiter/quotaShare.ts';
import type { CatalogueEntry } from '../../traffic/requirements/catalogue.ts';
import { combinationsOf, isSelected, type Selection } from '../../traffic/requirements/selection.ts';
import type { LimitedAccount } from '../../traffic/target/targetFacts.ts';
import { maxPreviousPayments } from '../baseline/previousPayments.ts';
import {
  coldMs,
  mostColdReads,
  mostReadBack,
  mostReread,
  mostRereadTwice,
  warmReads,
} from '../finalReads/finalReads.ts';
import { type Cost, type Costs, everyCost, noCost, type TestCost } from './costs.ts';
import { type Amounts, sumOfOutlays } from './outlay.ts';

/** What a run will ask of its target, before anything is sent. */
export interface Forecast {
  sections: readonly SectionForecast[];
  posts: number;
  gets: number;
  minutes: number;
  /** What its pay-outs take from the balance at the most, by currency, and what it exchanges, by pair: decimals of the emulator's amounts. */
  takes: Amounts;
  exchanges: Amounts;
  /** The account whose own allowance it will use up, at no cost of main's. */
  usesUp?: LimitedAccount;
}

/** The share of one section; what is sent once for all of them, and the sweep, are sections of their own. */
export interface SectionForecast {
  section: string;
  requirements: number;
  posts: number;
  gets: number;
  takes: Amounts;
}

function sumOf(costs: readonly Cost[]): Cost {
  const add = (of: (cost: Cost) => number) => costs.reduce((sum, cost) => sum + of(cost), 0);
  return {
    posts: add(({ posts }) => posts),
    gets: add(({ gets }) => gets),
    apart: add(({ apart }) => apart),
    made: add(({ made }) => made),
    refused: add(({ refused }) => refused),
    acquired: add(({ acquired }) => acquired),
    ...sumOfOutlays(costs),
    controls: [...new Set(costs.flatMap(({ controls }) => controls))],
  };
}

/** What one probe costs with the cells whose turn it is. */
function probeCost({ base, cells }: TestCost, selection: Selection, { turns }: Costs): Cost {
  const due = cells.flatMap(({ of, turns: place }) =>
    combinationsOf(Object.keys(of), selection, place === undefined ? undefined : turns[place]).map(
      (name) => of[name] ?? noCost,
    ),
  );
  return sumOf([base, ...due]);
}

/** The sweep reads the lists, and every refused creation and every own record again; some of them after hours and days. */
function sweepCost({ made, refused, acquired }: Cost, { canMoveClock, readsBack }: ForecastTarget): Cost {
  const lists = 2;
  const times = 1 + (canMoveClock ? coldMs.length : 0);
  const cold = Math.min(made, mostColdReads) * times;
  const readings = times + (canMoveClock ? warmReads : 0);
  const back = readsBack ? Math.min(acquired, mostReadBack) * readings : 0;
  const again = Math.min(made, mostReread) + Math.min(made, mostRereadTwice);
  return { ...noCost, gets: lists + refused + again + cold + back };
}

/** The payments of earlier runs are read and looked for before the first probe. */
function pastCost({ previousPayments }: ForecastTarget): Cost {
  return {
    ...noCost,
    gets:
      Math.min(previousPayments, maxPreviousPayments.reads) + Math.min(previousPayments, maxPreviousPayments.searches),
  };
}

/** How long some requests take at the least, s: the first window's worth goes at once. */
function quotaSeconds(requests: number, allowance: number | undefined, windowMs: number): number {
  if (allowance === undefined) return 0;
  return Math.max(0, Math.ceil(requests / allowance) - 1) * (windowMs / 1000);
}

function minutesOf({ posts, gets }: Cost, { costs, quota }: { costs: Costs; quota: Quota }): number {
  const all = sumOf([...Object.values(costs.probes).flatMap(everyCost), ...costs.controls]);
  const work =
    costs.tailSeconds + (costs.seconds - costs.tailSeconds) * Math.min(1, (posts + gets) / (all.posts + all.gets));
  const waits = Math.max(
    quotaSeconds(posts, quota.post, quota.windowMs),
    quotaSeconds(gets, quota.get, quota.windowMs),
  );
  return Math.max(work, waits + costs.tailSeconds) / 60;
}

/** Which probes a selection asks for, and what they cost. */
export interface CatalogueWithCosts {
  catalogue: readonly CatalogueEntry[];
  costs: Costs;
}

/** What of a target and its runs a forecast hangs on. */
export interface ForecastTarget {
  quota: Quota;
  /** The run may move the target's clock. */
  canMoveClock: boolean;
  /** Its file names where a checkout and a request are read. */
  readsBack: boolean;
  /** How many payments of earlier runs are known. */
  previousPayments: number;
  /** An account with a quota of its own, which a run may use up. */
  limited?: LimitedAccount | undefined;
  /** POSTs by which webhooks are registered before the first probe. */
  registrations?: number | undefined;
}

/** What the parts of a selection cost: each section, the sound twins that they share, and the sweep. */
function costsOfParts(selection: Selection, { catalogue, costs, ...around }: CatalogueWithCosts & ForecastTarget) {
  const selected = catalogue.filter((one) => isSelected(one, selection));
  const sections = [...new Set(selected.map(({ section }) => section))].map((section) => {
    const own = selected.filter((one) => one.section === section);
    const probes = own.flatMap(({ id }) => costs.probes[id] ?? []);
    return { section, requirements: own.length, cost: sumOf(probes.map((one) => probeCost(one, selection, costs))) };
  });
  const own = sumOf(sections.map(({ cost }) => cost));
  const twins = sharedCost(own, costs);
  const registering = { ...noCost, posts: around.registrations ?? 0 };
  const shared = sumOf([twins, pastCost(around), registering]);
  const sweep = sweepCost(sumOf([own, twins]), around);
  return [
    ...sections,
    { section: 'shared', requirements: 0, cost: shared },
    { section: 'sweep', requirements: 0, cost: sweep },
  ];
}

/** What is sent once for all probes: the first looks, and the sound twins that they rest on. */
function sharedCost({ controls }: Cost, costs: Costs): Cost {
  return sumOf([costs.preflight, ...controls.map((index) => costs.controls[index] ?? noCost)]);
}

/** How many POSTs the run of some probes would cost, those included that use up an account of its own. */
export function postsOf(ids: readonly string[], selection: Selection, { costs }: CatalogueWithCosts): number {
  const own = sumOf(ids.flatMap((id) => costs.probes[id] ?? []).map((one) => probeCost(one, selection, costs)));
  return own.posts + own.apart + sharedCost(own, costs).posts;
}

/** Foretells what a selection will ask of a target with this quota, from what its probes cost on the emulator. */
export function forecast(selection: Selection, given: CatalogueWithCosts & ForecastTarget): Forecast {
  const parts = costsOfParts(selection, given);
  const total = sumOf(parts.map(({ cost }) => cost));
  return {
    sections: parts.map(({ section, requirements, cost: { posts, gets, takes } }) => ({
      section,
      requirements,
      posts,
      gets,
      takes,
    })),
    posts: total.posts,
    gets: total.gets,
    minutes: minutesOf(total, given),
    takes: total.takes,
    exchanges: total.exchanges,
    ...(given.limited && total.apart > 0 && { usesUp: given.limited }),
  };
}
