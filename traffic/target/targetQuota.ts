import type { Quota } from '../rate/limiter/quotaShare.ts';
import type { Lookup } from './file/namedVariables.ts';
import type { OwnQuota, TargetFile } from './file/targetFile.ts';

/** The quota of the account, and the Redis through which runs on several machines share it. */
export interface TargetQuota extends Quota {
  redisUrl?: string;
}

/** Sandbox rate (§ Limits). */
const sandbox = { post: 10, get: 300 };

const msOf = (seconds: number) => Number((seconds * 1000).toFixed(3));

/** Returns the quota of an account that has its own. */
export function quotaOfAccount({ postPerMinute: post, getPerMinute: get, windowSeconds = 60 }: OwnQuota): Quota {
  return { post, get, windowMs: msOf(windowSeconds) };
}

/** Returns the allowance that a target file declares; the default of a sandbox is 10 POST and 300 GET a minute. */
export function targetQuotaOf({ kind, quota = {} }: TargetFile, lookup: Lookup): TargetQuota {
  const { postPerMinute: post, getPerMinute: get, windowSeconds = 60, redisEnv } = quota;
  const redisUrl = redisEnv === undefined ? undefined : lookup(redisEnv);
  return {
    ...(kind === 'sandbox' && sandbox),
    ...(post !== undefined && { post }),
    ...(get !== undefined && { get }),
    windowMs: msOf(windowSeconds),
    ...(redisUrl !== undefined && { redisUrl }),
  };
}
