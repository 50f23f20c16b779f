import { postsOf } from '../budget/requestMeter.ts';
import type { FuzzCase } from '../cases/fuzzCase.ts';
import type { ConfirmedBy } from '../findings/finding.ts';
import type { RequiredAssertions } from './fewerSteps.ts';
import { smallerCases } from './smallerCases.ts';

/** Says whether a case shows the finding. */
export type Shows = (one: FuzzCase) => boolean | Promise<boolean>;

/** So many cases are looked at where looking costs no request. */
const mostFree = 5_000;

/** Asks of each case once. */
export function memoized(shows: Shows): Shows {
  const known = new Map<string, Promise<boolean>>();
  return (one) => {
    const text = JSON.stringify([one.steps, one.claims]);
    const answer = known.get(text) ?? Promise.resolve(shows(one));
    known.set(text, answer);
    return answer;
  };
}

/** The first case among those that are one step smaller for which something holds; `most` bounds how many are asked of. */
async function firstSmaller(
  whole: FuzzCase,
  holds: Shows,
  budget: RequiredAssertions & { left: number },
): Promise<FuzzCase | undefined> {
  for (const smaller of smallerCases(whole, budget)) {
    if (budget.left <= 0) return undefined;
    budget.left -= 1;
    if (await holds(smaller)) return smaller;
  }
  return undefined;
}

/** The way from a case to the smallest that was reached by steps for each of which something holds; itself first. */
export async function descend(
  whole: FuzzCase,
  holds: Shows,
  wanted: RequiredAssertions = {},
): Promise<readonly FuzzCase[]> {
  const budget = { ...wanted, left: mostFree };
  const way = [whole];
  for (let next: FuzzCase | undefined = whole; next; ) {
    next = await firstSmaller(next, holds, budget);
    if (next) way.push(next);
  }
  return way;
}

/** Who is asked whether a case shows the finding. */
export interface ShrinkOptions extends RequiredAssertions {
  /** The validators: a smaller case is still what it was said to be, and breaks the same. Costs nothing. */
  isSame: Shows;
  /** The embedded emulator, or the mutant of it that shows the same; none where neither does. */
  onEmulator?: Shows | undefined;
  /** The target. */
  onTarget: Shows;
  /** POSTs of the target that may be spent. */
  posts: number;
  /** What a case costs of them now; all its steps that are no GET where nothing is said. */
  priceOf?(one: FuzzCase): number;
}

/** The smallest case that was found, who confirms that it shows the finding, and what that cost of the target. */
export interface Shrunk {
  case: FuzzCase;
  by: ConfirmedBy;
  posts: number;
}

/** The target as it is asked within its budget; what cannot be asked any more does not show. */
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

  /** True where nothing more can be asked. */
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

/** The furthest case on a way that shows, by halving: that whatever is before one that shows does, too, is likely and not certain. */
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

/** The way to the smallest case that the emulator shows; only the case itself where it shows nothing. */
async function wayOnEmulator(whole: FuzzCase, shrinking: ShrinkOptions): Promise<readonly FuzzCase[]> {
  const { isSame, onEmulator } = shrinking;
  if (!onEmulator || !(await onEmulator(whole))) return [whole];
  return descend(whole, async (one) => (await isSame(one)) && (await onEmulator(one)), shrinking);
}

/**
 * Makes a case smaller that the target has shown: on paper first, then on the emulator, which shows what matters for free, then on the
 * target, where the ends of both ways are tried before the steps between.
 */
export async function shrink(whole: FuzzCase, parts: ShrinkOptions): Promise<Shrunk> {
  const asking = new Asking(parts);
  const ways = [await wayOnEmulator(whole, parts), await descend(whole, parts.isSame, parts)];
  let best = whole;
  for (const way of ways) {
    const reached = await furthest(way, asking.shows);
    if (reached === 0) continue;
    best = way[reached] as FuzzCase;
    // The end of a way has nothing smaller that would show.
    if (reached === way.length - 1) return { case: best, by: 'target', posts: asking.posts };
    break;
  }
  const isLess: Shows = async (one) => !asking.isSpent && (await parts.isSame(one)) && (await asking.shows(one));
  const [last = best] = (await descend(best, isLess, parts)).slice(-1);
  return { case: last, by: 'target', posts: asking.posts };
}
