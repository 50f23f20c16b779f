import { ConfigurationError, type Problem } from '../../system/configurationError.ts';
import { type MethodClass, methodClasses } from './methodClass.ts';

/** One of the parts that a run was cut into: number `index`, from 1, of `of`. */
export interface Shard {
  index: number;
  of: number;
}

/** What an account may send: requests of each method class within each window; a class without a number is not limited. */
export interface Quota {
  post?: number | undefined;
  get?: number | undefined;
  windowMs: number;
}

function problemOf(name: MethodClass, limit: number, { index, of }: Shard): Problem {
  return {
    where: `quota for ${name.toUpperCase()}`,
    wanted: 'at least one request a window for each shard',
    seen: `${limit} for ${of} shards, and none left for shard ${index}`,
    hint: `Use at most ${limit} shards, or share the allowance through Redis (quota.redisEnv).`,
  };
}

/**
 * The equal share of a shard: N divided by the shards, and one more for the first N mod n of them.
 * Throws ConfigurationError when nothing is left for this one.
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

/** What of a quota a run may spend: all of it, or its share where it is a shard and no Redis shares the quota. Throws as `shareOf`. */
export function quotaOfRun(
  quota: Quota,
  { shard, redis }: { shard?: Shard | undefined; redis?: string | undefined },
): Quota {
  return shard && redis === undefined ? quotaOfShard(quota, shard) : quota;
}
