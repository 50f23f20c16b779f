import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';

/** More than npm takes with all that it tries again; who waits longer waits for nothing. */
const deadlineMs = 900_000;

/** Installs what the lock file of a folder names into its `node_modules`; gives what went wrong, undefined for nothing. */
export type Install = (folder: string) => string | undefined;

/** A package that the lock file of a folder pins. */
interface Pinned {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
}

/** The prefix is said: the one of an npm that runs us would be taken otherwise. Standard output stays with whoever asked. */
const npmCi: Install = (folder) => {
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
  const { status, signal, error } = spawnSync('npm', words, {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    timeout: deadlineMs,
  });
  if (status === 0) return undefined;
  return error?.message ?? `that npm ended with ${status ?? signal}, as it says above`;
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

/** Removes what fetches have left behind that somebody ended. */
function clear(modules: string): void {
  for (const name of readdirSync(modules)) {
    const pid = /^\.fetching-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(modules, name), { recursive: true, force: true });
  }
}

/** Puts what was installed in its place; of two processes that do so at once the second finds its work done. */
function put(pinned: Pinned, own: string): void {
  const place = placeOf(pinned);
  if (isThere(pinned)) return;
  try {
    if (existsSync(place)) renameSync(place, join(own, 'before'));
    renameSync(join(own, 'node_modules', pinned.name), place);
  } catch (error) {
    if (!isThere(pinned)) throw error;
  }
}

/** Installs beside the place, so that nobody ever finds half of a package there. */
function lay(pinned: Pinned, install: Install): void {
  const { folder, name, version } = pinned;
  const modules = modulesOf(pinned);
  mkdirSync(modules, { recursive: true });
  clear(modules);
  const own = mkdtempSync(join(modules, `.fetching-${process.pid}-`));
  try {
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(folder, file), join(own, file));
    const seen = install(own);
    const hint = `run "npm ci --ignore-scripts --prefix ${folder}" where npm reaches its registry, then this again`;
    if (seen !== undefined) throw new Error(`wanted ${name} ${version} in ${modules}, found ${seen}: ${hint}`);
    put(pinned, own);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/**
 * The folder of a package that the lock file of a folder pins, fetched by npm when it is not there or of another version. Any number of
 * processes may ask at once. Throws an Error where npm fails, offline for example.
 */
export function fetched(folder: string, name: string, install: Install = npmCi): string {
  const pinned = pinnedIn(folder, name);
  if (!isThere(pinned)) lay(pinned, install);
  return placeOf(pinned);
}
