import { randomBytes } from 'node:crypto';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError } from '../../system/configurationError.ts';
import { type Account, accountName } from './account.ts';
import { isLockHeld, type Lock, type LockHolder, mayShareAccount, readLock, startTimeOf } from './lockFile.ts';
import { removeFile } from './removeFile.ts';
import { type AccountFiles, type RestingPermits, readRestingPermits, storeRestingPermits } from './restingPermits.ts';

/** How often a holder touches its lock file, ms. If the holder is killed, it sent its last request within this time after the last touch. */
const touchMs = 1_000;

/** A process whose cleanup of a stale lock takes longer than this, ms, was itself killed. */
const buryingMs = 10_000;

const ending = '.lock';

/** The account to lock, and who locks it. */
export interface AccountLockParts {
  account: Account;
  holder: Omit<LockHolder, 'pid' | 'born' | 'since'>;
  /** The folder of lock files; the system's folder for temporary files by default. */
  folder?: string;
}

/** A locked account. */
export interface AccountLock {
  /** The permits of earlier runs that are still resting. */
  resting: RestingPermits;
  /** Releases the lock and stores the permits that are still resting. A second call changes nothing. */
  release(resting: RestingPermits): void;
}

/**
 * Locks an account for this process. Throws ConfigurationError if another live run holds the account, unless the two runs share the quota: through Redis, or as
 * different equal shares. The lock of a dead run is taken over.
 */
export function lockAccount({ account, holder, folder = tmpdir() }: AccountLockParts): AccountLock {
  const files: AccountFiles = { folder, prefix: `assay-account-${accountName(account)}` };
  const born = startTimeOf(process.pid);
  const mine: LockHolder = { ...holder, pid: process.pid, ...(born && { born }), since: new Date().toISOString() };
  const path = join(folder, `${files.prefix}-${lockNameOf(mine)}${ending}`);
  for (const lock of locksIn(files)) if (!isLockHeld(lock)) bury(files, lock);
  occupy(path, mine);
  const other = locksIn(files).find((lock) => lock.path !== path && isLockHeld(lock) && !isAgreed(lock, mine));
  if (other) {
    removeFile(path);
    throw refusal(other);
  }
  return keep(files, path, mine);
}

/**
 * Returns the part of the lock file's name that differs between runs. Runs that must not hold an account together use the same lock file, or each run sees the
 * lock file of the other.
 */
function lockNameOf({ redis, shard }: LockHolder): string {
  return redis ? `redis-${process.pid}-${randomBytes(4).toString('hex')}` : `${shard.index}of${shard.of}`;
}

function isAgreed({ holder }: Lock, mine: LockHolder): boolean {
  return holder !== undefined && mayShareAccount(holder, mine);
}

function locksIn({ folder, prefix }: AccountFiles): Lock[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(prefix) && name.endsWith(ending));
  return names.flatMap((name) => readLock(join(folder, name)) ?? []);
}

function occupy(path: string, mine: LockHolder): void {
  try {
    writeFileSync(path, JSON.stringify(mine), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw refusal(readLock(path) ?? { path, holder: undefined, touchedMs: Date.now() });
  }
}

/** Removes the lock file of a dead run exactly once: a second process could otherwise remove the file of the new holder. */
function bury(files: AccountFiles, { path, holder }: Lock): void {
  const marker = `${path}.${holder?.pid ?? 'nobody'}.burying`;
  const old = readLock(marker);
  if (old && Date.now() - old.touchedMs > buryingMs) removeFile(marker);
  try {
    writeFileSync(marker, '', { flag: 'wx' });
  } catch {
    return;
  }
  const again = readLock(path);
  const isSame = again?.holder?.pid === holder?.pid && again?.holder?.since === holder?.since;
  if (again && isSame && !isLockHeld(again)) {
    if (holder && !holder.redis) storeRestingPermits(files, holder.shard, allOf(holder, again.touchedMs));
    removeFile(path);
  }
  removeFile(marker);
}

/** Returns all permits of a killed run as resting: the run may have spent its whole quota, up to the moment of its next touch. */
function allOf({ slots: permits, restMs }: LockHolder, touchedMs: number): RestingPermits {
  const leftMs = touchedMs + touchMs + restMs - Date.now();
  const all = (count = 0) => (leftMs > 0 ? new Array<number>(count).fill(leftMs) : []);
  return { post: all(permits.post), get: all(permits.get) };
}

function keep(files: AccountFiles, path: string, { shard, redis }: LockHolder): AccountLock {
  const timer = setInterval(() => touch(path), touchMs).unref();
  let isHeld = true;
  return {
    resting: redis ? { post: [], get: [] } : readRestingPermits(files, shard),
    release: (resting) => {
      if (!isHeld) return;
      isHeld = false;
      clearInterval(timer);
      storeRestingPermits(files, shard, resting);
      removeFile(path);
    },
  };
}

function touch(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // Someone removed the file by hand: the run continues.
  }
}

function refusal({ path, holder }: Lock): ConfigurationError {
  const { run = 'unknown', since = 'just now', pid, shard } = holder ?? {};
  const part = shard && shard.of > 1 ? `, shard ${shard.index} of ${shard.of}` : '';
  return new ConfigurationError('the account', [
    {
      where: 'target',
      wanted: 'an account that no other run uses',
      seen: `run ${run}${part}, since ${since}${pid === undefined ? '' : ` (process ${pid})`}`,
      hint: `Wait until that run ends, or share the quota through Redis (quota.redisEnv) to run several at once. If there is no such run, delete ${path}.`,
    },
  ]);
}
