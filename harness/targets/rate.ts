import type { Quota } from '../quota/share.ts';
import type { TargetFile } from './targetFile.ts';
import type { Lookup } from './variables.ts';

/** The quota of the account, and where runs on several machines share it. */
export interface Rate extends Quota {
  redisUrl?: string;
}

/** Sandbox rate (§ Limits). */
const sandbox = { post: 10, get: 300 };

/** The allowance that a target file declares; what a sandbox does not say is 10 POST and 300 GET a minute. */
export function rateOf({ kind, quota = {} }: TargetFile, lookup: Lookup): Rate {
  const { postPerMinute: post, getPerMinute: get, windowSeconds = 60, redisEnv } = quota;
  const redisUrl = redisEnv === undefined ? undefined : lookup(redisEnv);
  return {
    ...(kind === 'sandbox' && sandbox),
    ...(post !== undefined && { post }),
    ...(get !== undefined && { get }),
    windowMs: Number((windowSeconds * 1000).toFixed(3)),
    ...(redisUrl !== undefined && { redisUrl }),
  };
}
