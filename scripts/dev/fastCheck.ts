import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { playwrightVariables, playwrightWords } from '../../runner/session/playwrightCommand.ts';
import { entryCommand, entryFolder, packageRoot } from '../../schemas/packageRoot.ts';
import { readCatalogue } from '../../traffic/requirements/catalogue.ts';
import { candidates } from '../cli/mutation/candidates.ts';
import { affectedCandidates, affectedRequirements, type Suite } from './affectedRequirements.ts';
import { dependentsByDistance, type Imports } from './importGraph.ts';
import { houseTool } from './tools/houseTools.ts';

/** One part of the check: a program with its arguments and additional environment variables. */
export interface CheckPart {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
}

/** The most tests that run. The tests nearest to the change are chosen, since a test many imports away shows little of the change. */
const mostTests = 5;

/** The most affected requirements that are checked, spread over the list. */
const mostRequirements = 2;

const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: packageRoot, encoding: 'utf8' }).split('\0').filter(Boolean);

/** Returns the files that differ from the last commit, and those that git does not track. */
function changedFiles(): string[] {
  const all = [...git('diff', '--name-only', '-z', 'HEAD'), ...git('ls-files', '-oz', '--exclude-standard')];
  return all.filter((path) => existsSync(join(packageRoot, path)));
}

/** True for a test that the fast check may run. Tests that start the whole product belong to `npm test`, unless they have changed themselves. */
const isNear = (path: string, rank: number) =>
  path.endsWith('.test.ts') && (rank === 0 || !path.startsWith('tests/product/'));

function nearTests(changed: readonly string[], imports: Imports): string[] {
  return dependentsByDistance(changed, imports).flatMap((paths, rank) => paths.filter((path) => isNear(path, rank)));
}

/** Returns a few items, spread over the list. */
function some<T>(all: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, all.length / most);
  return all.filter((_, place) => Math.floor(place / step) !== Math.floor((place - 1) / step));
}

const saidOf = (chosen: number, all: number) => (chosen === all ? `${all}` : `${chosen} of ${all}`);

const literal = (path: string) => path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

function testsPart(tests: readonly string[]): CheckPart {
  const near = tests.slice(0, mostTests).map((path) => `^${literal(join(packageRoot, path))}$`);
  return {
    name: `tests (${saidOf(near.length, tests.length)} files)`,
    command: [process.execPath, ...playwrightWords('tests/playwright.config.ts'), '--reporter=dot', ...near],
    env: playwrightVariables,
  };
}

function fleetPart(ids: readonly string[], suite: Suite): CheckPart {
  const asked = some(ids, mostRequirements);
  const words = ['--quick', '--ask', asked.join(','), '--only', affectedCandidates(asked, suite).join(',')];
  return {
    name: `fleet of ${asked.join(' ')} (${saidOf(asked.length, ids.length)})`,
    command: [process.execPath, join(packageRoot, 'scripts/assay.js'), 'fleet', ...words],
  };
}

/** The checks of the code structure as a whole: our own rules together with dependency-cruiser, and knip. */
export const houseParts = (): readonly CheckPart[] => [
  { name: 'tidy', command: [process.execPath, ...entryCommand('scripts/dev/tidy.ts')] },
  { name: 'unused', command: [process.execPath, houseTool('knip', 'bin/knip.js')] },
];

/** What runs in a browser has types of its own. */
const browserSources = 'emulator/pages/browser';

/**
 * Returns the checks for uncommitted changes: the types, the code structure, the style of the changed files, the nearest tests, and the mutation run of what is
 * affected.
 */
export function fastParts(binary: (name: string) => string): CheckPart[] {
  const changed = changedFiles();
  const { imports } = JSON.parse(readFileSync(join(entryFolder, 'build.json'), 'utf8')) as { imports: Imports };
  const suite: Suite = { catalogue: readCatalogue(), candidates: candidates(), imports };
  const tests = nearTests(changed, imports);
  const ids = affectedRequirements(changed, suite);
  return [
    { name: 'types', command: [binary('tsc'), '-p', '.'] },
    ...(changed.some((path) => path.startsWith(browserSources))
      ? [{ name: 'pages', command: [binary('tsc'), '-p', browserSources] } as const]
      : []),
    ...(changed.length > 0
      ? [{ name: 'style', command: [binary('biome'), 'check', '--no-errors-on-unmatched', ...changed] } as const]
      : []),
    ...houseParts(),
    ...(tests.length > 0 ? [testsPart(tests)] : []),
    ...(ids.length > 0 ? [fleetPart(ids, suite)] : []),
  ];
}
