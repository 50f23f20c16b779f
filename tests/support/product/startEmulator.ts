import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { entryCommand, packageRoot } from '../../../schemas/packageRoot.ts';
import type { TargetFile } from '../../../traffic/target/file/readTargetFile.ts';
import { start } from './childProcess.ts';

/** An emulator or the second server, running as a child process of a test, on a port that the system picked. */
export interface Service {
  url: string;
  /** The target file for a run against it. */
  targetFile: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** How to start an emulator: the folder of its target file, its options, and its secrets if a test needs them. */
export interface ServiceOptions {
  folder: string;
  options?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

/** Starts an emulator. It ends with this process at the latest, since it watches its standard input. */
export function startEmulator(options: ServiceOptions): Promise<Service> {
  return startProgram({ ...options, program: entryCommand('emulator/main.ts') });
}

/** Starts a program that takes the options of the emulator. */
export function startProgram({
  folder,
  program,
  options = [],
  env = {},
}: ServiceOptions & { program: readonly string[] }): Promise<Service> {
  const targetFile = join(folder, 'target.json');
  return serviceOf([...program, '--attached', '--profile-out', targetFile, ...options], { targetFile, env });
}

/** Starts the second server, which ends in the same way. */
export function startSecond(folder: string): Promise<Service> {
  const targetFile = join(folder, 'second.json');
  return serviceOf([...entryCommand('tests/support/programs/secondServer.ts'), targetFile], { targetFile, env: {} });
}

async function serviceOf(
  program: readonly string[],
  { targetFile, env }: { targetFile: string; env: Readonly<Record<string, string>> },
): Promise<Service> {
  const child = start(['node', ...program], { folder: packageRoot, env });
  child.stderr?.pipe(process.stderr);
  const exited = once(child, 'exit');
  if (!child.stdout) throw new Error('the server has no standard output to read');
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), exited]);
  const { url } = JSON.parse(String(line)) as { url: string };
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { url, targetFile, process: child, stop };
}

/** Writes a copy of a target file with some fields changed, beside the original; both share the environment file. */
export function targetFileLike(file: string, name: string, changes: Partial<TargetFile>): string {
  const known = JSON.parse(readFileSync(file, 'utf8')) as TargetFile;
  const place = join(dirname(file), `${name}.json`);
  writeFileSync(place, JSON.stringify({ ...known, name, ...changes }));
  return place;
}

/** Writes a copy of a target file for another address, including that of the test control API. */
export function targetFileThrough(file: string, name: string, { from, to }: { from: string; to: string }): string {
  const place = join(dirname(file), `${name}.json`);
  const moved = JSON.parse(readFileSync(file, 'utf8').replaceAll(from, to)) as TargetFile;
  writeFileSync(place, JSON.stringify({ ...moved, name }));
  return place;
}
