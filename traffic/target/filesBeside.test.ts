import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { stateFileOf } from './filesBeside.ts';

test('the state of a target is in a folder beside the target file, or in the current folder for a bare address', () => {
  expect(stateFileOf('/etc/assay/our.sandbox.yaml', 'baseline')).toBe(
    resolve('/etc/assay/our.sandbox.state/pins.json'),
  );
  expect(stateFileOf('target.json', 'failures')).toBe(resolve('target.state/failures.json'));
  expect(stateFileOf('https://api.example.com/base', 'findings')).toBe(
    resolve('api.example.com.state/findings.ndjson'),
  );
  expect(stateFileOf('http://127.0.0.1:8080', 'touched')).toBe(resolve('127.0.0.1_8080.state/touched.json'));
});

test('a file that an earlier version left beside the target file is read until the folder has it', () => {
  const source = test.info().outputPath('told.yaml');
  const former = test.info().outputPath('told.pins.json');
  writeFileSync(former, '{}');
  expect(stateFileOf(source, 'baseline')).toBe(former);
  mkdirSync(test.info().outputPath('told.state'));
  writeFileSync(test.info().outputPath('told.state', 'pins.json'), '{}');
  expect(stateFileOf(source, 'baseline')).toBe(test.info().outputPath('told.state', 'pins.json'));
});
