import { methodClassOf } from '../../traffic/rate/limiter/methodClass.ts';
import { quotaOfRun } from '../../traffic/rate/limiter/quotaShare.ts';
import type { Worker } from './worker.ts';

/** Returns how many requests of an HTTP method may run at the same time: all that the quota, or the shard's part of it, allows in a window. */
export function maxConcurrency({ target: { quota }, run }: Pick<Worker, 'target' | 'run'>, method: string): number {
  const own = quotaOfRun(quota, { shard: run.selection.shard, redis: quota.redisUrl });
  return own[methodClassOf(method)] ?? Number.POSITIVE_INFINITY;
}
