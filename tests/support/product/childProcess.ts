import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How a program is started: in which folder, and with which variables beside the few that every program needs. */
export interface Start {
  folder: string;
  env?: Readonly<Record<string, string>>;
}

/** A program that has ended. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Compiled sources are kept where every run finds them, whatever its TMPDIR; and each run draws the same values every time. */
const fixed = { PWTEST_CACHE_DIR: join(tmpdir(), 'assay-tests-cache'), ASSAY_SEED: '1' };

/** What a program needs of the environment; the variables of the test runner itself would leak into the one under test. */
function plainEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'NODE_OPTIONS', 'ASSAY_PROBE'].map(
    (name) => [name, process.env[name]] as const,
  );
  return Object.fromEntries(kept.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Starts a program; a word that is `node` is this one. Standard input stays open until the test's process ends. */
export function start([program = 'node', ...words]: readonly string[], { folder, env }: Start): ChildProcess {
  const file = program === 'node' ? process.execPath : program;
  return spawn(file, words, { cwd: folder, env: { ...plainEnvironment(), ...fixed, ...env } });
}

/** Waits for a program to end, and gives what it printed. */
export async function ended(child: ChildProcess): Promise<Ended> {
  const printed = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed.stderr += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...printed };
}
