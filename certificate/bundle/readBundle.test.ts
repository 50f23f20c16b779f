import { mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { bundleLimits } from './bundleFiles.ts';
import { digestOf, documentOf, fileOf, readBundle } from './readBundle.ts';
import { sha256 } from './writeBundle.ts';

/** Makes a folder with these files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(test.info().outputPath('assay-bundle-'));
  mkdirSync(join(folder, 'journal'));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}

const least = { 'statement.json': '{}\n', 'journal/run.ndjson': '{}\n' };

test('the files of a bundle are known by their paths, with their digests', async () => {
  const bundle = readBundle(folderWith(least));
  expect([...bundle.files.keys()].sort()).toEqual(['journal/run.ndjson', 'statement.json']);
  expect(await digestOf(fileOf(bundle, 'statement.json'))).toBe(sha256('{}\n'));
});

test('a folder without a statement is no bundle', () => {
  expect(() => readBundle(folderWith({ 'verdict.json': '{}' }))).toThrow('this is no bundle');
});

for (const name of ['verify.mjs', 'journal/run.txt', 'journal/.hidden.ndjson'])
  test(`${name} is no file of a bundle`, () => {
    expect(() => readBundle(folderWith({ ...least, [name]: '' }))).toThrow(`${name} is no file of a bundle`);
  });

test('a folder below the journal is no part of a bundle', () => {
  const folder = folderWith(least);
  mkdirSync(join(folder, 'journal', 'journal'));
  expect(() => readBundle(folder)).toThrow('journal/journal is no file of a bundle');
});

test('a link is not followed', () => {
  const folder = folderWith(least);
  symlinkSync('/etc/passwd', join(folder, 'verdict.json'));
  expect(() => readBundle(folder)).toThrow('verdict.json is no regular file');
});

test('more files than the bound are refused without listing them all', () => {
  const many = Array.from({ length: bundleLimits.files + 1 }, (_, index) => [`journal/w${index}.ndjson`, '']);
  expect(() => readBundle(folderWith({ ...least, ...Object.fromEntries(many) }))).toThrow(
    `holds more than ${bundleLimits.files} files`,
  );
});

test('a file and a bundle above their bounds are refused before a byte of them is read', () => {
  const one = folderWith({ ...least, 'report.html': '' });
  truncateSync(join(one, 'report.html'), bundleLimits.fileBytes + 1);
  expect(() => readBundle(one)).toThrow('report.html is larger than');
  const all = folderWith({ ...least, 'report.html': '', 'journal/a.ndjson': '', 'journal/b.ndjson': '' });
  for (const name of ['report.html', 'journal/a.ndjson', 'journal/b.ndjson'])
    truncateSync(join(all, name), bundleLimits.fileBytes - 1);
  expect(() => readBundle(all)).toThrow('the bundle is larger than');
});

test('a document is refused if it is deep or has a member twice', () => {
  const deep = readBundle(folderWith({ ...least, 'verdict.json': '['.repeat(65) }));
  expect(() => documentOf(deep, 'verdict.json')).toThrow('verdict.json is nested deeper than 64 levels');
  const doubled = readBundle(folderWith({ ...least, 'verdict.json': '{"a":1,"a":2}' }));
  expect(() => documentOf(doubled, 'verdict.json')).toThrow('verdict.json has the member a twice');
});
