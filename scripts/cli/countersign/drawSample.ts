import type { CatalogueWithCosts } from '../../../runner/selection/forecast.ts';
import { postsOf } from '../../../runner/selection/forecast.ts';
import { type CatalogueEntry, isJudgedByWebhooks } from '../../../traffic/requirements/catalogue.ts';
import { nights, type Selection } from '../../../traffic/requirements/selection.ts';

/** What a sample is drawn from, and within which bound. */
export interface SampleSource {
  /** The ids of the requirements that the certificate says something about. */
  ids: readonly string[];
  posts: number;
  known: CatalogueWithCosts;
  /** Draws a number from 0 to 1. */
  random: () => number;
  /** Today, as YYYY-MM-DD. */
  today: string;
}

/** A drawn sample: what is asked of the certificate, and the selection that asks it. */
export interface Sample {
  drawn: readonly string[];
  selection: Selection;
  /** The POSTs that the sample is expected to send. */
  posts: number;
}

const dayMs = 86_400_000;

/** Draws the day whose combinations are asked: nobody knows beforehand which ones. */
const drawnDay = (today: string, random: () => number): string =>
  new Date(Date.parse(today) - Math.floor(random() * nights) * dayMs).toISOString().slice(0, 10);

/** The budget keeps this share for requests that a forecast does not know, such as those of another target. */
const reserve = 0.1;

/** A test without a new rule is still drawn at times. */
const leastWorth = 1;

/** True for a requirement that cannot be decided without webhooks; trace checks that webhooks feed too are decided by reads. */
const needsWebhooks = ({ id, law }: CatalogueEntry) => (law ? id.startsWith('WHK-') : isJudgedByWebhooks(id));

/** An oracle of more tests than this says little about what each of them judges: that an unknown id and a wrong amount are `refused` are two rules. */
const mostOfOneRule = 2;

/** Returns how many tests use each oracle. */
function usesOf(tests: readonly CatalogueEntry[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const name of tests.flatMap(({ oracles = [] }) => oracles)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

/** Returns the rules by which each test judges: its oracles, and the trace checks that its traffic feeds. */
function rulesOf(usable: readonly CatalogueEntry[]): (test: CatalogueEntry) => string[] {
  const uses = usesOf(usable);
  const checks = usable.filter(({ law }) => law);
  return ({ id, oracles = [] }) => [
    ...oracles.map((name) => ((uses.get(name) ?? 0) > mostOfOneRule ? `${name} in ${id}` : name)),
    ...checks.filter(({ fedBy }) => fedBy?.includes(id)).map((one) => one.id),
  ];
}

/**
 * Draws requirements one after another, by chance, and takes each that the bound still allows. Cheap ones tend to come first, and those that judge by rules which no
 * taken one judges by: a server that breaks one rule is found only by a test of that rule. Reads cost nothing, so all of them are asked. Trace checks judge the
 * traffic of the drawn tests.
 */
export function drawSample({ ids, posts, known, random, today }: SampleSource): Sample {
  const selection: Selection = { profile: 'nightly', tier: 'active', day: drawnDay(today, random) };
  const claimed = new Set(ids);
  const usable = known.catalogue.filter((one) => claimed.has(one.id) && !needsWebhooks(one));
  const costOf = (all: readonly string[]) => postsOf(all, selection, known);
  const seen = new Set<string>();
  const rules = rulesOf(usable);
  const waiting = usable
    .filter(({ law }) => !law)
    .map((one) => ({ id: one.id, cost: Math.sqrt(1 + costOf([one.id])), rules: rules(one) }));
  const taken: string[] = [];
  while (waiting.length > 0) {
    const worth = waiting.map((one) => leastWorth + one.rules.filter((rule) => !seen.has(rule)).length);
    const ranks = waiting.map(({ cost }, at) => (-Math.log(1 - random()) * cost) / (worth[at] ?? leastWorth));
    const [next] = waiting.splice(ranks.indexOf(Math.min(...ranks)), 1);
    if (!next || costOf([...taken, next.id]) > posts * (1 - reserve)) continue;
    taken.push(next.id);
    for (const rule of next.rules) seen.add(rule);
  }
  const isFed = ({ byReading, fedBy = [] }: CatalogueEntry) => byReading || fedBy.some((id) => taken.includes(id));
  const checks = usable.filter(({ law }) => law);
  const drawn = [...taken, ...checks.filter(isFed).map(({ id }) => id)];
  return { drawn, selection: { ...selection, asked: drawn, only: drawn }, posts: costOf(taken) };
}
