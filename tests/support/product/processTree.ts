import { spawnSync } from 'node:child_process';

/** Returns the ids of all descendants of a process. */
export function descendantsOf(pid: number): number[] {
  const { stdout, pid: own } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found = new Set([pid]);
  for (const parent of found) for (const [one = 0, of] of all) if (of === parent && one !== own) found.add(one);
  return [...found].slice(1);
}

/** True if a process still exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
