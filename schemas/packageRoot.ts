import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folders from this file upwards. */
function* foldersAbove(folder = dirname(fileURLToPath(import.meta.url))): Generator<string> {
  yield folder;
  if (dirname(folder) !== folder) yield* foldersAbove(dirname(folder));
}

const holding = (file: string) => [...foldersAbove()].find((folder) => existsSync(join(folder, file)));

const found = holding('package.json');
if (found === undefined) throw new Error('no package.json above the code that runs');

/** The folder of the package, whether its sources run or what was built of them. */
export const packageRoot = found;

const build = holding('build.json');

/** Whether what was built of the sources runs (`scripts/build.js`); false where they run by themselves. */
export const isBuilt = build !== undefined;

/** The folder below which the entry points lie: that of the build, else that of the package. */
export const entryFolder = build ?? packageRoot;

/** The file of an entry point, `emulator/main.ts` for example, as it runs here: what was built of it, else the source. */
export const entryFile = (source: string): string =>
  join(entryFolder, isBuilt ? source.replace(/\.ts$/, '.js') : source);

/** What Node is called with to run an entry point as a process of its own. */
export const entryCommand = (source: string): string[] =>
  isBuilt ? [entryFile(source)] : [join(packageRoot, 'scripts', 'start.js'), source];
