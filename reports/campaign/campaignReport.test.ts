import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  type Arbitrary,
  array,
  assert,
  constant,
  constantFrom,
  dictionary,
  nat,
  property,
  record,
  string,
  stringMatching,
} from 'fast-check';
import { packageRoot } from '../../schemas/packageRoot.ts';
import { sampleCase, sampleReported } from '../../tests/support/findings/sampleFindings.ts';
import type { ReportedFinding } from '../finding/findingList.ts';
import { type CampaignDocument, writeCampaign } from './campaignReport.ts';

const schema = JSON.parse(readFileSync(join(packageRoot, 'reports/campaign.schema.json'), 'utf8'));
const ajv = new Ajv2020({ strict: true, strictTypes: true, strictRequired: true, allErrors: true });
const validate = ajv.compile(schema);

const judged = (value: unknown) => {
  validate(JSON.parse(JSON.stringify(value)));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

const words = string({ unit: 'binary', maxLength: 30 });
const fingerprint = stringMatching(/^[0-9a-f]{16}$/);
const requirement = constantFrom('PAY-05', 'ERR-02a');
const state = constantFrom('open' as const, 'flaky' as const, 'fixed' as const, 'regressed' as const);
const spent = record({ posts: nat(), gets: nat() });

const anyReportedFinding: Arbitrary<ReportedFinding> = record(
  {
    fingerprint,
    requirement,
    title: words,
    operation: words,
    is: constantFrom('fail' as const, 'warn' as const),
    outcome: words,
    wanted: words,
    seen: words,
    state,
    shown: nat(),
    tries: nat(),
    firstRun: words,
    lastRun: words,
    trials: constant([]),
    standing: constant({ state: 'open' as const }),
    seed: nat(),
    code: words,
    case: constant(sampleCase),
    exchanges: constant([]),
    steps: nat(),
    shrunk: record({ by: constantFrom('validators' as const, 'emulator' as const, 'target' as const), posts: nat() }),
    files: array(words, { maxLength: 3 }),
  },
  {
    requiredKeys: [
      'fingerprint',
      'requirement',
      'title',
      'operation',
      'is',
      'outcome',
      'wanted',
      'seen',
      'state',
      'shown',
      'tries',
      'firstRun',
      'lastRun',
      'trials',
      'standing',
      'seed',
      'case',
      'exchanges',
      'steps',
      'files',
    ],
  },
);

const optional = ['halt', 'again', 'from', 'batches'] as const;

const shape = {
  version: constant(1 as const),
  run: words,
  seed: nat(),
  target: record({
    name: words,
    kind: constantFrom('emulator', 'sandbox', 'vendor', 'production', 'contract'),
    baseUrl: words,
  }),
  tier: constantFrom('active' as const, 'passive' as const),
  budget: record({ posts: nat(), gets: nat(), minutes: nat() }, { requiredKeys: [] }),
  spent,
  from: record({ cases: nat(), spent }),
  elapsedMs: nat(),
  cases: nat(),
  batches: nat(),
  ended: constantFrom('spent' as const, 'stopped' as const, 'halted' as const),
  halt: words,
  again: record({
    known: nat(),
    tried: nat(),
    shown: nat(),
    untried: nat(),
    became: array(record({ fingerprint, requirement, was: state, state }), { maxLength: 3 }),
  }),
  coverage: record({
    evidenced: array(words, { maxLength: 3 }),
    reached: array(
      record(
        {
          what: words,
          reached: nat(),
          of: nat(),
          missing: array(record({ name: words, why: words, count: nat() }, { requiredKeys: ['why'] }), {
            maxLength: 2,
          }),
          cannot: array(record({ name: words, why: words, count: nat() }, { requiredKeys: ['why'] }), { maxLength: 2 }),
        },
        { requiredKeys: ['what', 'reached', 'of', 'missing'] },
      ),
      { maxLength: 2 },
    ),
    counts: dictionary(words, dictionary(words, nat(), { maxKeys: 3 }), { maxKeys: 3 }),
  }),
  notes: array(words, { maxLength: 2 }),
  broken: array(
    record(
      {
        requirement: record({ id: requirement, title: words }),
        outcome: constantFrom('fail' as const, 'warn' as const),
        posts: nat(),
        times: nat(),
      },
      { requiredKeys: ['requirement', 'outcome', 'posts'] },
    ),
    { maxLength: 2 },
  ),
  findings: array(anyReportedFinding, { maxLength: 3 }),
  exit: constantFrom(0 as const, 1 as const, 2 as const, 3 as const, 4 as const, 5 as const),
};

const requiredKeys = (Object.keys(shape) as (keyof typeof shape)[]).filter(
  (key) => !optional.some((one) => one === key),
);

const someDocument = record(shape, { requiredKeys }) as Arbitrary<CampaignDocument>;

test('every document validates, but not without a required field or with an extra one', () => {
  assert(
    property(someDocument, constantFrom<string>(...schema.required), (document, field) => {
      expect(judged(document)).toEqual([]);
      const { [field]: _, ...rest } = JSON.parse(JSON.stringify(document));
      expect(judged(rest)).toEqual([` must have required property '${field}'`]);
      expect(judged({ ...document, more: 1 })).toEqual([' must NOT have additional properties']);
    }),
  );
});

test('the last line shows exit code and document, and no text of a target moves the cursor', () => {
  assert(
    property(someDocument, words, (document, seen) => {
      const text = writeCampaign(
        { ...document, exit: 1, findings: [sampleReported({ seen })] },
        { file: 'out/campaign.json' },
      );
      const lines = text.split('\n');
      expect(lines.at(-2)).toBe('exit 1: the target violates the interface   out/campaign.json');
      expect(lines.some((line) => line.endsWith(`seed ${document.seed}`))).toBe(true);
      expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    }),
  );
});

const sampleDocument: CampaignDocument = {
  version: 1,
  run: 'run-1',
  seed: 7,
  target: { name: 'shop', kind: 'vendor', baseUrl: 'http://127.0.0.1:9' },
  tier: 'active',
  budget: { posts: 90 },
  spent: { posts: 90, gets: 300 },
  elapsedMs: 12_000,
  cases: 70,
  batches: 2,
  ended: 'spent',
  coverage: {
    evidenced: ['PAY-05'],
    reached: [{ what: 'operations', reached: 3, of: 19, missing: [] }],
    counts: {},
  },
  notes: [],
  broken: [],
  findings: [],
  exit: 0,
};

const linesOf = (document: CampaignDocument) => writeCampaign(document, { file: 'campaign.json' }).split('\n');

test('a campaign reports the requests that it sent and the share of operations that it reached', () => {
  const lines = linesOf(sampleDocument);
  expect(lines).toContain('70 cases, 90 POST, 300 GET in 0:12, 1 requirements evidenced');
  expect(lines).toContain('reached 3 of 19 operations');
});

test('a resumed campaign reports all requests, and coverage since it was resumed', () => {
  const lines = linesOf({
    ...sampleDocument,
    from: { cases: 40, spent: { posts: 50, gets: 100 } },
    coverage: { ...sampleDocument.coverage, isPartial: true },
  });
  expect(lines).toContain('70 cases, 90 POST, 300 GET with what was sent before it went on');
  expect(lines).toContain('since it went on: 30 cases, 40 POST, 200 GET in 0:12, 1 requirements evidenced');
  expect(lines).toContain('coverage since it went on: reached 3 of 19 operations');
});

test('unsent cases are grouped by cause, most frequent first, and the rest on one line', () => {
  const dropped = { 'one way': 1, 'another way': 9, 'a third way': 3, 'a fourth way': 2, 'a fifth way': 1 };
  const lines = linesOf({ ...sampleDocument, coverage: { ...sampleDocument.coverage, counts: { dropped } } });
  const from = lines.indexOf('not sent 16 cases');
  expect(lines.slice(from, from + 5)).toEqual([
    'not sent 16 cases',
    '  9: another way',
    '  3: a third way',
    '  2: a fourth way',
    '  2: 2 other causes',
  ]);
  expect(linesOf(sampleDocument).join()).not.toContain('not sent');
});

test('what was not reached is counted by reason, with the first names', () => {
  const why = 'not its turn';
  const missing = [{ why: 'no answer', count: 7 }, ...['a', 'b', 'c', 'd'].map((name) => ({ name, why }))];
  const reached = [{ what: 'operations', reached: 8, of: 19, missing }];
  const lines = linesOf({ ...sampleDocument, coverage: { ...sampleDocument.coverage, reached } });
  expect(lines).toContain('  7 operations missing: no answer');
  expect(lines).toContain('  4 operations missing: not its turn (a, b, c, …)');
});

test('a campaign by a contract says what was broken, what to know, and the meaning of its exit code', () => {
  const target = { name: 'shop.yaml', kind: 'contract', baseUrl: 'http://127.0.0.1:9', fingerprint: 'aa' };
  const broken = [
    { requirement: { id: 'ANY-04', title: 'no failure' }, outcome: 'fail' as const, posts: 3, times: 2 },
    { requirement: { id: 'ANY-03b', title: 'fits' }, outcome: 'warn' as const, posts: 4 },
  ];
  const lines = (exit: CampaignDocument['exit']) =>
    linesOf({ ...sampleDocument, target, broken, notes: ['a note'], exit }).slice(0, -1);
  expect(lines(1)).toContain('broken: ANY-04 (fail, 2 times), ANY-03b (warn)');
  expect(lines(1).slice(-2)).toEqual(['a note', 'exit 1: the target violates its contract   campaign.json']);
  expect(lines(3).at(-1)).toBe('exit 3: the target accepted no credential, or no valid request   campaign.json');
});
