import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { readTried, storeTried } from './tried.ts';

test('what was tried is read again', ({}, testInfo) => {
  const file = testInfo.outputPath('tried.json');
  expect(readTried(undefined)).toEqual({});
  expect(readTried(file)).toEqual({});
  storeTried(file, { 'a pay-in: EUR': 2, 'a read: one': 1 });
  expect(readTried(file)).toEqual({ 'a pay-in: EUR': 2, 'a read: one': 1 });
});

test('a file of anybody else is refused', ({}, testInfo) => {
  const file = testInfo.outputPath('tried.json');
  writeFileSync(file, '["a pay-in"]');
  expect(() => readTried(file)).toThrow(/counts of combinations/);
});
