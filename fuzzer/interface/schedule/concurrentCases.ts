import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';

/**
 * Requests that move a balance, requests that are judged by a balance, and searches among the newest payments. Nothing else may be under way at the same time.
 */
const disturbing = [
  /^\/v1\/user\/wallet\/balances/,
  /[?&]sort=/,
  /^\/v1\/user\/payments\/payout/,
  /^\/v1\/user\/exchange$/,
];

/** True for a case that must run alone: it is a test, uses the test control API, races, waits, or depends on balances and the newest payments. */
export function runsAlone({ steps, test }: FuzzCase): boolean {
  return (
    test !== undefined ||
    steps.some(
      ({ path, isLever: isControlAction, race, connection, until }) =>
        isControlAction ||
        race !== undefined ||
        connection !== undefined ||
        until !== undefined ||
        disturbing.some((one) => one.test(path)),
    )
  );
}

/** Reports the outcome of a task. */
type Report = () => void;

/** A task under way: the names it holds, and how it ended. */
interface Open {
  holds: readonly string[];
  ended: Promise<{ tell: Report } | { error: unknown }>;
}

/**
 * Runs tasks, up to a maximum at once. Reports their outcomes in the order in which the tasks began, and only when a new task needs room. What is known when a
 * task begins therefore depends only on this order.
 */
export class ConcurrentCases {
  readonly #most: number;
  readonly #open: Open[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** True if a task under way holds one of these names. */
  holdsAny(names: readonly string[]): boolean {
    return this.#open.some(({ holds }) => holds.some((name) => names.includes(name)));
  }

  /**
   * Begins a task when there is room for it. A task that must run alone begins after all other tasks have ended, and this call waits for its end. Throws the
   * error of any task.
   */
  async begin(
    { isAlone, holds }: { isAlone: boolean; holds: readonly string[] },
    work: () => Promise<Report>,
  ): Promise<void> {
    await this.#leave(isAlone ? 0 : this.#most - 1);
    const ended = work().then(
      (report) => ({ tell: report }),
      (error: unknown) => ({ error }),
    );
    this.#open.push({ holds, ended });
    if (isAlone || this.#most === 1) await this.all();
  }

  /** Waits for all tasks under way. Throws the error of any of them. */
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
