import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { assert, asyncProperty } from 'fast-check';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import { arbitraryVerdict } from '../../../tests/support/reports/arbitraryVerdict.ts';
import { sampleRequirement, sampleVerdict } from '../../../tests/support/reports/sampleVerdict.ts';
import type { Outcome } from '../../../traffic/outcome/outcome.ts';
import type { Timing } from './allureEvents.ts';
import { writeAllure } from './allureResults.ts';

const one = sampleRequirement({ basis: 'norm' });

/** The fields of an Allure result file that these tests read. */
interface Result {
  name: string;
  fullName: string;
  historyId: string;
  status: string;
  start: number;
  stop: number;
  statusDetails: { message?: string };
  labels: readonly { name: string; value: string }[];
  steps: readonly { name: string; status: string }[];
}

async function resultsOf(verdict: Verdict, times: ReadonlyMap<string, Timing> = new Map()): Promise<Result[]> {
  const folder = test.info().outputPath('allure-results');
  await writeAllure(verdict, { times, folder });
  const names = readdirSync(folder).filter((name) => name.endsWith('-result.json'));
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

const labelsOf = ({ labels }: Result, wanted: string) =>
  labels.filter(({ name }) => name === wanted).map(({ value }) => value);

test('a failure has its labels, its findings as steps, and the time at which it ran', async () => {
  const startTime = new Date('2026-01-01T00:00:05Z');
  const times = new Map([['OUT-02', { startTime, duration: 1_500, workerIndex: 3, parallelIndex: 1 }]]);
  const [result, ...none] = await resultsOf(sampleVerdict([one]), times);
  expect(none).toEqual([]);
  expect(result).toMatchObject({
    name: 'OUT-02 KZT requires firstName and lastName',
    fullName: 'specs/payout.spec.ts › OUT-02 KZT requires firstName and lastName',
    status: 'failed',
    start: startTime.getTime(),
    stop: startTime.getTime() + 1_500,
    statusDetails: {
      message: 'fail (target) (norm)\nexpected refusal\ngot      200 (exchanges p0-1, p0-2)',
    },
    steps: [
      { name: 'expected refusal; got      200 (exchanges p0-1, p0-2)', status: 'failed' },
      { name: 'exchanges p0-1, p0-2', status: 'passed' },
    ],
  });
  const labels = Object.fromEntries(
    ['requirement', 'feature', 'suite', 'severity', 'outcome', 'attribution', 'tag', 'parentSuite'].map((name) => [
      name,
      result && labelsOf(result, name),
    ]),
  );
  expect(labels).toEqual({
    requirement: ['OUT-02'],
    feature: ['OUT'],
    suite: ['OUT'],
    severity: ['critical'],
    outcome: ['fail'],
    attribution: ['target'],
    tag: ['must', 'norm', 'probe'],
    parentSuite: [],
  });
});

test('the message of a result that is not green begins with the outcome, and an own error is broken', async () => {
  const statuses: Partial<Record<Outcome, string>> = {
    error: 'broken',
    inconclusive: 'failed',
    unverified: 'failed',
    'not run': 'failed',
    'not applicable': 'skipped',
    deferred: 'skipped',
    'not selected': 'skipped',
  };
  const requirements = Object.keys(statuses).map((outcome, index) => ({
    ...one,
    id: `OUT-1${index}`,
    outcome: outcome as Outcome,
  }));
  for (const result of await resultsOf(sampleVerdict(requirements))) {
    const [outcome = ''] = labelsOf(result, 'outcome');
    expect(result.status).toBe(statuses[outcome as Outcome]);
    expect(result.statusDetails.message?.startsWith(outcome)).toBe(true);
  }
});

test('a warning, a change or a learned value passes and is described', async () => {
  const learned = {
    ...one,
    outcome: 'changed',
    findings: [],
    learned: { sign: 'plus' },
    cells: { evidenced: 1, of: 2 },
  };
  const [result] = await resultsOf(sampleVerdict([{ ...learned, outcome: 'changed' }]));
  expect(result?.status).toBe('passed');
  expect(result?.steps.map(({ name }) => name)).toEqual([
    'changed sign: plus',
    '1 of 2 combinations',
    'exchanges p0-1, p0-2',
  ]);
  const [again] = await resultsOf(sampleVerdict([{ ...learned, outcome: 'changed', was: { sign: 'minus' } }]));
  expect(again?.steps[0]?.name).toBe('changed sign: was minus, now plus');
});

test('a test has the same history id in every run', async () => {
  const [first] = await resultsOf(sampleVerdict([one]));
  const [second] = await resultsOf(sampleVerdict([{ ...one, outcome: 'pass', where: 'specs/payout.spec.ts:77' }]));
  expect(second?.historyId).toBe(first?.historyId);
});

test('files of an earlier run in the folder are removed', async () => {
  const folder = test.info().outputPath('allure-results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'old-result.json'), '{}');
  expect(await resultsOf(sampleVerdict([one]))).toHaveLength(1);
});

test('text of a target adds no label, link or control character', async () => {
  const names = ['requirement', 'feature', 'suite', 'severity', 'outcome', 'attribution', 'tag'];
  const ours = ['language', 'framework', 'package', '_fallbackTestCaseId', 'titlePath', 'host', 'thread'];
  await assert(
    asyncProperty(arbitraryVerdict, async (verdict) => {
      for (const result of await resultsOf(verdict)) {
        expect([...names, ...ours]).toEqual(
          expect.arrayContaining([...new Set(result.labels.map(({ name }) => name))]),
        );
        expect(result).toMatchObject({ links: [] });
        const texts = [result.name, result.statusDetails.message ?? '', ...result.steps.map(({ name }) => name)];
        expect(texts.join('').replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }
    }),
    { numRuns: 20 },
  );
});
