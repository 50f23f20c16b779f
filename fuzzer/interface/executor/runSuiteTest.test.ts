import { expect, test } from '@playwright/test';
import type { SuiteTests } from '../../../runner/requirement/suiteTests.ts';
import type { WorkerRun } from '../../../runner/requirement/workerRun.ts';
import { noOutlay } from '../../../runner/selection/outlay.ts';
import type { Worker } from '../../../runner/worker/worker.ts';
import { exchangeLine, recordOf, runLine } from '../../../tests/support/records/records.ts';
import { unlimitedHandle } from '../../../traffic/rate/limiter/unlimitedHandle.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { TestBench } from './runSuiteTest.ts';

const caseOf = (requirement: string, more: object = {}): FuzzCase & Required<Pick<FuzzCase, 'test'>> => ({
  steps: [],
  label: { is: 'valid', because: 'a test of the suite' },
  test: { requirement, seed: 7, day: '2026-02-01', posts: 1, gets: 1, outlay: noOutlay, ...more },
});

/** Returns a bench whose tests do this. */
async function benchOf(run: (worker: Worker) => Promise<string | undefined>) {
  const record = await recordOf([runLine, exchangeLine('p0-1', {})]);
  const target = { credentials: [], facts: {}, projects: ['first', 'second', 'third'].map((id) => ({ id })) };
  const selection = { profile: 'full', tier: 'active', day: '2026-01-01' };
  const worker = {
    record,
    target,
    limiter: unlimitedHandle(),
    run: { seed: 1, selection },
    controls: new Map([['a', 1]]),
  };
  const tests = {
    requirements: ['PAY-12'],
    run: async (opened: WorkerRun) => {
      const message = await run(await opened.worker());
      return { errors: message === undefined ? [] : [{ message }], isSkipped: false, isExcused: false };
    },
  } as unknown as SuiteTests;
  return new TestBench(tests, { run: worker.run, worker, name: 'b2' } as never);
}

test('a test runs with its seed, the combinations of its night, and control requests of its own', async () => {
  const seen: unknown[] = [];
  const bench = await benchOf(async ({ run, controls, limiter }) => {
    seen.push([run.seed, run.selection, controls.size, await limiter.once('a key', async () => seen.length)]);
    return undefined;
  });
  for (const _ of [1, 2]) await bench.run(caseOf('PAY-12'));
  const selection = { profile: 'nightly', tier: 'active', day: '2026-02-01', only: ['PAY-12'] };
  expect(seen).toEqual([
    [7, selection, 0, 0],
    [7, selection, 0, 1],
  ]);
});

test('the project that comes first is another one by the seed', async () => {
  const seen: string[] = [];
  const bench = await benchOf(async ({ target }) => {
    seen.push(target.projects.map(({ id }) => id).join(' '));
    return undefined;
  });
  for (const seed of [3, 4]) await bench.run(caseOf('PAY-12', { seed }));
  expect(seen).toEqual(['first second third', 'second third first']);
});

test('what a test sends belongs to its case, and an error of it leaves the case incomplete', async () => {
  const bench = await benchOf(async ({ record }) => {
    record.add(exchangeLine('p0-2', {}));
    return 'Error: lost';
  });
  expect(await bench.run(caseOf('PAY-12'))).toMatchObject({ exchanges: ['p0-2'], incompleteBecause: 'Error: lost' });
});

test('a target that no longer responds ends the campaign', async () => {
  const bench = await benchOf(async () => 'Unreachable: the target is gone');
  await expect(bench.run(caseOf('PAY-12'))).rejects.toThrow('the target is gone');
});

test('a test that cannot be run here is incomplete: one that needs a browser, or an account that the target does not have', async () => {
  const bench = await benchOf(async () => undefined);
  for (const one of [caseOf('WID-01'), caseOf('PAY-12', { account: 'second' })])
    expect((await bench.run(one)).incompleteBecause).toContain('no test of');
});
