import { batchSize, getsPerPost, sumOfSpent } from '../../engine/budget/remainingBudget.ts';
import { getsPerCase, type Spent } from '../../engine/budget/requestMeter.ts';

/** What a batch may spend of: what is left of the budget, its place among all, what it has spent to begin with, and the GETs that are kept for sweeps. */
interface Means {
  left: Spent;
  place: number;
  isLimited: boolean;
  opening: Spent;
  kept: () => number;
}

const negative = ({ posts, gets }: Spent): Spent => ({ posts: -posts, gets: -gets });

/** What one batch may spend. What is under way counts with its whole price, however far it was sent: how much is left hangs on the order of cases alone. */
export class BatchBudget {
  readonly #left: Spent;
  readonly #most: Spent;
  readonly #kept: () => number;
  #taken: Spent;

  constructor({ left, place, isLimited, opening, kept }: Means) {
    const size = batchSize(place, isLimited);
    this.#left = left;
    this.#most = { posts: Math.min(size, left.posts), gets: Math.min(size * getsPerPost, left.gets) };
    this.#kept = kept;
    this.#taken = opening;
  }

  /** What was spent, and is kept for what is under way. */
  get taken(): Spent {
    return this.#taken;
  }

  /** What may be spent for another case. */
  get remaining(): Spent {
    const { posts, gets } = this.#taken;
    return { posts: this.#most.posts - posts, gets: this.#most.gets - gets - this.#kept() };
  }

  /** True where another case may be begun; a batch without a POST to spend goes on reading. */
  isOpenFor({ posts, gets }: Spent): boolean {
    return (this.#most.posts === 0 || posts > 0) && gets >= getsPerCase;
  }

  /** True where a case of such a price fits into what is left of the budget. */
  affords(price: Spent): boolean {
    const { posts, gets } = sumOfSpent(this.#taken, price);
    return posts <= this.#left.posts && gets + this.#kept() <= this.#left.gets;
  }

  /** Keeps a price for a case that begins; gives what takes what it has cost instead, once it is known. */
  reserve(price: Spent): (cost: Spent) => void {
    this.#taken = sumOfSpent(this.#taken, price);
    return (cost) => {
      this.#taken = sumOfSpent(this.#taken, sumOfSpent(cost, negative(price)));
    };
  }
}
