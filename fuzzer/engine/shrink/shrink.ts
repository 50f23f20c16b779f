import { postsOf } from '../budget/requestMeter.ts';
import type { FuzzCase } from '../cases/fuzzCase.ts';
import type { ConfirmedBy } from '../findings/finding.ts';
import type { RequiredAssertions } from './fewerSteps.ts';
import { smallerCases } from './smallerCases.ts';

/** Tells whether a case shows the finding. */
export type Shows = (one: FuzzCase) => boolean | Promise<boolean>;

/** The most cases that are checked while checking costs no request. */
const mostFree = 5_000;

/** Caches the answer for each case. */
export function memoized(shows: Shows): Shows {
  const known = new Map<string, Promise<boolean>>();
  return (one) => {
    const text = JSON.stringify([one.steps, one.claims]);
    const answer = known.get(text) ?? Promise.resolve(shows(one));
    known.set(text, answer);
    return answer;
  };
}

/** Returns the first case that is one step smaller and passes a check; at most `left` cases are checked. */
async function firstSmaller(
  original: FuzzCase,
  holds: Shows,
  budget: RequiredAssertions & { left: number },
): Promise<FuzzCase | undefined> {
  for (const smaller of smallerCases(original, budget)) {
    if (budget.left <= 0) return undefined;
    budget.left -= 1;
    if (await holds(smaller)) return smaller;
  }
  return undefined;
}

/** Returns the way from a case to the smallest case that can be reached if every step passes a check. The case itself comes first. */
export async function descend(
  original: FuzzCase,
  holds: Shows,
  wanted: RequiredAssertions = {},
): Promise<readonly FuzzCase[]> {
  const budget = { ...wanted, left: mostFree };
  const way = [original];
  for (let next: FuzzCase | undefined = original; next; ) {
    next = await firstSmaller(next, holds, budget);
    if (next) way.push(next);
  }
  return way;
}

/** The checks of whether a case shows the finding. */
export interface ShrinkOptions extends RequiredAssertions {
  /** The validators: a smaller case still matches its label, and breaks the same constraint. Costs nothing. */
  isSame: Shows;
  /** The embedded emulator, or a mutant of it, if it shows the same violation; absent otherwise. */
  onEmulator?: Shows | undefined;
  /** The target. */
  onTarget: Shows;
  /** How many POSTs to the target may be spent. */
  posts: number;
  /** Returns the POSTs that a case costs now; by default all its steps other than GETs. */
  priceOf?(one: FuzzCase): number;
}

/** The smallest case that was found, who confirms that it shows the finding, and how many POSTs to the target this cost. */
export interface Shrunk {
  case: FuzzCase;
  by: ConfirmedBy;
  posts: number;
}

/** Asks the target within a budget; a case beyond the budget counts as not showing. */
class Asking {
  posts = 0;
  readonly #most: number;
  readonly #shows: Shows;

  readonly #priceOf: (one: FuzzCase) => number;

  constructor({ onTarget, posts, priceOf = postsOf }: Pick<ShrinkOptions, 'onTarget' | 'posts' | 'priceOf'>) {
    this.#priceOf = priceOf;
    this.#most = posts;
    this.#shows = onTarget;
  }

  /** True if the budget is spent. */
  get isSpent(): boolean {
    return this.posts >= this.#most;
  }

  readonly shows: Shows = memoized((one) => {
    const price = this.#priceOf(one);
    if (this.posts + price > this.#most) return false;
    this.posts += price;
    return this.#shows(one);
  });
}

/**
 * Returns the place of the furthest case on a way that still shows the finding. Bisection finds the case: if a case shows the finding, the cases before it
 * probably show it too, but not certainly.
 */
async function furthest(way: readonly FuzzCase[], shows: Shows): Promise<number> {
  const last = way.length - 1;
  if (last > 0 && (await shows(way[last] as FuzzCase))) return last;
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (await shows(way[middle] as FuzzCase)) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns the way to the smallest case that shows the finding on the emulator; only the case itself if the emulator does not show the finding. */
async function wayOnEmulator(original: FuzzCase, shrinking: ShrinkOptions): Promise<readonly FuzzCase[]> {
  const { isSame, onEmulator } = shrinking;
  if (!onEmulator || !(await onEmulator(original))) return [original];
  return descend(original, async (one) => (await isSame(one)) && (await onEmulator(one)), shrinking);
}

/**
 * Shrinks a case that the target has shown. First makes one way to a smaller case on the emulator and one with the validators only, which costs the target
 * nothing. Then checks on the target how far these ways show the finding (the end of each way before its middle). Shrinks the case further on the target,
 * unless the end of a way shows the finding.
 */
export async function shrink(original: FuzzCase, parts: ShrinkOptions): Promise<Shrunk> {
  const asking = new Asking(parts);
  const ways = [await wayOnEmulator(original, parts), await descend(original, parts.isSame, parts)];
  let best = original;
  for (const way of ways) {
    const reached = await furthest(way, asking.shows);
    if (reached === 0) continue;
    best = way[reached] as FuzzCase;
    // No smaller case than the end of a way passes the check of that way, so nothing remains to try.
    if (reached === way.length - 1) return { case: best, by: 'target', posts: asking.posts };
    break;
  }
  const isLess: Shows = async (one) => !asking.isSpent && (await parts.isSame(one)) && (await asking.shows(one));
  const [last = best] = (await descend(best, isLess, parts)).slice(-1);
  return { case: last, by: 'target', posts: asking.posts };
}
