import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Forecast } from '../../../runner/selection/forecast.ts';
import { assay, assayInto, linesIn, verdictIn } from '../../support/product/assayCommand.ts';
import { exceeding, type LosingProxy, losingProxy, repeatedIn } from '../../support/product/losingProxy.ts';
import { test as base } from '../../support/product/productTest.ts';
import { type Service, startEmulator, targetFileLike } from '../../support/product/startEmulator.ts';

/** Long enough for an emulator on a busy machine; lost answers are not awaited. */
const deadlines = { visibleMs: 4_000, finalMs: 2_000, pendingWindowMs: 300 };

const test = base.extend<object, { opened: Service }>({
  opened: [
    async ({ sharedFolder }, use) => {
      const folder = join(sharedFolder, 'opened');
      mkdirSync(folder);
      const service = await startEmulator({ folder, options: ['--control'] });
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
});

/** Returns the plan for the embedded emulator, whose amounts are those of any emulator. */
async function plannedFor(folder: string, words: readonly string[]): Promise<Forecast> {
  const { code, stdout, stderr } = await assay(['plan', '--json', ...words], { folder });
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Forecast;
}

function expectWithin(front: LosingProxy, foretold: Pick<Forecast, 'takes' | 'exchanges'>): void {
  expect(front.writes.filter(({ isLost, isTaken }) => isLost && isTaken).length).toBeGreaterThan(0);
  expect(exceeding(front.moved.takes, foretold.takes ?? {})).toEqual([]);
  expect(exceeding(front.moved.exchanges, foretold.exchanges ?? {})).toEqual([]);
}

async function expectThrifty({ folder, opened }: { folder: string; opened: Service }, words: readonly string[]) {
  const front = await losingProxy(opened.url);
  const target = targetFileLike(opened.targetFile, 'losing', { baseUrl: front.url, deadlines });
  const foretold = await plannedFor(folder, words);
  // The plan was measured with this seed; another one draws other pairs to exchange.
  const run = await assayInto('run', ['run', '--target', target, ...words], { folder, env: { ASSAY_SEED: '1' } });
  await front.close();
  expect(repeatedIn(linesIn(run.out))).toEqual([]);
  expectWithin(front, foretold);
  const failed = verdictIn(run.out).requirements.filter(({ outcome }) => outcome === 'fail');
  expect(failed.map(({ id }) => id)).toEqual([]);
}

// Pay-outs, second uses, races, exchanges, and orders between two reads of the balances.
const paying = ['--profile', 'full', '--only', 'OUT-07,LIM-01a,LIM-02,LIM-08,XCH-04a,XCH-08,PAY-13'];

test('orders with lost answers are not repeated, and a run moves no more than its plan', async ({ folder, opened }) =>
  expectThrifty({ folder, opened }, paying));

test('a complete run with lost answers moves no more than its plan', { tag: '@full' }, async ({ folder, opened }) => {
  test.slow();
  await expectThrifty({ folder, opened }, ['--profile', 'full']);
});

test('a campaign with lost answers moves no more than its money', { tag: '@full' }, async ({ folder, opened }) => {
  const front = await losingProxy(opened.url);
  const target = targetFileLike(opened.targetFile, 'hunting', { baseUrl: front.url, deadlines });
  const money = '60 EUR, 4000 KZT, 40 USDT, 30 TRX';
  const words = ['fuzz', '--seed', '3', '--posts', '60', '--money', money, '--target', target];
  const { stderr } = await assayInto('hunting', words, { folder });
  await front.close();
  expect(stderr).toContain(`pay-outs and exchanges of at most ${money}`);
  expectWithin(front, { takes: { EUR: '60', KZT: '4000', USDT: '40', TRX: '30' }, exchanges: {} });
});
