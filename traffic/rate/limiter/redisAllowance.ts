import { randomInt } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Allowance, NoPermit, Permit } from './allowance.ts';
import type { Clock } from './clock.ts';
import { restMsOf } from './permitPool.ts';
import type { Shard } from './quotaShare.ts';
import { redisLost } from './redis.ts';

/** No request takes longer than this, ms: the slot of a party that died with a request under way is free a window later. */
const longestRequestMs = 5 * 60_000;

/** How much later than its own party another one tries a slot that became free, as a part of the window. */
const courtesy = 1 / 100;

/** An allowance that several runs spend together. */
export interface RedisAllowanceParts {
  redis: Redis;
  /** Where that Redis is, for an error. */
  place: string;
  /** First part of every key: names account and method class, and holds no secret. */
  prefix: string;
  of: number;
  windowMs: number;
  clock: Clock;
  /** Which of the parties this is; without it no slot is its own, and it begins anywhere. */
  party?: Shard | undefined;
}

/**
 * An allowance in Redis: one key for each slot, there while the slot is taken or rests. A party knows its own slots' times and
 * learns the others' when it meets a slot that is not free, so that it asks Redis only for slots that may be.
 */
class SharedAllowance implements Allowance {
  readonly of: number;
  readonly #parts: RedisAllowanceParts;
  readonly #limiter: RateLimiterRedis;
  readonly #restMs: number;
  /** Each slot: the earliest moment at which it may be free for us; infinite while we hold it. */
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
      const slot = this.#likeliest();
      const freeMs = this.#freeMs[slot] ?? 0;
      const inMs = freeMs - this.#parts.clock.now();
      if (inMs > 0) return { inMs: Number.isFinite(freeMs) ? inMs : undefined };
      const tried = await this.#try(slot);
      if (tried) return tried;
    }
  }

  async pause(ms: number): Promise<void> {
    const key = this.#pauseKey();
    await this.#ask(async ({ redis }) => {
      if ((await redis.pttl(key)) < ms) await redis.set(key, 1, 'PX', Math.ceil(ms));
    });
  }

  /** Whoever comes next asks Redis. */
  resting(): number[] {
    return [];
  }

  /** The slot that is free for longest; an own one first. When none is free, the one that will be first. */
  #likeliest(): number {
    const now = this.#parts.clock.now();
    const rank = (slot: number): number => {
      const freeMs = this.#freeMs[slot] ?? 0;
      return this.#isOwn(slot) && freeMs <= now ? Number.NEGATIVE_INFINITY : Math.max(freeMs, -Number.MAX_VALUE);
    };
    let best = this.#start;
    for (let step = 1; step < this.of; step += 1) {
      const slot = (this.#start + step) % this.of;
      if (rank(slot) < rank(best)) best = slot;
    }
    return best;
  }

  #isOwn(slot: number): boolean {
    const { party } = this.#parts;
    return party !== undefined && slot % party.of === party.index - 1;
  }

  /** Tries one slot; undefined when it is not free, after noting when it may be. */
  async #try(slot: number): Promise<Permit | NoPermit | undefined> {
    const [pausedMs, busyMs] = await this.#ask(({ redis }) =>
      Promise.all([redis.pttl(this.#pauseKey()), this.#consume(slot)]),
    );
    if (busyMs !== undefined) this.#learn(slot, busyMs);
    else this.#freeMs[slot] = Number.POSITIVE_INFINITY;
    if (busyMs === undefined && pausedMs <= 0) return { give: () => this.#give(slot), drop: () => this.#drop(slot) };
    if (busyMs === undefined) await this.#drop(slot);
    return pausedMs > 0 ? { inMs: pausedMs } : undefined;
  }

  /** Undefined when the slot is taken now, else for how many ms its key stays. */
  async #consume(slot: number): Promise<number | undefined> {
    try {
      await this.#limiter.consume(String(slot));
      return undefined;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return refused.msBeforeNext;
      throw refused;
    }
  }

  /** A key that stays for longer than a slot rests is that of a request under way: free one rest from now at the earliest. */
  #learn(slot: number, busyMs: number): void {
    const { clock, windowMs } = this.#parts;
    const waitMs = this.#isOwn(slot) ? 0 : windowMs * courtesy;
    // At least 1 ms: a key of which nothing is left is not asked for again at once.
    this.#freeMs[slot] = clock.now() + Math.max(1, Math.min(busyMs, this.#restMs)) + waitMs;
  }

  async #give(slot: number): Promise<void> {
    const key = this.#limiter.getKey(String(slot));
    await this.#ask(({ redis }) => redis.set(key, 1, 'PX', Math.ceil(this.#restMs)));
    this.#learn(slot, Math.ceil(this.#restMs));
  }

  async #drop(slot: number): Promise<void> {
    await this.#ask(() => this.#limiter.delete(String(slot)));
    this.#freeMs[slot] = this.#parts.clock.now();
  }

  #pauseKey(): string {
    return this.#limiter.getKey('pause');
  }

  async #ask<T>(question: (parts: RedisAllowanceParts) => Promise<T>): Promise<T> {
    try {
      return await question(this.#parts);
    } catch (error) {
      // What it was not told is not known to anybody: there is no going on with it.
      this.#lost ??= redisLost(this.#parts.place, error);
      throw this.#lost;
    }
  }
}

/** The allowance of an account that several runs spend together, through Redis. */
export function redisAllowance(parts: RedisAllowanceParts): Allowance {
  return new SharedAllowance(parts);
}
