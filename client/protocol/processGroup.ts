import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** The variable that marks what a command of the user's starts. */
const markName = 'ASSAY_STARTED';

/** Returns variables that mark a command and everything that it starts, so that `endMarked` finds what left its process group. */
export const newMark = (): Record<string, string> => ({ [markName]: randomUUID() });

/** Sends a signal to a detached process and to everything that it started: a wrapper such as npx must not leave an SDK running. */
export function signalGroup({ pid }: Pick<ChildProcess, 'pid'>, signal: NodeJS.Signals): void {
  if (pid !== undefined) send(-pid, signal);
}

/** Sends a signal to a process, or to a group by its negative number, if it has not ended. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** True if a process has a variable; false also for one that has ended or belongs to somebody else. */
function hasVariable(pid: string, variable: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(variable);
  } catch {
    return false;
  }
}

/** Returns the numbers of all processes; none where the system has no /proc. */
function processNumbers(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** Ends what a marked command started in sessions of its own, such as a daemon. Only Linux shows it; elsewhere such a process is left. */
export function endMarked(mark: Readonly<Record<string, string>>): void {
  for (const pid of processNumbers())
    if (hasVariable(pid, `${markName}=${mark[markName]}`)) send(Number(pid), 'SIGKILL');
}
