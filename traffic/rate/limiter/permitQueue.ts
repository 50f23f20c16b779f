import type { Allowance, Permit } from './allowance.ts';
import type { Clock } from './clock.ts';
import type { Lease, RequestEnd } from './limiterHandle.ts';
import { ThrottlePause } from './throttlePause.ts';

/** Old moments are removed only once there are this many. */
const worthForgetting = 1_000;

/** Counts grants: in total, within the last window, and the most in any one window. */
export class PermitCount {
  readonly #windowMs: number;
  /** Moments of grants in order; those before `#first` are older than the window. */
  #moments: number[] = [];
  #first = 0;
  total = 0;
  most = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  add(nowMs: number): void {
    this.total += 1;
    this.#moments.push(nowMs);
    this.most = Math.max(this.most, this.within(nowMs));
  }

  /** Counts the grants within the window that ends now. */
  within(nowMs: number): number {
    while ((this.#moments[this.#first] ?? nowMs) <= nowMs - this.#windowMs) this.#first += 1;
    if (this.#first >= worthForgetting) {
      this.#moments = this.#moments.slice(this.#first);
      this.#first = 0;
    }
    return this.#moments.length - this.#first;
  }
}

/** The state of one method class, for a line of progress. */
export interface MethodClassStatus {
  /** Requests granted within the last window. */
  used: number;
  /** Requests per window; undefined for no limit. */
  of: number | undefined;
  granted: number;
  /** The most requests granted within any one window. */
  most: number;
  /** Answers that were throttled (429). */
  throttled: number;
  /** When the first waiting request may be served, ms since 1970; undefined if no request waits. */
  waitingUntil: number | undefined;
}

/** What a queue is made from. */
export interface PermitQueueParts {
  allowance: Allowance;
  windowMs: number;
  clock: Clock;
}

interface Asker {
  askedMs: number;
  grant(lease: Lease): void;
  refuse(error: unknown): void;
  signal: AbortSignal | undefined;
  leave(): void;
}

/** The requests that wait for permits of one method class, served in order of arrival. */
export class PermitQueue {
  readonly #parts: PermitQueueParts;
  readonly #waiting: Asker[] = [];
  readonly #throttle: ThrottlePause;
  readonly #tally: PermitCount;
  #isServing = false;
  /** When the first waiting request is tried again, ms of the clock. */
  #nextMs = 0;
  #wakings = 0;
  #wakeUp: () => void = () => undefined;

  constructor(parts: PermitQueueParts) {
    this.#parts = parts;
    this.#throttle = new ThrottlePause(parts.windowMs);
    this.#tally = new PermitCount(parts.windowMs);
  }

  /** Waits for a permit. An aborted signal removes the request from the queue and rejects its promise. */
  ask(signal?: AbortSignal): Promise<Lease> {
    return new Promise((grant, refuse) => {
      const leave = () => this.#leave(asker);
      const asker: Asker = { askedMs: this.#parts.clock.now(), grant, refuse, signal, leave };
      if (signal?.aborted) return refuse(signal.reason);
      signal?.addEventListener('abort', leave);
      this.#waiting.push(asker);
      void this.#serve();
    });
  }

  status(): MethodClassStatus {
    const { clock, allowance } = this.#parts;
    const now = clock.now();
    return {
      used: this.#tally.within(now),
      of: allowance.of,
      granted: this.#tally.total,
      most: this.#tally.most,
      throttled: this.#throttle.count,
      waitingUntil: this.#waiting.length === 0 ? undefined : Math.round(Date.now() + Math.max(0, this.#nextMs - now)),
    };
  }

  /** Serves the requests one at a time until no request waits, so that no request overtakes another. */
  async #serve(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      while (this.#waiting.length > 0) await this.#serveFirst();
    } catch (error) {
      for (let asker = this.#first(); asker; asker = this.#first()) asker.refuse(error);
    } finally {
      this.#isServing = false;
    }
  }

  /** Removes and returns the first waiting request. */
  #first(): Asker | undefined {
    const asker = this.#waiting.shift();
    asker?.signal?.removeEventListener('abort', asker.leave);
    return asker;
  }

  async #serveFirst(): Promise<void> {
    const { allowance, clock } = this.#parts;
    const wakings = this.#wakings;
    const pausedMs = this.#throttle.pausedMs(clock.now());
    if (pausedMs > 0) return this.#sleep(pausedMs);
    const taken = await allowance.take();
    // A permit that was given back meanwhile may already be free, and nothing else would wake the queue for it. So the queue sleeps only if no permit was given
    // back.
    if ('inMs' in taken) return wakings === this.#wakings ? this.#sleep(taken.inMs) : undefined;
    const isPaused = this.#throttle.pausedMs(clock.now()) > 0;
    const asker = isPaused ? undefined : this.#first();
    if (!asker) return taken.drop();
    const now = clock.now();
    this.#tally.add(now);
    asker.grant(this.#lease(taken, now - asker.askedMs));
  }

  /** Sleeps for `ms`, or without a limit, but only until a permit is given back or the target asks for a pause. */
  #sleep(ms: number | undefined): Promise<void> {
    const { clock, windowMs } = this.#parts;
    this.#nextMs = clock.now() + (ms ?? windowMs);
    return new Promise((resolve) => {
      const cancel = ms === undefined ? () => undefined : clock.after(ms, resolve);
      this.#wakeUp = () => {
        cancel();
        resolve();
      };
    });
  }

  #wake(): void {
    this.#wakings += 1;
    this.#wakeUp();
  }

  #lease(permit: Permit, waitedMs: number): Lease {
    const pausesBefore = this.#throttle.pauses;
    let ended: Promise<{ repeat: boolean }> | undefined;
    const end = async (how: RequestEnd): Promise<{ repeat: boolean }> => {
      const { repeat, pauseMs } = this.#judge(how, pausesBefore);
      try {
        await Promise.all([permit.give(), pauseMs > 0 && this.#parts.allowance.pause(pauseMs)]);
        return { repeat };
      } catch {
        // The answer has come and is recorded, so an error here does not matter: the next caller gets the error of the allowance.
        return { repeat: false };
      } finally {
        this.#wake();
      }
    };
    return { waitedMs, done: (how = {}) => (ended ??= end(how)) };
  }

  #judge({ throttled }: RequestEnd, pausesBefore: number): { repeat: boolean; pauseMs: number } {
    if (throttled) return this.#throttle.throttled({ ...throttled, pausesBefore, nowMs: this.#parts.clock.now() });
    this.#throttle.passed(pausesBefore);
    return { repeat: false, pauseMs: 0 };
  }

  #leave(asker: Asker): void {
    asker.signal?.removeEventListener('abort', asker.leave);
    this.#waiting.splice(this.#waiting.indexOf(asker), 1);
    asker.refuse(asker.signal?.reason);
    this.#wake();
  }
}
