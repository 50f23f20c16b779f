import { setTimeout as delay } from 'node:timers/promises';

/** Shorter waits are waited for, ms: nobody moves a clock for them. */
const leastHeldMs = 1_000;

/** Answers that are late on purpose. Where the target's clock can be moved they are held until it was. */
export class Held {
  readonly #holds: boolean;
  readonly #waiting = new Map<() => void, number>();

  constructor(holds: boolean) {
    this.#holds = holds;
  }

  /** Waits so long, or until it is released, or what gives it up is so. */
  async wait(ms: number, given: AbortSignal): Promise<void> {
    if (given.aborted || ms <= 0) return;
    if (!this.#holds || ms < leastHeldMs)
      return void (await delay(ms, undefined, { signal: given }).catch(() => undefined));
    await new Promise<void>((resolve) => {
      const done = () => {
        this.#waiting.delete(done);
        given.removeEventListener('abort', done);
        resolve();
      };
      this.#waiting.set(done, ms);
      given.addEventListener('abort', done);
    });
  }

  /** How much longer each held answer is to be late, ms. */
  get ms(): number[] {
    return [...this.#waiting.values()];
  }

  /** The target's clock was moved by so much: lets those go that are late enough. */
  release(ms: number): void {
    for (const [done, left] of [...this.#waiting]) {
      if (left <= ms) done();
      else this.#waiting.set(done, left - ms);
    }
  }
}
