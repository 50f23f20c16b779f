import { setTimeout as delay } from 'node:timers/promises';

/** Shorter waits are only waited for, ms: nobody moves a clock for them. */
const leastHeldMs = 1_000;

/** A late answer: when its time comes by our clock, how far the target's was moved meanwhile, ms, and what gives it. */
interface Waiting {
  untilMs: number;
  /** No sooner by real time, whatever clock is moved. */
  leastUntilMs: number;
  movedMs: number;
  timer: NodeJS.Timeout;
  give(): void;
}

/** Answers that are late on purpose, by the clock of the target: it runs as ours does, and may be moved. */
export class DelayedAnswers {
  readonly #waiting = new Set<Waiting>();

  /** Waits so long, or until the target's clock was moved past that, though no less than some time of our own, or what gives it up is so. Gives how far it was moved, ms. */
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

  /** How much longer each held answer is to be late by the target's clock, ms; those that wait for real time alone are left out. */
  get ms(): number[] {
    const nowMs = performance.now();
    return [...this.#waiting].map(({ untilMs }) => Math.ceil(untilMs - nowMs)).filter((ms) => ms > 0);
  }

  /** The target's clock was moved by so much: lets those go that are late enough. */
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
