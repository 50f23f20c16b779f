import type { FuzzCase } from '../case.ts';

/** What moves a balance or is told by one, and what is looked for among the newest payments: nothing else may happen meanwhile. */
const disturbing = [
  /^\/v1\/user\/wallet\/balances/,
  /[?&]sort=/,
  /^\/v1\/user\/payments\/payout/,
  /^\/v1\/user\/exchange$/,
];

/** True for a case beside which no other may be under way: it moves the target by levers, races, waits, or hangs on balances and the newest payments. */
export function isAlone({ steps }: FuzzCase): boolean {
  return steps.some(
    ({ path, isLever, race, connection, until }) =>
      isLever ||
      race !== undefined ||
      connection !== undefined ||
      until !== undefined ||
      disturbing.some((one) => one.test(path)),
  );
}

/** Cases that are under way, as many at once as may be. */
export class Underway {
  readonly #most: number;
  readonly #open = new Set<Promise<void>>();
  #failed: { error: unknown } | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  /** Begins something when there is room for it; alone, it begins after all others have ended and ends before this does. Throws what went wrong with any of them. */
  async begin(isAlone: boolean, work: () => Promise<void>): Promise<void> {
    while (this.#open.size >= (isAlone ? 1 : this.#most)) await Promise.race(this.#open);
    this.#tell();
    const one: Promise<void> = work()
      .catch((error: unknown) => {
        this.#failed ??= { error };
      })
      .finally(() => this.#open.delete(one));
    this.#open.add(one);
    if (isAlone || this.#most === 1) await this.all();
  }

  /** Waits for all that are under way. Throws what went wrong with any of them. */
  async all(): Promise<void> {
    await Promise.all(this.#open);
    this.#tell();
  }

  #tell(): void {
    if (this.#failed) throw this.#failed.error;
  }
}
