import type { Redis } from 'ioredis';
import { onProcessEnd } from '../system/processEnd.ts';
import { type Allowance, localAllowance } from './limiter/allowance.ts';
import { cappedPosts } from './limiter/cappedLimiter.ts';
import { monotonic } from './limiter/clock.ts';
import type { LimiterHandle } from './limiter/limiterHandle.ts';
import { type MethodClass, methodClasses } from './limiter/methodClass.ts';
import { OncePerRun } from './limiter/oncePerRun.ts';
import { restMsOf } from './limiter/permitPool.ts';
import { type Quota, quotaOfRun, type Shard } from './limiter/quotaShare.ts';
import { RateLimiter, type RateLimiterStatus } from './limiter/rateLimiter.ts';
import { openRedis, redisHostOf } from './limiter/redis.ts';
import { redisAllowance } from './limiter/redisAllowance.ts';
import { type Account, accountName } from './lock/account.ts';
import { type AccountLock, lockAccount } from './lock/accountLock.ts';
import { type CallHandler, type LimiterServer, openLimiterServer } from './server/limiterServer.ts';

/** What a rate limiter needs: the quota, its account, and whom it is shared with. */
export interface RateLimiterOpening {
  quota: Quota;
  /** Address of the Redis through which all runs of the account share the quota. */
  redis?: string | undefined;
  account: Account;
  /** Run id, shown to anyone who finds the account locked. */
  run: string;
  shard?: Shard | undefined;
  /** True if the run only reads. If the quota has no limit either, the run takes nothing from other runs. */
  onlyReads?: boolean | undefined;
  /** The most POSTs of the whole run; no limit by default. */
  mostPosts?: number | undefined;
  /** The folder of lock files; the system's folder for temporary files by default. */
  folder?: string | undefined;
  /** Handles other calls of the workers to the runner. */
  onCall?: CallHandler | undefined;
}

/** The rate limiter of a run, open to the runner itself and to its workers. */
export interface OpenRateLimiter {
  /** A handle for this process; closing the handle leaves the rate limiter open. */
  handle: LimiterHandle;
  /** The address that a worker passes to `connectLimiter`. */
  address: string;
  status(): RateLimiterStatus;
  /** Closes the server and releases the account; open leases count as ended. */
  close(): Promise<void>;
}

interface Resources {
  quota: Quota;
  hold: AccountLock | undefined;
  redis: Redis | undefined;
}

function allowanceOf(
  name: MethodClass,
  { account, redis: url = '', shard }: RateLimiterOpening,
  resources: Resources,
): Allowance | undefined {
  const { quota, hold, redis } = resources;
  const { [name]: of, windowMs } = quota;
  if (of === undefined) return undefined;
  if (of < 1) throw new RangeError(`expected an allowance of at least one ${name.toUpperCase()} per window, got ${of}`);
  if (!redis) return localAllowance({ of, windowMs, clock: monotonic, restingMs: hold?.resting[name] ?? [] });
  const prefix = `assay:${accountName(account)}:${name}`;
  return redisAllowance({ redis, place: redisHostOf(url), prefix, of, windowMs, clock: monotonic, party: shard });
}

/** True if the quota has a limit. Without a limit, two runs that only read cannot take anything from each other. */
function isLimited(quota: Quota): boolean {
  return methodClasses.some((name) => quota[name] !== undefined);
}

function holdFor(
  { account, run, redis, shard, onlyReads, folder }: RateLimiterOpening,
  quota: Quota,
): AccountLock | undefined {
  if (onlyReads && !isLimited(quota)) return undefined;
  const permits = Object.fromEntries(methodClasses.flatMap((name) => (quota[name] ? [[name, quota[name]]] : [])));
  const part = redis === undefined && shard ? shard : { index: 1, of: 1 };
  const holder = { run, shard: part, redis: redis !== undefined, slots: permits, restMs: restMsOf(quota.windowMs) };
  return lockAccount({ account, holder, ...(folder !== undefined && { folder }) });
}

async function redisFor({ redis }: RateLimiterOpening, quota: Quota): Promise<Redis | undefined> {
  return redis === undefined || !isLimited(quota) ? undefined : openRedis(redis);
}

function assemble(
  resources: Resources,
  limiter: RateLimiter,
  { desk: server, once, spend }: { desk: LimiterServer; once: OncePerRun; spend: RateLimiter['spend'] },
): OpenRateLimiter {
  const release = () => resources.hold?.release(limiter.resting());
  const stay = onProcessEnd(release);
  return {
    handle: {
      spend: (method) => spend(method),
      once: (key, make) => once.run(key, make),
      close: async () => undefined,
    },
    address: server.address,
    status: () => limiter.status(),
    close: async () => {
      stay();
      await server.close();
      release();
      await resources.redis?.quit().catch(() => undefined);
    },
  };
}

/**
 * Opens the rate limiter of a run. With an address of Redis the whole quota is shared with every run that names the same Redis; otherwise a shard spends its
 * equal share. Throws ConfigurationError if the share is 0, another run holds the account, or Redis does not answer.
 */
export async function openRateLimiter(opening: RateLimiterOpening): Promise<OpenRateLimiter> {
  const quota = quotaOfRun(opening.quota, opening);
  const redis = await redisFor(opening, quota);
  try {
    const resources: Resources = { quota, redis, hold: holdFor(opening, quota) };
    const allowances = { post: allowanceOf('post', opening, resources), get: allowanceOf('get', opening, resources) };
    const limiter = new RateLimiter({ ...allowances, windowMs: quota.windowMs });
    const once = new OncePerRun();
    const { spend } = cappedPosts(limiter, opening.mostPosts);
    return assemble(resources, limiter, {
      desk: await openLimiterServer({ limiter: { spend }, once, onCall: opening.onCall }),
      once,
      spend,
    });
  } catch (error) {
    redis?.disconnect();
    throw error;
  }
}
