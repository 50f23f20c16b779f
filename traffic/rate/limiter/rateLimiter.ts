import { type Allowance, unlimited } from './allowance.ts';
import { type Clock, monotonic } from './clock.ts';
import type { Lease } from './limiterHandle.ts';
import { type MethodClass, methodClassOf } from './methodClass.ts';
import { type MethodClassStatus, PermitQueue } from './permitQueue.ts';

/** The parts of a rate limiter: an allowance for each method class, undefined for no limit, and the length of the window, ms. */
export interface RateLimiterParts {
  post?: Allowance | undefined;
  get?: Allowance | undefined;
  windowMs: number;
  clock?: Clock;
}

/** The state of both method classes. */
export type RateLimiterStatus = Record<MethodClass, MethodClassStatus>;

/** Decides when each request may be sent, so that the target has no reason to throttle. */
export class RateLimiter {
  readonly #queues: Record<MethodClass, PermitQueue>;
  readonly #allowances: Record<MethodClass, Allowance>;

  constructor({ post = unlimited, get = unlimited, windowMs, clock = monotonic }: RateLimiterParts) {
    this.#allowances = { post, get };
    this.#queues = {
      post: new PermitQueue({ allowance: post, windowMs, clock }),
      get: new PermitQueue({ allowance: get, windowMs, clock }),
    };
  }

  /** Waits for permission to send one request of this HTTP method. Aborting the signal withdraws the request and rejects its promise. */
  spend(method: string, signal?: AbortSignal): Promise<Lease> {
    return this.#queues[methodClassOf(method)].ask(signal);
  }

  status(): RateLimiterStatus {
    return { post: this.#queues.post.status(), get: this.#queues.get.status() };
  }

  /** Returns, for each permit that is not free now, in how many ms it is free. The next run on this account needs these times. */
  resting(): Record<MethodClass, number[]> {
    return { post: this.#allowances.post.resting(), get: this.#allowances.get.resting() };
  }
}
