import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from '../../../traffic/rate/lock/lockFile.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';

/** How often whoever waits for the other looks, ms. */
const lookMs = 200;

/** An inbox that is asked to leave has left within this, ms. */
const leavingMs = 10_000;

/** A file without a number in it is being written, unless it is older than this, ms. */
const writingMs = 2_000;

/** The two who may listen for a target: a run, and the inbox while no run does. */
type Listener = 'run' | 'inbox';

const seatOf = (file: string, who: Listener) => `${file}.${who}`;

const leave = (seat: string) => rmSync(seat, { force: true });

/** The process that sits there; 0 for one that is just sitting down, undefined where nobody does. */
function sitter(seat: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(seat, 'utf8'), 10);
    if (pid > 0) return isRunning(pid) ? pid : undefined;
    return Date.now() - statSync(seat).mtimeMs < writingMs ? 0 : undefined;
  } catch {
    return undefined;
  }
}

/** Sits down where nobody living sits; gives the process that does otherwise. */
function sit(seat: string): number | undefined {
  const other = sitter(seat);
  if (other !== undefined && other !== process.pid) return other;
  leave(seat);
  try {
    writeFileSync(seat, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return sitter(seat) ?? 0;
  }
}

function taken(seat: string, wanted: string, pid: number): ConfigurationError {
  const hint = `Wait for its end. If there is no such process, delete ${seat}.`;
  return new ConfigurationError('the receiver of webhooks', [
    { where: 'target', wanted, seen: `process ${pid}`, hint },
  ]);
}

/**
 * A run takes the receiver of a target: an inbox that listens leaves, and comes back when the run is over or dead. Gives the way to end
 * it. Throws ConfigurationError where another run listens, or the inbox does not leave.
 */
export async function lockReceiver(file: string): Promise<() => void> {
  const [own, inbox] = [seatOf(file, 'run'), seatOf(file, 'inbox')];
  const other = sit(own);
  if (other !== undefined) throw taken(own, 'a target whose webhooks no other run receives', other);
  const untilMs = Date.now() + leavingMs;
  for (let pid = sitter(inbox); pid !== undefined; pid = sitter(inbox)) {
    if (Date.now() > untilMs) {
      leave(own);
      throw taken(inbox, 'assay inbox to leave for the run', pid);
    }
    await delay(lookMs);
  }
  return () => leave(own);
}

/** The seat of `assay inbox`, which gives way to runs. */
export class InboxLock {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** A run listens, or is about to. */
  get isWanted(): boolean {
    return sitter(seatOf(this.#file, 'run')) !== undefined;
  }

  /** Sits down when no run listens; false where the signal came before. Throws ConfigurationError where another inbox sits. */
  async take(signal: AbortSignal): Promise<boolean> {
    const own = seatOf(this.#file, 'inbox');
    while (!signal.aborted) {
      const other = this.isWanted ? undefined : sit(own);
      if (other !== undefined) throw taken(own, 'a target that no other assay inbox listens for', other);
      // A run that has come meanwhile goes first: both look after they have sat down.
      if (sitter(own) === process.pid) {
        if (!this.isWanted) return true;
        this.leave();
      }
      await delay(lookMs, undefined, { signal }).catch(() => undefined);
    }
    return false;
  }

  /** Resolves when a run wants the seat, or the signal comes. */
  async wanted(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.isWanted) await delay(lookMs, undefined, { signal }).catch(() => undefined);
  }

  leave(): void {
    leave(seatOf(this.#file, 'inbox'));
  }
}
