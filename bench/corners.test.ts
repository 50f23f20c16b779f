import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { packageRoot } from '../schemas/packageRoot.ts';

/** A corner among the first six of seed 1 that each night catches. */
const known = ['corner:amount-shown-one-more~length~q.sort~in~6~10'];

test('a night catches the corners of a small seeded sample that it is known to catch', { tag: '@full' }, async () => {
  const words = [
    'scripts/start.js',
    'bench/corners.ts',
    '--count',
    '6',
    '--seed',
    '1',
    '--day',
    '2026-11-23',
    '--json',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: packageRoot, maxBuffer: 64 * 2 ** 20 });
  const { corners, catches } = JSON.parse(stdout) as {
    corners: readonly { name: string; witness: { differing: string } }[];
    catches: readonly (readonly [name: string, requirements: readonly string[]])[];
  };
  expect(corners).toHaveLength(6);
  expect(corners.every(({ witness }) => witness.differing !== '')).toBe(true);
  const caught = catches.filter(([, requirements]) => requirements.length > 0).map(([name]) => name);
  expect(caught).toEqual(expect.arrayContaining(known));
});
