import type { Spent } from './meter.ts';
import { getsPerCase, getsPerPost, sizeOf, sum } from './purse.ts';

/** What a batch may spend of: what is left of the budget, its place among all, what it has spent, and the GETs that are kept for sweeps. */
interface Means {
  left: Spent;
  place: number;
  isLimited: boolean;
  meter: () => Spent;
  kept: () => number;
}

/** What one batch may spend. What is under way is counted twice as far as it was sent. */
export class Share {
  readonly #means: Means;
  readonly #most: Spent;
  #underway: Spent = { posts: 0, gets: 0 };

  constructor(means: Means) {
    const { left, place, isLimited } = means;
    const size = sizeOf(place, isLimited);
    this.#means = means;
    this.#most = { posts: Math.min(size, left.posts), gets: Math.min(size * getsPerPost, left.gets) };
  }

  /** What may be spent for another case, what is under way left aside. */
  get purse(): Spent {
    const { meter, kept } = this.#means;
    const spent = meter();
    return { posts: this.#most.posts - spent.posts, gets: this.#most.gets - spent.gets - kept() };
  }

  /** True where another case may be begun; a batch without a POST to spend goes on reading. */
  isOpenFor({ posts, gets }: Spent): boolean {
    return (this.#most.posts === 0 || posts > 0) && gets >= getsPerCase;
  }

  /** True where a case of such a price fits into what is left of the budget. */
  holds(price: Spent): boolean {
    const { left, meter, kept } = this.#means;
    const { posts, gets } = sum(sum(meter(), this.#underway), price);
    return posts <= left.posts && gets + kept() <= left.gets;
  }

  /** Keeps a price for a case that is under way; gives what ends that. */
  reserve(price: Spent): () => void {
    this.#underway = sum(this.#underway, price);
    return () => {
      this.#underway = sum(this.#underway, { posts: -price.posts, gets: -price.gets });
    };
  }
}
