import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { appendToFile, replaceFile } from './atomicWrite.ts';

const folderOf = () => {
  const folder = test.info().outputPath('files');
  mkdirSync(folder, { recursive: true });
  return folder;
};

test('a file is replaced as a whole, and no other file remains', () => {
  const folder = folderOf();
  const file = join(folder, 'a.json');
  writeFileSync(file, 'a long old text');
  replaceFile(file, 'new');
  expect(readFileSync(file, 'utf8')).toBe('new');
  replaceFile(file, 'of its owner', { isPrivate: true });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['a.json']);
});

test('a file that cannot be replaced stays unchanged, and no other file remains', () => {
  const folder = folderOf();
  mkdirSync(join(folder, 'a.json', 'inner'), { recursive: true });
  expect(() => replaceFile(join(folder, 'a.json'), 'new')).toThrow();
  expect(readdirSync(folder)).toEqual(['a.json']);
});

test('a text is appended to a file that may not exist', () => {
  const file = join(folderOf(), 'a.ndjson');
  appendToFile(file, 'a\n');
  appendToFile(file, 'b\n');
  expect(readFileSync(file, 'utf8')).toBe('a\nb\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
