import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { runFilesOf } from '../../../traffic/journal/run.ts';
import { keepAgain, storedHeader } from './storedHeader.ts';

const folder = (name: string): string => {
  const out = test.info().outputPath(name);
  mkdirSync(out, { recursive: true });
  return out;
};

test('a killed run still says how its target was named, and an ended one also how long it took', () => {
  const out = folder('run');
  expect(storedHeader(join(out, 'journal'))).toEqual({});
  keepAgain(out, "--target 'my shop.yaml' --set quota.post=5");
  const again = "--target 'my shop.yaml' --set quota.post=5";
  expect(storedHeader(join(out, 'journal'))).toEqual({ again });
  writeFileSync(runFilesOf(out).verdict, JSON.stringify({ header: { again, durationMs: 6_040, host: 'here' } }));
  expect(storedHeader(join(out, 'journal'))).toEqual({ again, durationMs: 6_040 });
});

test('what no run writes is not printed as a command', () => {
  const out = folder('edited');
  for (const header of [
    { again: '--target t.yaml; rm -rf .' },
    { again: '--target $(id)' },
    { again: '--out x' },
    { again: 5, durationMs: -1 },
    'none',
  ]) {
    writeFileSync(runFilesOf(out).verdict, JSON.stringify({ header }));
    expect(storedHeader(join(out, 'journal'))).toEqual({});
  }
  writeFileSync(runFilesOf(out).verdict, '{');
  expect(storedHeader(join(out, 'journal'))).toEqual({});
});
