import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { entryCommand } from '../../schemas/packageRoot.ts';
import { variable } from '../../traffic/system/environment.ts';
import { decideOverrides } from '../../traffic/target/file/overrides.ts';

/** The emulator as a child process of the runner: the target file that judges it, and the way to end it. */
export interface EmbeddedEmulator {
  targetFile: string;
  url: string;
  process: ChildProcess;
  /** How it ended although nobody has stopped it; undefined while it runs. */
  readonly lost: string | undefined;
  stop(): Promise<void>;
}

/** How the emulator is started. */
export interface EmbeddedOptions {
  /** Opens the control door, and with it the levers. */
  control: boolean;
  /** Serves every mutant and variant at its own base address. */
  servesInstances?: boolean;
  /** Holds each account to a rate, in the emulator's own words: `sandbox`, or `post=10,get=300,window=1`. */
  quota?: string;
  /** What is typed on our terminal does not reach it: it ends when we say so, or end. */
  isDetached?: boolean;
}

/** Longer than this it does not take to start, ms. */
const startMs = 30_000;

async function readiness(child: ChildProcess): Promise<{ url: string }> {
  if (!child.stdout) throw new Error('the emulator has no standard output to read');
  const line = once(createInterface(child.stdout), 'line', { signal: AbortSignal.timeout(startMs) });
  const gone = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`the emulator ended with ${code} before it listened`)),
  );
  const [text] = (await Promise.race([line, gone])) as [string];
  return JSON.parse(text) as { url: string };
}

/** Starts the emulator on a port that the system picks, on loopback, with its target file in a folder of its own. */
export async function startEmbedded({
  control,
  servesInstances = false,
  quota,
  isDetached = false,
}: EmbeddedOptions): Promise<EmbeddedEmulator> {
  // The variables that override a target file are meant for a target of the operator's own.
  if (variable('ASSAY_SET') === undefined) decideOverrides([]);
  const folder = mkdtempSync(join(tmpdir(), 'assay-emulator-'));
  const targetFile = join(folder, 'target.json');
  const doors = [...(control ? ['--control'] : []), ...(servesInstances ? ['--fleet'] : [])];
  const rate = quota === undefined ? [] : ['--quota', quota];
  const args = [...entryCommand('emulator/main.ts'), '--attached', '--profile-out', targetFile, ...doors, ...rate];
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: isDetached,
  });
  const { url } = await readiness(child).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    targetFile,
    url,
    process: child,
    get lost() {
      return hasEnded()
        ? `the embedded emulator ended with ${child.signalCode ?? `code ${child.exitCode}`}`
        : undefined;
    },
    stop: async () => {
      const ended = hasEnded() ? Promise.resolve() : once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
