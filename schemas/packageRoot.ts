import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Yields the folders from this file upwards. */
function* foldersAbove(folder = dirname(fileURLToPath(import.meta.url))): Generator<string> {
  yield folder;
  if (dirname(folder) !== folder) yield* foldersAbove(dirname(folder));
}

const holding = (file: string) => [...foldersAbove()].find((folder) => existsSync(join(folder, file)));

const found = holding('package.json');
/** The root folder of the package, for both the sources and the build; empty in a program that consists of one file. */
export const packageRoot = found ?? '';

const build = holding('build.json');

/** True if the build runs (`scripts/build.js`); false if the sources run directly. */
export const isBuilt = build !== undefined;

/** The folder that contains the entry points: the build folder, else the package root. */
export const entryFolder = build ?? packageRoot;

/** Returns the file to run for an entry point (for example `emulator/main.ts`): the built file if the build runs, else the source. */
export const entryFile = (source: string): string =>
  join(entryFolder, isBuilt ? source.replace(/\.ts$/, '.js') : source);

/** Returns the arguments for Node that start an entry point as a separate process. */
export const entryCommand = (source: string): string[] =>
  isBuilt ? [entryFile(source)] : [join(packageRoot, 'scripts', 'start.js'), source];
