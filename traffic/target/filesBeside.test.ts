import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { baselineFileFor } from './filesBeside.ts';

test('baseline values are beside the target file, or in the current folder for a bare address', () => {
  expect(baselineFileFor('/etc/assay/our.sandbox.yaml')).toBe(resolve('/etc/assay/our.sandbox.pins.json'));
  expect(baselineFileFor('target.json')).toBe(resolve('target.pins.json'));
  expect(baselineFileFor('https://api.example.com/base')).toBe(resolve('api.example.com.pins.json'));
  expect(baselineFileFor('http://127.0.0.1:8080')).toBe(resolve('127.0.0.1_8080.pins.json'));
});
