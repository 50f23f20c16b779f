import { setTimeout as delay } from 'node:timers/promises';

/** Shorter waits always take real time, ms; no clock is moved for them. */
const leastHeldMs = 1_000;

/** A delayed answer: when it is due in our time, how far the target's clock was moved meanwhile, ms, and the function that gives it. */
interface Waiting {
  untilMs: number;
  /** The earliest real time at which the answer may be given, however far the clock is moved. */
  leastUntilMs: number;
  movedMs: number;
  timer: NodeJS.Timeout;
  give(): void;
}

/** Answers with a planned delay in the target's time. The target's clock runs like ours and may be moved. */
export class DelayedAnswers {
  readonly #waiting = new Set<Waiting>();

  /**
   * Waits until the delay has passed or the target's clock was moved past it, but at least `leastMs` of real time; an abort ends the wait. Returns how far the
   * clock was moved, ms.
   */
  async wait(ms: number, given: AbortSignal, leastMs = 0): Promise<number> {
    if (given.aborted || ms <= 0) return 0;
    if (ms < leastHeldMs) return delay(ms, 0, { signal: given }).catch(() => 0);
    return new Promise((resolve) => {
      const give = () => {
        clearTimeout(waiting.timer);
        this.#waiting.delete(waiting);
        given.removeEventListener('abort', give);
        resolve(waiting.movedMs);
      };
      const nowMs = performance.now();
      const [untilMs, leastUntilMs] = [nowMs + ms, nowMs + leastMs];
      const waiting = { untilMs, leastUntilMs, movedMs: 0, timer: setTimeout(give, ms), give };
      this.#waiting.add(waiting);
      given.addEventListener('abort', give);
    });
  }

  /** The remaining delays in the target's time, ms; answers that only wait for real time are left out. */
  get ms(): number[] {
    const nowMs = performance.now();
    return [...this.#waiting].map(({ untilMs }) => Math.ceil(untilMs - nowMs)).filter((ms) => ms > 0);
  }

  /** Applies a move of the target's clock, and gives the answers that are now due. */
  release(ms: number): void {
    const nowMs = performance.now();
    for (const waiting of [...this.#waiting]) {
      waiting.untilMs -= ms;
      waiting.movedMs += ms;
      clearTimeout(waiting.timer);
      const dueMs = Math.max(waiting.untilMs, waiting.leastUntilMs);
      if (dueMs <= nowMs) waiting.give();
      else waiting.timer = setTimeout(waiting.give, dueMs - nowMs);
    }
  }
}
