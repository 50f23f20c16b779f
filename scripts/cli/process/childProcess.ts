import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { packageRoot } from '../../../schemas/packageRoot.ts';

/** Where a command runs, the package's folder by default, and the variables that are set for it. */
export interface CommandOptions {
  folder?: string;
  env?: Record<string, string | undefined>;
  /** The signal that ends the command well, whichever we were given; by default the same. */
  endedBy?: NodeJS.Signals;
  /** It hears that we are gone, by a channel that closes. */
  isTied?: boolean;
  /** A file that takes what the command prints; else it goes where ours goes. */
  output?: string;
}

/** Runs Node on these arguments; gives its exit code. Signals go on to it. */
export async function runNode(
  args: readonly string[],
  { folder = packageRoot, env = {}, endedBy, output, isTied = false }: CommandOptions = {},
): Promise<number> {
  const file = output === undefined ? undefined : openSync(output, 'w');
  const streams: StdioOptions = file === undefined ? ['inherit', 'inherit', 'inherit'] : ['ignore', file, file];
  const stdio: StdioOptions = isTied ? [...streams, 'ipc'] : streams;
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, ...env }, stdio });
  const stop = (signal: NodeJS.Signals) => {
    // What is typed on a terminal reaches the command by itself; twice would break off what it does to end well.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(endedBy ?? signal);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGINT', stop).off('SIGTERM', stop);
  if (file !== undefined) closeSync(file);
  return code ?? 130;
}
