import { randomInt } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Allowance, NoPermit, Permit } from './allowance.ts';
import type { Clock } from './clock.ts';
import { restMsOf } from './permitPool.ts';
import type { Shard } from './quotaShare.ts';
import { redisLost } from './redis.ts';

/** No request takes longer than this, ms. If a party dies during a request, the permit of the request is free after this time and one window. */
const longestRequestMs = 5 * 60_000;

/** How much later a party tries a freed permit if the permit belongs to another party, as a fraction of the window. */
const courtesy = 1 / 100;

/** What an allowance shared by several runs is made from. */
export interface RedisAllowanceParts {
  redis: Redis;
  /** The address of the Redis, for an error. */
  place: string;
  /** First part of every key: identifies account and method class, and contains no secret. */
  prefix: string;
  of: number;
  windowMs: number;
  clock: Clock;
  /** Which of the parties this run is. A run without a party has no permits of its own, and starts at a random permit. */
  party?: Shard | undefined;
}

/**
 * An allowance in Redis: one key per permit, present while the permit is in use or resting. A party knows the times of its own permits, and learns the time of
 * another party's permit when it finds the permit busy. So a party queries Redis only for permits that may be free.
 */
class SharedAllowance implements Allowance {
  readonly of: number;
  readonly #parts: RedisAllowanceParts;
  readonly #limiter: RateLimiterRedis;
  readonly #restMs: number;
  /** For each permit, the earliest moment at which it may be free for us; infinite while we hold the permit. */
  readonly #freeMs: number[];
  readonly #start: number;
  #lost: Error | undefined;

  constructor(parts: RedisAllowanceParts) {
    this.#parts = parts;
    this.of = parts.of;
    this.#restMs = restMsOf(parts.windowMs);
    this.#freeMs = new Array<number>(parts.of).fill(Number.NEGATIVE_INFINITY);
    this.#start = randomInt(parts.of);
    const duration = Math.ceil((this.#restMs + longestRequestMs) / 1000);
    this.#limiter = new RateLimiterRedis({ storeClient: parts.redis, keyPrefix: parts.prefix, points: 1, duration });
  }

  async take(): Promise<Permit | NoPermit> {
    for (;;) {
      if (this.#lost) throw this.#lost;
      const permit = this.#likeliest();
      const freeMs = this.#freeMs[permit] ?? 0;
      const inMs = freeMs - this.#parts.clock.now();
      if (inMs > 0) return { inMs: Number.isFinite(freeMs) ? inMs : undefined };
      const tried = await this.#try(permit);
      if (tried) return tried;
    }
  }

  async pause(ms: number): Promise<void> {
    const key = this.#pauseKey();
    await this.#ask(async ({ redis }) => {
      if ((await redis.pttl(key)) < ms) await redis.set(key, 1, 'PX', Math.ceil(ms));
    });
  }

  /** Returns an empty list, because the next run asks Redis. */
  resting(): number[] {
    return [];
  }

  /** Returns the permit that has been free for longest; own permits come first. If no permit is free, returns the permit that will be free first. */
  #likeliest(): number {
    const now = this.#parts.clock.now();
    const rank = (permit: number): number => {
      const freeMs = this.#freeMs[permit] ?? 0;
      return this.#isOwn(permit) && freeMs <= now ? Number.NEGATIVE_INFINITY : Math.max(freeMs, -Number.MAX_VALUE);
    };
    let best = this.#start;
    for (let step = 1; step < this.of; step += 1) {
      const permit = (this.#start + step) % this.of;
      if (rank(permit) < rank(best)) best = permit;
    }
    return best;
  }

  #isOwn(permit: number): boolean {
    const { party } = this.#parts;
    return party !== undefined && permit % party.of === party.index - 1;
  }

  /** Tries one permit. If it is not free, notes when it may be and returns undefined. */
  async #try(permit: number): Promise<Permit | NoPermit | undefined> {
    const [pausedMs, busyMs] = await this.#ask(({ redis }) =>
      Promise.all([redis.pttl(this.#pauseKey()), this.#consume(permit)]),
    );
    if (busyMs !== undefined) this.#learn(permit, busyMs);
    else this.#freeMs[permit] = Number.POSITIVE_INFINITY;
    if (busyMs === undefined && pausedMs <= 0)
      return { give: () => this.#give(permit), drop: () => this.#drop(permit) };
    if (busyMs === undefined) await this.#drop(permit);
    return pausedMs > 0 ? { inMs: pausedMs } : undefined;
  }

  /** Returns undefined if the permit was taken now, else how many ms its key remains. */
  async #consume(permit: number): Promise<number | undefined> {
    try {
      await this.#limiter.consume(String(permit));
      return undefined;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return refused.msBeforeNext;
      throw refused;
    }
  }

  /**
   * Notes when a busy permit may be free. A key that remains longer than a permit rests belongs to a request that is not finished, so the permit is free one
   * rest from now at the earliest.
   */
  #learn(permit: number, busyMs: number): void {
    const { clock, windowMs } = this.#parts;
    const waitMs = this.#isOwn(permit) ? 0 : windowMs * courtesy;
    // At least 1 ms, so that an expiring key is not tried again at once.
    this.#freeMs[permit] = clock.now() + Math.max(1, Math.min(busyMs, this.#restMs)) + waitMs;
  }

  async #give(permit: number): Promise<void> {
    const key = this.#limiter.getKey(String(permit));
    await this.#ask(({ redis }) => redis.set(key, 1, 'PX', Math.ceil(this.#restMs)));
    this.#learn(permit, Math.ceil(this.#restMs));
  }

  async #drop(permit: number): Promise<void> {
    await this.#ask(() => this.#limiter.delete(String(permit)));
    this.#freeMs[permit] = this.#parts.clock.now();
  }

  #pauseKey(): string {
    return this.#limiter.getKey('pause');
  }

  async #ask<T>(question: (parts: RedisAllowanceParts) => Promise<T>): Promise<T> {
    try {
      return await question(this.#parts);
    } catch (error) {
      // Without an answer from Redis nobody knows the state of the quota, so there is no way to continue.
      this.#lost ??= redisLost(this.#parts.place, error);
      throw this.#lost;
    }
  }
}

/** Makes an allowance that several runs share through Redis. */
export function redisAllowance(parts: RedisAllowanceParts): Allowance {
  return new SharedAllowance(parts);
}
