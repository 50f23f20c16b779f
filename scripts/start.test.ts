import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { packageRoot } from '../schemas/packageRoot.ts';

test('an unknown option of an entry point is named, without a stack trace', () => {
  const words = ['scripts/start.js', 'bench/corners.ts', '--nights', '2', '--nigths', '3'];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: packageRoot, encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toContain("bench/corners.ts: Unknown option '--nigths'");
  expect(stderr).not.toMatch(/^\s+at /m);
});
