import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setPriority } from 'node:os';
import { packageRoot } from '../../../schemas/packageRoot.ts';

/** The working folder of a command (by default the folder of the package), and additional environment variables. */
export interface CommandOptions {
  folder?: string;
  env?: Record<string, string | undefined>;
  /** The signal that ends the command properly, whichever signal we receive; by default the same one. */
  endedBy?: NodeJS.Signals;
  /** True if the command must notice the end of this process. A channel between them closes then. */
  isTied?: boolean;
  /** True if the command and its processes should leave the processor to others who want it. */
  isPatient?: boolean;
  /** The file for the command's output; by default it shares ours. */
  output?: string;
  /** The file for the command's results, its standard output, alone: its messages and its progress stay ours. */
  results?: string;
}

/** Such a priority gets a quarter of a processor that somebody else wants, too, and all of one that nobody wants. */
const patience = 5;

/** Runs Node with these arguments and forwards signals to it; returns its exit code. */
export async function runNode(args: readonly string[], options: CommandOptions = {}): Promise<number> {
  const { folder = packageRoot, env = {}, endedBy, output, results, isTied = false, isPatient = false } = options;
  const name = output ?? results;
  const file = name === undefined ? undefined : openSync(name, 'w');
  const streams: StdioOptions =
    file === undefined ? ['inherit', 'inherit', 'inherit'] : ['ignore', file, output === undefined ? 'inherit' : file];
  const stdio: StdioOptions = isTied ? [...streams, 'ipc'] : streams;
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, ...env }, stdio });
  if (isPatient && child.pid !== undefined) setPriority(child.pid, patience);
  const stop = (signal: NodeJS.Signals) => {
    // A terminal sends Ctrl-C to the command as well; a second signal would interrupt its orderly end.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(endedBy ?? signal);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGINT', stop).off('SIGTERM', stop);
  if (file !== undefined) closeSync(file);
  return code ?? 130;
}
