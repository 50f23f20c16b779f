import { readFileSync, statSync } from 'node:fs';
import type { MethodClass } from '../limiter/methodClass.ts';
import type { Shard } from '../limiter/quotaShare.ts';

/** The run that holds an account, as its lock file says. */
export interface LockHolder {
  pid: number;
  /** When that process started, as the system counts it: process ids are reused. */
  born?: string;
  run: string;
  /** When the lock was taken, ISO 8601. */
  since: string;
  /** Its part of the quota: 1 of 1 for the whole. */
  shard: Shard;
  /** True if it spends a quota that is shared through Redis. */
  redis: boolean;
  /** How many permits it has of each class, and how long each rests, ms: if it dies, all may have been spent. */
  slots: Partial<Record<MethodClass, number>>;
  restMs: number;
}

/** A lock file: its path, its holder (undefined if it cannot be read), and when it was last touched, ms since 1970. */
export interface Lock {
  path: string;
  holder: LockHolder | undefined;
  touchedMs: number;
}

/** A lock file that cannot be read is still being written, unless it is older than this, ms. */
const writingMs = 10_000;

/**
 * A holder touches its file every second. After this time without a touch, ms, a process with the holder's id may be a different process, and is taken for a
 * different one.
 */
const staleMs = 60_000;

/** Reads a lock file; undefined if it does not exist (any more). */
export function readLock(path: string): Lock | undefined {
  try {
    const touchedMs = statSync(path).mtimeMs;
    return { path, touchedMs, holder: holderIn(readFileSync(path, 'utf8')) };
  } catch {
    return undefined;
  }
}

function holderIn(text: string): LockHolder | undefined {
  try {
    const value = JSON.parse(text) as Partial<LockHolder> | null;
    const isComplete =
      typeof value?.pid === 'number' && typeof value.shard === 'object' && typeof value.slots === 'object';
    return isComplete ? (value as LockHolder) : undefined;
  } catch {
    return undefined;
  }
}

/** True if the process that wrote a lock file still runs. Another process with the same id keeps the lock only for a short time. */
export function isLockHeld({ holder, touchedMs }: Lock): boolean {
  const untouchedMs = Date.now() - touchedMs;
  if (!holder) return untouchedMs < writingMs;
  return isRunning(holder.pid) && (isSame(holder) || untouchedMs < staleMs);
}

const isSame = ({ pid, born }: LockHolder) => born !== undefined && startTimeOf(pid) === born;

/** Returns when a process started: the boot of the system and the time since then. Undefined if the system does not say. */
export function startTimeOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program name, in parentheses, may contain anything; the start time is the twentieth word after it.
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return undefined;
  }
}

/** True if there is a process with this id. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process runs but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** True if two runs may spend at the same time: they share the quota through Redis, or they have different equal shares. */
export function mayShareAccount(one: LockHolder, other: LockHolder): boolean {
  if (one.redis || other.redis) return one.redis && other.redis;
  return one.shard.of === other.shard.of && one.shard.index !== other.shard.index;
}
