import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { entryCommand } from '../../schemas/packageRoot.ts';
import { variable } from '../../traffic/system/environment.ts';
import { decideOverrides } from '../../traffic/target/file/overrides.ts';

/** The emulator as a child process of the runner, with its target file and a way to stop it. */
export interface EmbeddedEmulator {
  targetFile: string;
  url: string;
  process: ChildProcess;
  /** How the emulator ended without being stopped; undefined while it runs. */
  readonly lost: string | undefined;
  stop(): Promise<void>;
}

/** How the emulator is started. */
export interface EmbeddedOptions {
  /** Opens the control API. */
  control: boolean;
  /** Serves every mutant and variant at its own base address. */
  servesInstances?: boolean;
  /** The rate limit of each account, in the emulator's own syntax: `sandbox`, or `post=10,get=300,window=1`. */
  quota?: string;
  /** Keeps terminal signals away from the emulator. The emulator ends when the runner stops it, or when the runner itself ends. */
  isDetached?: boolean;
}

/** The longest time that the emulator may take to start, ms. */
const startMs = 30_000;

async function readiness(child: ChildProcess): Promise<{ url: string }> {
  if (!child.stdout) throw new Error('expected the emulator to have a standard output, found none');
  const line = once(createInterface(child.stdout), 'line', { signal: AbortSignal.timeout(startMs) });
  const exited = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`the emulator ended with ${code} before it listened`)),
  );
  const [text] = (await Promise.race([line, exited])) as [string];
  return JSON.parse(text) as { url: string };
}

/** Starts the emulator on a free loopback port, with its target file in a folder of its own. */
export async function startEmbedded({
  control,
  servesInstances = false,
  quota,
  isDetached = false,
}: EmbeddedOptions): Promise<EmbeddedEmulator> {
  // The variables that override a target file are for the operator's own targets, not for the embedded emulator.
  if (variable('ASSAY_SET') === undefined) decideOverrides([]);
  const folder = mkdtempSync(join(tmpdir(), 'assay-emulator-'));
  const targetFile = join(folder, 'target.json');
  const serviceArgs = [...(control ? ['--control'] : []), ...(servesInstances ? ['--fleet'] : [])];
  const rate = quota === undefined ? [] : ['--quota', quota];
  const args = [
    ...entryCommand('emulator/main.ts'),
    '--attached',
    '--profile-out',
    targetFile,
    ...serviceArgs,
    ...rate,
  ];
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
