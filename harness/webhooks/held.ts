import { setTimeout as delay } from 'node:timers/promises';

/** Shorter waits are only waited for, ms: nobody moves a clock for them. */
const leastHeldMs = 1_000;

/** A late answer: when its time comes by our clock, how far the target's was moved meanwhile, ms, and what gives it. */
interface Waiting {
  untilMs: number;
  movedMs: number;
  timer: NodeJS.Timeout;
  give(): void;
}

/** Answers that are late on purpose, by the clock of the target: it runs as ours does, and may be moved. */
export class Held {
  readonly #waiting = new Set<Waiting>();

  /** Waits so long, or until the target's clock was moved past that, or what gives it up is so. Gives how far it was moved, ms. */
  async wait(ms: number, given: AbortSignal): Promise<number> {
    if (given.aborted || ms <= 0) return 0;
    if (ms < leastHeldMs) return delay(ms, 0, { signal: given }).catch(() => 0);
    return new Promise((resolve) => {
      const give = () => {
        clearTimeout(waiting.timer);
        this.#waiting.delete(waiting);
        given.removeEventListener('abort', give);
        resolve(waiting.movedMs);
      };
      const waiting = { untilMs: performance.now() + ms, movedMs: 0, timer: setTimeout(give, ms), give };
      this.#waiting.add(waiting);
      given.addEventListener('abort', give);
    });
  }

  /** How much longer each held answer is to be late, ms. */
  get ms(): number[] {
    const nowMs = performance.now();
    return [...this.#waiting].map(({ untilMs }) => Math.max(0, Math.ceil(untilMs - nowMs)));
  }

  /** The target's clock was moved by so much: lets those go that are late enough. */
  release(ms: number): void {
    const nowMs = performance.now();
    for (const waiting of [...this.#waiting]) {
      waiting.untilMs -= ms;
      waiting.movedMs += ms;
      clearTimeout(waiting.timer);
      if (waiting.untilMs <= nowMs) waiting.give();
      else waiting.timer = setTimeout(waiting.give, waiting.untilMs - nowMs);
    }
  }
}
