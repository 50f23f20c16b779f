import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { assert, property } from 'fast-check';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { arbitraryVerdict } from '../../../tests/support/reports/arbitraryVerdict.ts';
import { sampleRequirement, sampleVerdict } from '../../../tests/support/reports/sampleVerdict.ts';
import { writeCtrf } from './ctrf.ts';

const ajv = new Ajv({ allErrors: true });
formats.default(ajv);
const schema = readFileSync(join(packageRoot, 'tests', 'support', 'reports', 'ctrf.schema.json'), 'utf8');
const validate = ajv.compile(JSON.parse(schema) as object);

function expectValid(text: string): void {
  validate(JSON.parse(text));
  expect(validate.errors ?? []).toEqual([]);
}

test('a failure has its words, its times and the command that repeats it', () => {
  const times = new Map([['OUT-02', { startTime: new Date('2026-01-01T00:00:01Z'), duration: 1_234 }]]);
  const written = writeCtrf(sampleVerdict([sampleRequirement()]), times);
  expectValid(written);
  const start = Date.parse('2026-01-01T00:00:00Z');
  expect(JSON.parse(written).results).toMatchObject({
    summary: { tests: 1, failed: 1, passed: 0, other: 0, start, stop: start + 6_040, duration: 6_040 },
    tests: [
      {
        name: 'OUT-02 KZT requires firstName and lastName',
        status: 'failed',
        rawStatus: 'fail',
        suite: ['OUT'],
        filePath: 'specs/payout.spec.ts',
        start: start + 1_000,
        stop: start + 2_234,
        duration: 1_234,
        message: 'fail (target): expected refusal; got 200',
        trace: 'expected refusal\ngot      200 (exchanges p0-1, p0-2)',
        extra: { again: 'npx assay run --only OUT-02 --seed 7' },
      },
    ],
  });
});

test('a changed value is told with what it was', () => {
  const changed = sampleRequirement({
    outcome: 'changed',
    findings: [],
    learned: { sign: 'plus' },
    was: { sign: 'minus' },
  });
  const written = writeCtrf(sampleVerdict([changed]));
  expectValid(written);
  expect(JSON.parse(written).results.tests[0]).toMatchObject({
    message: 'changed (target): sign: was minus, now plus',
    trace: 'sign: was minus, now plus',
  });
});

test('every verdict is valid by the published schema, whatever its target says', () => {
  assert(property(arbitraryVerdict, (verdict) => expectValid(writeCtrf(verdict))));
});

test('a run without a start time begins when it was judged', () => {
  const verdict = sampleVerdict([]);
  const { run } = verdict.header;
  const written = writeCtrf({ ...verdict, header: { ...verdict.header, run: { ...run, startedAt: '' } } });
  expectValid(written);
  expect(JSON.parse(written).results.summary.start).toBe(Date.parse(verdict.header.judgedAt));
});
