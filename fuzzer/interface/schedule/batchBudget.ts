import { batchSize, getsPerPost, sumOfSpent } from '../../engine/budget/remainingBudget.ts';
import { getsPerCase, type Spent } from '../../engine/budget/requestMeter.ts';

/** The limits of a batch: the rest of the budget, its number, what it has spent at the start, and the GETs reserved for final reads. */
interface Means {
  left: Spent;
  place: number;
  isLimited: boolean;
  opening: Spent;
  kept: () => number;
}

const negative = ({ posts, gets }: Spent): Spent => ({ posts: -posts, gets: -gets });

/**
 * The budget of one batch. A case that is under way counts with its full price, however far it was sent, so what is left depends only on the order of cases.
 */
export class BatchBudget {
  readonly #left: Spent;
  readonly #most: Spent;
  readonly #reservedGets: () => number;
  #taken: Spent;

  constructor({ left, place, isLimited, opening, kept: reservedGets }: Means) {
    const size = batchSize(place, isLimited);
    this.#left = left;
    this.#most = { posts: Math.min(size, left.posts), gets: Math.min(size * getsPerPost, left.gets) };
    this.#reservedGets = reservedGets;
    this.#taken = opening;
  }

  /** What was spent, plus what is reserved for cases under way. */
  get taken(): Spent {
    return this.#taken;
  }

  /** What is left for another case. */
  get remaining(): Spent {
    const { posts, gets } = this.#taken;
    return { posts: this.#most.posts - posts, gets: this.#most.gets - gets - this.#reservedGets() };
  }

  /** True if another case may begin. A batch without a POST to spend continues to read. */
  isOpenFor({ posts, gets }: Spent): boolean {
    return (this.#most.posts === 0 || posts > 0) && gets >= getsPerCase;
  }

  /** True if a case of this price fits into the rest of the budget. */
  affords(price: Spent): boolean {
    const { posts, gets } = sumOfSpent(this.#taken, price);
    return posts <= this.#left.posts && gets + this.#reservedGets() <= this.#left.gets;
  }

  /** Reserves a price for a case that begins. Returns a function that replaces the price with the actual cost. */
  reserve(price: Spent): (cost: Spent) => void {
    this.#taken = sumOfSpent(this.#taken, price);
    return (cost) => {
      this.#taken = sumOfSpent(this.#taken, sumOfSpent(cost, negative(price)));
    };
  }
}
