import { readFileSync, statSync } from 'node:fs';
import type { MethodClass } from './methods.ts';
import type { Shard } from './share.ts';

/** The run that holds an account: what its lock file says. */
export interface Holder {
  pid: number;
  run: string;
  /** When it began, ISO 8601. */
  since: string;
  /** Its part of the quota: 1 of 1 for the whole. */
  shard: Shard;
  /** It spends a quota that is shared through Redis. */
  redis: boolean;
  /** How many slots it has of each class, and how long each rests, ms: if it dies, all of them may have been spent. */
  slots: Partial<Record<MethodClass, number>>;
  restMs: number;
}

/** A lock file: its path, who holds it (undefined when it cannot be read), and when it was touched last, ms since 1970. */
export interface Lock {
  path: string;
  holder: Holder | undefined;
  touchedMs: number;
}

/** A lock file that cannot be read is being written, unless it is older than this, ms. */
const writingMs = 10_000;

/** Reads a lock file; undefined when it is not there (any more). */
export function readLock(path: string): Lock | undefined {
  try {
    const touchedMs = statSync(path).mtimeMs;
    return { path, touchedMs, holder: holderIn(readFileSync(path, 'utf8')) };
  } catch {
    return undefined;
  }
}

function holderIn(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text) as Partial<Holder> | null;
    const isWhole =
      typeof value?.pid === 'number' && typeof value.shard === 'object' && typeof value.slots === 'object';
    return isWhole ? (value as Holder) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process that wrote a lock file still runs. */
export function isAlive({ holder, touchedMs }: Lock): boolean {
  return holder ? isRunning(holder.pid) : Date.now() - touchedMs < writingMs;
}

/** Whether there is a process of this number. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether two runs may spend at the same time: both through Redis, or two different equal shares. */
export function agree(one: Holder, other: Holder): boolean {
  if (one.redis || other.redis) return one.redis && other.redis;
  return one.shard.of === other.shard.of && one.shard.index !== other.shard.index;
}
