import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from '../../../traffic/rate/lock/lockFile.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';

/** How often a waiting process checks the lock of the other process, ms. */
const lookMs = 200;

/** The time that an inbox may take to leave after a run has asked it to, ms. */
const leavingMs = 10_000;

/** A process without a process id in its lock file is still writing the file, unless the file is older than this, ms. */
const writingMs = 2_000;

/** The two holders of a lock on a target's receiver: a run, and the inbox while no run listens. */
type Listener = 'run' | 'inbox';

const lockFileOf = (file: string, who: Listener) => `${file}.${who}`;

const leave = (lockFile: string) => rmSync(lockFile, { force: true });

/** Returns the process that holds a lock; 0 if it is just being taken, undefined if it is free. */
function holderOf(lockFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(lockFile, 'utf8'), 10);
    if (pid > 0) return isRunning(pid) ? pid : undefined;
    return Date.now() - statSync(lockFile).mtimeMs < writingMs ? 0 : undefined;
  } catch {
    return undefined;
  }
}

/** Takes a lock if no running process holds it; returns the holder otherwise. */
function sit(lockFile: string): number | undefined {
  const other = holderOf(lockFile);
  if (other !== undefined && other !== process.pid) return other;
  leave(lockFile);
  try {
    writeFileSync(lockFile, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return holderOf(lockFile) ?? 0;
  }
}

function taken(lockFile: string, wanted: string, pid: number): ConfigurationError {
  const hint = `Wait for its end. If there is no such process, delete ${lockFile}.`;
  return new ConfigurationError('the receiver of webhooks', [
    { where: 'target', wanted, seen: `process ${pid}`, hint },
  ]);
}

/**
 * Takes the receiver of a target for a run, and returns the function that releases the lock. A listening inbox leaves, and listens again when the run has
 * ended. Throws ConfigurationError if another run listens, or the inbox does not leave.
 */
export async function lockReceiver(file: string): Promise<() => void> {
  const [own, inbox] = [lockFileOf(file, 'run'), lockFileOf(file, 'inbox')];
  const other = sit(own);
  if (other !== undefined) throw taken(own, 'a target whose webhooks no other run receives', other);
  const untilMs = Date.now() + leavingMs;
  for (let pid = holderOf(inbox); pid !== undefined; pid = holderOf(inbox)) {
    if (Date.now() > untilMs) {
      leave(own);
      throw taken(inbox, 'assay inbox to leave before the run', pid);
    }
    await delay(lookMs);
  }
  return () => leave(own);
}

/** The lock of `assay inbox`, which gives way to runs. */
export class InboxLock {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** True if a run listens, or is about to. */
  get isWanted(): boolean {
    return holderOf(lockFileOf(this.#file, 'run')) !== undefined;
  }

  /** Takes the lock when no run listens; false if the signal came first. Throws ConfigurationError if another inbox holds it. */
  async take(signal: AbortSignal): Promise<boolean> {
    const own = lockFileOf(this.#file, 'inbox');
    while (!signal.aborted) {
      const other = this.isWanted ? undefined : sit(own);
      if (other !== undefined) throw taken(own, 'a target that no other assay inbox listens for', other);
      // A run that started meanwhile has precedence. The run and the inbox each check the other lock again after they have taken their own.
      if (holderOf(own) === process.pid) {
        if (!this.isWanted) return true;
        this.leave();
      }
      await delay(lookMs, undefined, { signal }).catch(() => undefined);
    }
    return false;
  }

  /** Resolves when a run needs the receiver, or the signal comes. */
  async wanted(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.isWanted) await delay(lookMs, undefined, { signal }).catch(() => undefined);
  }

  leave(): void {
    leave(lockFileOf(this.#file, 'inbox'));
  }
}
