import { methodClassOf } from '../../traffic/rate/limiter/methodClass.ts';
import { quotaOfRun } from '../../traffic/rate/limiter/quotaShare.ts';
import type { Worker } from './worker.ts';

/** How many requests of an HTTP method may ever be on their way at once: all that the quota, or the shard's part of it, allows in a window. */
export function maxConcurrency({ target: { quota }, run }: Pick<Worker, 'target' | 'run'>, method: string): number {
  const own = quotaOfRun(quota, { shard: run.selection.shard, redis: quota.redisUrl });
  return own[methodClassOf(method)] ?? Number.POSITIVE_INFINITY;
}
