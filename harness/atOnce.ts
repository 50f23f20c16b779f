import { methodClassOf } from './quota/methods.ts';
import { quotaOfRun } from './quota/share.ts';
import type { Worker } from './stage.ts';

/** How many requests of an HTTP method may ever be on their way at once: all that the quota, or the shard's part of it, allows in a window. */
export function maxConcurrency({ target: { quota }, run }: Pick<Worker, 'target' | 'run'>, method: string): number {
  const own = quotaOfRun(quota, { shard: run.selection.shard, redis: quota.redisUrl });
  return own[methodClassOf(method)] ?? Number.POSITIVE_INFINITY;
}
