import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The time limit for npm, ms: more than npm needs with all of its retries. A longer wait would be useless. */
const deadlineMs = 900_000;

/** Installs what the lock file of a folder names into its `node_modules`; returns the error, or undefined. */
export type Install = (folder: string) => string | undefined;

/** A package with the version in the lock file of a folder. */
interface Pinned {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
}

/**
 * Installs with npm. It names the prefix, since npm would otherwise use the prefix of an npm process that runs this one. It prints to standard error, so that
 * the caller's standard output stays clean.
 */
const npmCi: Install = (folder) => {
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
  const { status, signal, error } = spawnSync('npm', words, {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    timeout: deadlineMs,
  });
  if (status === 0) return undefined;
  return error?.message ?? `npm ending with ${status ?? signal}; its output is above`;
};

const modulesOf = ({ folder }: Pinned) => join(folder, 'node_modules');

const placeOf = (pinned: Pinned) => join(modulesOf(pinned), pinned.name);

function pinnedIn(folder: string, name: string): Pinned {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const version = lock.packages[`node_modules/${name}`]?.version;
  if (version === undefined) throw new Error(`wanted ${name} in the lock file of ${folder}, found no such package`);
  return { folder, name, version };
}

function isThere(pinned: Pinned): boolean {
  const file = join(placeOf(pinned), 'package.json');
  if (!existsSync(file)) return false;
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version === pinned.version;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes leftovers of fetches whose process has ended. */
function clear(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^\.fetching-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Moves what was installed to its place. Of two concurrent processes, the second finds its work done. */
function put(pinned: Pinned, own: string): void {
  const modules = modulesOf(pinned);
  if (isThere(pinned)) return;
  try {
    if (existsSync(modules)) renameSync(modules, join(own, 'before'));
    renameSync(join(own, 'node_modules'), modules);
  } catch (error) {
    if (!isThere(pinned)) throw error;
  }
}

/** Installs beside the final place, so that nobody finds an incomplete package there. */
function lay(pinned: Pinned, install: Install): void {
  const { folder, name, version } = pinned;
  clear(folder);
  const own = mkdtempSync(join(folder, `.fetching-${process.pid}-`));
  try {
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(folder, file), join(own, file));
    const seen = install(own);
    const hint = `run "npm ci --ignore-scripts --prefix ${folder}" where npm can reach its registry, then try again`;
    if (seen !== undefined)
      throw new Error(`wanted ${name} ${version} in ${modulesOf(pinned)}, found ${seen}: ${hint}`);
    put(pinned, own);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/**
 * Returns the folder of a package in the lock file of a folder. If the package is missing or has another version, fetches everything in the lock file with npm.
 * Any number of processes may call it at once. Throws an Error if npm fails, for example offline.
 */
export function fetched(folder: string, name: string, install: Install = npmCi): string {
  const pinned = pinnedIn(folder, name);
  if (!isThere(pinned)) lay(pinned, install);
  return placeOf(pinned);
}
