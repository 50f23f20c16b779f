import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { endMarked, newMark, signalGroup } from '../protocol/processGroup.ts';

/** The test command of an SDK: its words, its variables, where its output goes, and who else hears it. */
export interface TestCommand {
  words: readonly [string, ...string[]];
  /** The same words as one text. */
  command: string;
  env: NodeJS.ProcessEnv;
  stdout: Writable;
  stderr: Writable;
  heard: { stdout: (chunk: Buffer) => void; stderr: (chunk: Buffer) => void };
  /** Ends the command. */
  signal?: AbortSignal;
}

/** How long a command may take to end when it is asked to, ms. */
const graceMs = 5_000;

/** How long output may still come after the end of a command, ms. */
const drainMs = 500;

/** Passes output through at the pace of its reader. */
function passThrough(from: Readable, to: Writable, heard: (chunk: Buffer) => void): void {
  from.on('data', (chunk: Buffer) => {
    heard(chunk);
    if (to.write(chunk)) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
}

const notStarted = (command: string, { code, message }: NodeJS.ErrnoException) =>
  new ConfigurationError('the command after --', [
    {
      where: command,
      wanted: 'a command that starts',
      seen: code ?? message,
      hint: 'It is started without a shell: write sh -c "…" for one.',
    },
  ]);

/** Runs a command without a shell until it ends; returns how it ended, undefined for exit code 0. Throws ConfigurationError if it does not start. */
export async function runTestCommand(command: TestCommand): Promise<string | undefined> {
  const [file, ...args] = command.words;
  const mark = newMark();
  const env = { ...command.env, ...mark };
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const kill = () => {
    signalGroup(child, 'SIGKILL');
    endMarked(mark);
  };
  const stop = () => {
    signalGroup(child, 'SIGTERM');
    setTimeout(kill, graceMs).unref();
  };
  process.on('exit', kill);
  command.signal?.addEventListener('abort', stop);
  passThrough(child.stdout, command.stdout, command.heard.stdout);
  passThrough(child.stderr, command.stderr, command.heard.stderr);
  const closed = once(child, 'close').catch(() => undefined);
  try {
    const [code, signal] = (await once(child, 'exit').catch((error: NodeJS.ErrnoException) => {
      throw notStarted(command.command, error);
    })) as [number | null, NodeJS.Signals | null];
    // Nothing that the tests started outlives them.
    kill();
    await Promise.race([closed, sleep(drainMs, undefined, { ref: false })]);
    for (const pipe of [child.stdout, child.stderr]) pipe.destroy();
    return code === 0 ? undefined : (signal ?? `exit code ${code}`);
  } finally {
    command.signal?.removeEventListener('abort', stop);
    process.off('exit', kill);
  }
}
