import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { layerCalls } from './layerCalls.ts';

for (const [path, text, seen] of [
  ['schemas/a.ts', "await fetch('http://localhost');", 'fetch'],
  ['generators/a.ts', 'const at = Date.now();', 'Date.now'],
  ['generators/a.ts', 'const at = new Date();', 'new Date'],
  ['generators/a.ts', 'const draw = Math.random;', 'Math.random'],
  ['generators/a.ts', 'const id = globalThis.crypto.randomUUID();', 'crypto.randomUUID'],
  ['oracles/a.ts', 'const at = performance.now();', 'performance.now'],
  ['judge/a.ts', 'const at = new Date();', 'new Date'],
  ['judge/buildVerdict.ts', 'const at = Date.now();', 'Date.now'],
  ['judge/a.ts', 'setTimeout(stop, 100);', 'setTimeout'],
  ['reports/campaign/a.ts', 'const at = new Date();', 'new Date'],
  ['elsewhere/a.ts', 'export const a = 1;', 'a folder without a row'],
  ['fuzzer/a.ts', 'export const a = 1;', 'a folder without a row'],
  ['stray.ts', 'export const a = 1;', 'a folder without a row'],
] as const) {
  test(`convicts ${path} of ${seen} in ${text}`, () => {
    expect(violationsIn(layerCalls, { [path]: text })).toEqual([`${path}:1 ${seen}`]);
  });
}

for (const [path, text] of [
  ['generators/a.ts', 'const at = new Date(0); const utc = Date.UTC(2020, 1);'],
  ['traffic/a.ts', 'const at = Date.now();'],
  ['judge/buildVerdict.ts', 'const at = new Date();'],
  ['runner/a.ts', 'setTimeout(stop, 100);'],
] as const) {
  test(`acquits ${path} of ${text}`, () => {
    expect(violationsIn(layerCalls, { [path]: text })).toEqual([]);
  });
}
