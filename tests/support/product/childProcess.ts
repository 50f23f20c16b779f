import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How to start a program: its folder, and variables besides the few that every program needs. */
export interface Start {
  folder: string;
  env?: Readonly<Record<string, string>>;
}

/** A finished program. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** All runs share one cache of compiled sources, also with another TMPDIR, and generate the same values each time. */
const fixed = { PWTEST_CACHE_DIR: join(tmpdir(), 'assay-tests-cache'), ASSAY_SEED: '1' };

/** Returns the environment variables that a program needs. The variables of the test runner would affect the program under test. */
function plainEnvironment(): Record<string, string> {
  const variables = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'NODE_OPTIONS', 'ASSAY_PROBE'].map(
    (name) => [name, process.env[name]] as const,
  );
  return Object.fromEntries(variables.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Starts a program; the word `node` means this Node. Standard input stays open until the process of the test ends. */
export function start([program = 'node', ...words]: readonly string[], { folder, env }: Start): ChildProcess {
  const file = program === 'node' ? process.execPath : program;
  return spawn(file, words, { cwd: folder, env: { ...plainEnvironment(), ...fixed, ...env } });
}

/** Waits for a program to end and returns its output. */
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
