import { ConfigurationError, type Problem } from '../../system/configurationError.ts';
import { type MethodClass, methodClasses } from './methodClass.ts';

/** One part of a split run: part number `index`, counted from 1, of `of` parts. */
export interface Shard {
  index: number;
  of: number;
}

/** What an account may send: requests of each method class per window; a class without a number is not limited. */
export interface Quota {
  post?: number | undefined;
  get?: number | undefined;
  windowMs: number;
}

function problemOf(name: MethodClass, limit: number, { index, of }: Shard): Problem {
  return {
    where: `quota for ${name.toUpperCase()}`,
    wanted: 'at least one request per window for each shard',
    seen: `${limit} for ${of} shards, which leaves none for shard ${index}`,
    hint: `Use at most ${limit} shards, or share the allowance through Redis (quota.redisEnv).`,
  };
}

/**
 * Returns the equal share of a shard: N divided by the number of shards, plus one for the first N mod n of them. Throws ConfigurationError if nothing remains
 * for this shard.
 */
export function quotaOfShard(quota: Quota, shard: Shard): Quota {
  const { index, of } = shard;
  const share = (limit: number) => Math.floor(limit / of) + (index <= limit % of ? 1 : 0);
  const problems = methodClasses.flatMap((name) => {
    const limit = quota[name];
    return limit === undefined || share(limit) > 0 ? [] : [problemOf(name, limit, shard)];
  });
  if (problems.length > 0) throw new ConfigurationError('the quota', problems);
  const { post, get, windowMs } = quota;
  return {
    ...(post !== undefined && { post: share(post) }),
    ...(get !== undefined && { get: share(get) }),
    windowMs,
  };
}

/** Returns the part of a quota that a run may spend: all of it, or the share of a shard if no Redis shares the quota. Throws like `quotaOfShard`. */
export function quotaOfRun(
  quota: Quota,
  { shard, redis }: { shard?: Shard | undefined; redis?: string | undefined },
): Quota {
  return shard && redis === undefined ? quotaOfShard(quota, shard) : quota;
}
