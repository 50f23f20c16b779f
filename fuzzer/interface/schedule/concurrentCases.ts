import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';

/** What moves a balance or is told by one, and what is looked for among the newest payments: nothing else may happen meanwhile. */
const disturbing = [
  /^\/v1\/user\/wallet\/balances/,
  /[?&]sort=/,
  /^\/v1\/user\/payments\/payout/,
  /^\/v1\/user\/exchange$/,
];

/** True for a case beside which no other may be under way: it moves the target by levers, races, waits, or hangs on balances and the newest payments. */
export function runsAlone({ steps }: FuzzCase): boolean {
  return steps.some(
    ({ path, isLever, race, connection, until }) =>
      isLever ||
      race !== undefined ||
      connection !== undefined ||
      until !== undefined ||
      disturbing.some((one) => one.test(path)),
  );
}

/** Tells what has come of something. */
type Tell = () => void;

/** Something that is under way: what it holds, and how it ended. */
interface Open {
  holds: readonly string[];
  ended: Promise<{ tell: Tell } | { error: unknown }>;
}

/**
 * What is under way, as many at once as may be. What has come of each is told in the order in which they were begun, and only when there has to be room: what is
 * known at any beginning hangs on that order alone.
 */
export class ConcurrentCases {
  readonly #most: number;
  readonly #open: Open[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether something under way holds one of these. */
  holdsAny(names: readonly string[]): boolean {
    return this.#open.some(({ holds }) => holds.some((name) => names.includes(name)));
  }

  /** Begins something when there is room for it; alone, it begins after all others have ended and ends before this does. Throws what went wrong with any of them. */
  async begin(
    { isAlone, holds }: { isAlone: boolean; holds: readonly string[] },
    work: () => Promise<Tell>,
  ): Promise<void> {
    await this.#leave(isAlone ? 0 : this.#most - 1);
    const ended = work().then(
      (tell) => ({ tell }),
      (error: unknown) => ({ error }),
    );
    this.#open.push({ holds, ended });
    if (isAlone || this.#most === 1) await this.all();
  }

  /** Waits for all that are under way. Throws what went wrong with any of them. */
  async all(): Promise<void> {
    await this.#leave(0);
  }

  async #leave(left: number): Promise<void> {
    while (this.#open.length > left) {
      const ended = await this.#open[0]?.ended;
      this.#open.shift();
      if (ended && 'error' in ended) {
        await Promise.all(this.#open.map((one) => one.ended));
        throw ended.error;
      }
      ended?.tell();
    }
  }
}
