import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { command } from '../product/assayCommand.ts';
import { start } from '../product/childProcess.ts';

/** A running `assay inbox`. */
export interface Inbox {
  process: ChildProcess;
  /** The lines that it has written to standard error so far. */
  said: readonly string[];
  /** Ends it with a signal; returns its exit code, or null if the signal killed it. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts an inbox and waits until it listens. */
export async function startInbox(target: string, folder: string): Promise<Inbox> {
  const child = start([...command, 'inbox', '--target', target], { folder });
  const said: string[] = [];
  const exited = once(child, 'exit') as Promise<[number | null]>;
  if (!child.stderr) throw new Error('expected a standard error stream of the inbox, got none');
  const lines = createInterface(child.stderr);
  lines.on('line', (line) => said.push(line));
  while (!said.some((line) => line.startsWith('listening on')))
    await Promise.race([once(lines, 'line'), exited.then(() => Promise.reject(new Error(said.join('\n'))))]);
  return {
    process: child,
    said,
    stop: async (signal) => {
      child.kill(signal);
      return (await exited)[0];
    },
  };
}
