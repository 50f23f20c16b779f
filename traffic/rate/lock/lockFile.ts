import { readFileSync, statSync } from 'node:fs';
import type { MethodClass } from '../limiter/methodClass.ts';
import type { Shard } from '../limiter/quotaShare.ts';

/** The run that holds an account: what its lock file says. */
export interface LockHolder {
  pid: number;
  /** When that process was born, as the system counts it: a number is given again. */
  born?: string;
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
  holder: LockHolder | undefined;
  touchedMs: number;
}

/** A lock file that cannot be read is being written, unless it is older than this, ms. */
const writingMs = 10_000;

/** A holder touches its file every second: after so long without, ms, a process of its number that may be another one is. */
const staleMs = 60_000;

/** Reads a lock file; undefined when it is not there (any more). */
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
    const isWhole =
      typeof value?.pid === 'number' && typeof value.shard === 'object' && typeof value.slots === 'object';
    return isWhole ? (value as LockHolder) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process that wrote a lock file still runs: one that only has its number holds nothing for long. */
export function isLockHeld({ holder, touchedMs }: Lock): boolean {
  const untouchedMs = Date.now() - touchedMs;
  if (!holder) return untouchedMs < writingMs;
  return isRunning(holder.pid) && (isSame(holder) || untouchedMs < staleMs);
}

const isSame = ({ pid, born }: LockHolder) => born !== undefined && startTimeOf(pid) === born;

/** When a process was born: of which start of the system, and how long after it. Undefined where the system does not tell. */
export function startTimeOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of a program, in brackets, may hold anything; its birth is the twentieth word after it.
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return undefined;
  }
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
export function mayShareAccount(one: LockHolder, other: LockHolder): boolean {
  if (one.redis || other.redis) return one.redis && other.redis;
  return one.shard.of === other.shard.of && one.shard.index !== other.shard.index;
}
