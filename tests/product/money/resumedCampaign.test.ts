import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { InterfaceProgress } from '../../../fuzzer/interface/campaign/progress.ts';
import { decimal } from '../../../schemas/json/exact.ts';
import { assayInto, command } from '../../support/product/assayCommand.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { countingProxy, exceeding } from '../../support/product/losingProxy.ts';
import { test } from '../../support/product/productTest.ts';
import { startEmulator, targetFileLike } from '../../support/product/startEmulator.ts';

const limits = { EUR: '30', KZT: '2000', USDT: '20', TRX: '15' };

const money = Object.entries(limits)
  .map(([name, amount]) => `${amount} ${name}`)
  .join(', ');

test('a campaign interrupted within its budget ends with 4, and its resumption has only the remaining money', {
  tag: '@full',
}, async ({ folder }) => {
  const service = await startEmulator({ folder, options: ['--control'] });
  const front = await countingProxy(service.url);
  const target = targetFileLike(service.targetFile, 'paying', { baseUrl: front.url });
  const words = ['fuzz', '--seed', '3', '--posts', '120', '--money', money, '--target', target];
  const file = join(folder, 'paying.campaign.json');
  const taken = () =>
    existsSync(file) ? ((JSON.parse(readFileSync(file, 'utf8')) as InterfaceProgress).money ?? {}) : {};
  const first = start([...command, ...words, '--out', join(folder, 'first')], { folder });
  const over = ended(first);
  const moved = () => Object.values(front.moved.takes).reduce((sum, one) => sum.plus(decimal(one)), decimal('0'));
  await expect.poll(() => moved().gt(0), { intervals: [5], timeout: 120_000 }).toBe(true);
  first.kill('SIGINT');
  const stopped = await over;
  expect(stopped.code, stopped.stderr).toBe(4);
  expect(stopped.stderr).toContain('--seed 3 goes on from here');
  expect(exceeding(front.moved.takes, taken())).toEqual([]);
  const before = moved();
  const second = await assayInto('second', words, { folder });
  await Promise.all([front.close(), service.stop()]);
  expect(second.stderr).toMatch(/of at most .*, .* of it spent before/);
  expect(moved().gt(before)).toBe(true);
  expect(exceeding(front.moved.takes, limits)).toEqual([]);
});
