import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { fetched, type Install } from './fetched.ts';

const name = 'contracts';

/** Creates a folder with a lock file for one version of a package. */
function pinning(version: string): string {
  const folder = test.info().outputPath('pinning');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { [name]: version } }));
  const packages = { [`node_modules/${name}`]: { version } };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  return folder;
}

/** Installs what the lock file in its folder names, as npm would, and counts the calls. */
function installing(): { install: Install; times: () => number } {
  let times = 0;
  const install: Install = (folder) => {
    times += 1;
    const place = join(folder, 'node_modules', name);
    mkdirSync(place, { recursive: true });
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    writeFileSync(join(place, 'package.json'), JSON.stringify(packages[`node_modules/${name}`]));
    return undefined;
  };
  return { install, times: () => times };
}

const versionIn = (place: string) => JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')).version;
const lyingIn = (folder: string) => readdirSync(folder).filter((entry) => !entry.startsWith('package'));

test('a package is fetched on first use and then stays', () => {
  const folder = pinning('1.0.0');
  const { install, times } = installing();
  const place = fetched(folder, name, install);
  expect(place).toBe(join(folder, 'node_modules', name));
  expect(versionIn(place)).toBe('1.0.0');
  expect(fetched(folder, name, install)).toBe(place);
  expect(times()).toBe(1);
  expect(lyingIn(folder)).toEqual(['node_modules']);
});

test('a package replaces another version that the lock file named before', () => {
  const { install } = installing();
  fetched(pinning('1.0.0'), name, install);
  const folder = pinning('1.0.1');
  expect(versionIn(fetched(folder, name, install))).toBe('1.0.1');
  expect(lyingIn(folder)).toEqual(['node_modules']);
});

test('of two concurrent fetches, the second finds its work done', () => {
  const folder = pinning('1.0.0');
  const { install, times } = installing();
  const slow: Install = (own) => {
    fetched(folder, name, install);
    expect(lyingIn(folder)).toHaveLength(2);
    return install(own);
  };
  expect(versionIn(fetched(folder, name, slow))).toBe('1.0.0');
  expect(times()).toBe(2);
  expect(lyingIn(folder)).toEqual(['node_modules']);
});

test('leftovers of killed fetches are removed by the next fetch', () => {
  const folder = pinning('1.0.0');
  // No process has an id this large.
  mkdirSync(join(folder, '.fetching-99999999-left'));
  fetched(folder, name, installing().install);
  expect(lyingIn(folder)).toEqual(['node_modules']);
});

test('a failed fetch reports expected, found and what to do, and leaves nothing behind', () => {
  const folder = pinning('1.0.0');
  const words = `wanted contracts 1.0.0 in ${folder}/node_modules, found no way: run "npm ci --ignore-scripts --prefix ${folder}"`;
  expect(() => fetched(folder, name, () => 'no way')).toThrow(words);
  expect(lyingIn(folder)).toEqual([]);
});

test('real npm is run, and its failure is reported', { tag: '@full' }, () => {
  const folder = pinning('1.0.0');
  writeFileSync(join(folder, 'package.json'), '{');
  expect(() => fetched(folder, name)).toThrow('found npm ending with 1; its output is above: run "npm ci');
});
