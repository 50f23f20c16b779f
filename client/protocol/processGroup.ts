import type { ChildProcess } from 'node:child_process';

/** Sends a signal to a detached process and to everything that it started: a wrapper such as npx must not leave an SDK running. */
export function signalGroup({ pid }: Pick<ChildProcess, 'pid'>, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}
