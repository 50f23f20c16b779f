import type { CatalogueWithCosts } from '../../../runner/selection/forecast.ts';
import { postsOf } from '../../../runner/selection/forecast.ts';
import { isJudgedByWebhooks } from '../../../traffic/requirements/catalogue.ts';
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

/**
 * Draws requirements in a random order in which cheap ones tend to come first, and takes each that the bound still allows. Reads cost nothing, so all of them are
 * asked. Trace checks judge the traffic of the drawn tests.
 */
export function drawSample({ ids, posts, known, random, today }: SampleSource): Sample {
  const selection: Selection = { profile: 'nightly', tier: 'active', day: drawnDay(today, random) };
  const claimed = new Set(ids);
  const tests = known.catalogue.filter(({ id, law }) => !law && claimed.has(id) && !isJudgedByWebhooks(id));
  const costOf = (all: readonly string[]) => postsOf(all, selection, known);
  const rank = new Map(tests.map(({ id }) => [id, -Math.log(1 - random()) * Math.sqrt(1 + costOf([id]))]));
  const ranked = tests.map(({ id }) => id).toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  const taken: string[] = [];
  for (const id of ranked) if (costOf([...taken, id]) <= posts * (1 - reserve)) taken.push(id);
  const isFed = (fedBy: readonly string[] = []) => fedBy.some((id) => taken.includes(id));
  const checks = known.catalogue.filter(
    ({ id, law, byReading, fedBy }) => law && claimed.has(id) && !isJudgedByWebhooks(id) && (byReading || isFed(fedBy)),
  );
  const drawn = [...taken, ...checks.map(({ id }) => id)];
  return { drawn, selection: { ...selection, asked: drawn, only: drawn }, posts: costOf(taken) };
}
