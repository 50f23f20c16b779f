import { classOf } from './quota/methods.ts';
import { partOf } from './quota/share.ts';
import type { Stage } from './stage.ts';

/** How many requests of an HTTP method may ever be on their way at once: all that the quota, or the shard's part of it, allows in a window. */
export function mostAtOnce({ target: { quota }, run }: Pick<Stage, 'target' | 'run'>, method: string): number {
  const own = partOf(quota, { shard: run.selection.shard, redis: quota.redisUrl });
  return own[classOf(method)] ?? Number.POSITIVE_INFINITY;
}
