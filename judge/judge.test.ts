import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { assert, asyncProperty, property, shuffledSubarray } from 'fast-check';
import { effectFault, refusedCreations } from '../oracles/core/creationEffect.ts';
import { toResult } from '../oracles/core/result.ts';
import { leftFinalFault, paymentHistories } from '../oracles/payments/lifecycle.ts';
import { paymentsInSeveralViews, viewsAgree } from '../oracles/payments/viewAgreement.ts';
import { exchangeLine, paymentLike, recordOf, runLine, type SampleExchange } from '../tests/support/records/records.ts';
import type { Line } from '../traffic/journal/journalTypes.ts';
import { openRecord } from '../traffic/journal/openRecord.ts';
import { runFilesOf } from '../traffic/journal/run.ts';
import type { RunRecord } from '../traffic/journal/runRecord.ts';
import type { Outcome } from '../traffic/outcome/outcome.ts';
import type { Requirement } from '../traffic/requirements/requirement.ts';
import type { TraceCheckLine } from './assertionLog.ts';
import { gapFor, type JudgementInput, judge, judgementInputOf } from './judge.ts';

const payinPath = 'POST /v1/user/payments/payin';
const searchPath = 'GET /v2/user/payments/search';
const idOf = (digit: number) => `PMT-00000000-0000-4000-8000-00000000000${digit}`;
const shown = (digit: number, status: string) => paymentLike({ id: idOf(digit), clientOrderId: `K-${digit}`, status });
const created = (digit: number, atMs: number): SampleExchange => ({
  operation: payinPath,
  key: `K-${digit}`,
  answer: shown(digit, 'NEW'),
  atMs,
});
const searched = (digit: number, status: string, atMs: number): SampleExchange => ({
  operation: searchPath,
  path: `/v2/user/payments/search?clientOrderId=K-${digit}`,
  answer: { content: [shown(digit, status)] },
  atMs,
});
const got = (digit: number, status: string, atMs: number): SampleExchange => ({
  operation: 'GET /v1/user/payments/{id}',
  answer: shown(digit, status),
  atMs,
});
const refusal = (digit: number, atMs: number): SampleExchange => ({
  operation: payinPath,
  key: `K-${digit}`,
  status: 400,
  purpose: 'defect',
  atMs,
});

type SampleAssertion = readonly [oracle: string, args: Record<string, unknown>];

/** What one sample test sends and asserts, with exchanges numbered from `first`. Exchanges of other tests often show what breaks an assertion. */
interface SampleTest {
  id: string;
  outcome: Outcome;
  worker: 'p0' | 'p1';
  first: number;
  tale: readonly SampleExchange[];
  claims: readonly SampleAssertion[];
}

const sampleTests: readonly SampleTest[] = [
  {
    id: 'GEN-01a',
    outcome: 'pass',
    worker: 'p0',
    first: 1,
    tale: [created(1, 0), searched(1, 'NEW', 20)],
    claims: [['accepted', { exchange: 'p0-1', what: 'a pay-in' }]],
  },
  {
    id: 'GEN-01b',
    outcome: 'fail',
    worker: 'p0',
    first: 3,
    tale: [refusal(9, 40)],
    claims: [
      ['accepted', { exchange: 'p0-1', what: 'a pay-in' }],
      ['accepted', { exchange: 'p0-3', what: 'a pay-in' }],
    ],
  },
  {
    id: 'SBX-03',
    outcome: 'pass',
    worker: 'p0',
    first: 4,
    tale: [created(2, 60), searched(2, 'PENDING', 80)],
    claims: [['reaches', { created: 'p0-4', status: 'SUCCESS' }]],
  },
  {
    id: 'SBX-05',
    outcome: 'fail',
    worker: 'p0',
    first: 6,
    tale: [created(3, 120), searched(3, 'PENDING', 140), got(3, 'PENDING', 9000)],
    claims: [['staysPending', { created: 'p0-6', windowMs: 5000 }]],
  },
  {
    id: 'AUT-05',
    outcome: 'fail',
    worker: 'p1',
    first: 1,
    tale: [created(4, 0), refusal(5, 20), searched(4, 'NEW', 40)],
    claims: [['refused', { exchange: 'p1-2', control: 'p1-1', defect: 'a defect', effect: true }]],
  },
  {
    id: 'AUT-06',
    outcome: 'pass',
    worker: 'p1',
    first: 4,
    tale: [refusal(6, 60)],
    claims: [['refused', { exchange: 'p1-4', control: 'p1-1', defect: 'a defect', effect: true }]],
  },
  {
    id: 'PAY-15',
    outcome: 'pass',
    worker: 'p1',
    first: 5,
    tale: [refusal(7, 80)],
    claims: [['answersWith', { exchange: 'p1-5', key: 'a defect' }]],
  },
  {
    id: 'PAY-16',
    outcome: 'changed',
    worker: 'p0',
    first: 9,
    tale: [refusal(8, 9100)],
    claims: [['answersWith', { exchange: 'p0-9', key: 'a defect' }]],
  },
  {
    id: 'ERR-02a',
    outcome: 'fail',
    worker: 'p1',
    first: 6,
    tale: [{ atMs: 100 }],
    claims: [['neverCrashes', {}]],
  },
  {
    id: 'GEN-07',
    outcome: 'error',
    worker: 'p1',
    first: 7,
    tale: [
      { status: 500, atMs: 110 },
      { atMs: 130 },
      { status: 500, atMs: 150, repeats: 'p1-7', purpose: 'confirm' },
      { status: 429, atMs: 180 },
    ],
    claims: [['accepted', { exchange: 'p1-10', what: 'a read' }]],
  },
  {
    id: 'GEN-08',
    outcome: 'unverified',
    worker: 'p1',
    first: 11,
    tale: [searched(3, 'SUCCESS', 200)],
    claims: [['lacks', { fault: { code: 'missing', wanted: 'a sample', hint: 'name it', exchanges: [] } }]],
  },
];

const finalReads: readonly SampleExchange[] = [
  { ...searched(5, 'NEW', 10_000), purpose: 'sweep' },
  ...[5, 6, 7, 9].map((digit) => ({ ...searched(digit, '', 10_020), answer: { content: [] } })),
  searched(8, 'NEW', 10_030),
  searched(3, 'PENDING', 10_235),
  searched(2, 'SUCCESS', 10_040),
];

function linesOf({ id, worker, first, tale, claims }: SampleTest): Line[] {
  return [
    ...tale.map((sample, index) => exchangeLine(`${worker}-${first + index}`, { ...sample, requirement: id })),
    ...claims.map(([oracle, args]): Line => ({ kind: 'claim', requirement: id, oracle, args })),
    { kind: 'end', requirement: id, status: 'done', claims: claims.length, exchanges: tale.length },
  ];
}

/** The journal of the sample run, file by file. */
function files(): Line[][] {
  const of = (worker: string) => sampleTests.filter((one) => one.worker === worker).flatMap(linesOf);
  const finalReadLines = finalReads.map((sample, index) =>
    exchangeLine(`p2-${index + 1}`, { ...sample, requirement: 'sweep' }),
  );
  const before: Line[][] = [[runLine], [exchangeLine('preflight-1', { requirement: 'preflight' })], of('p0'), of('p1')];
  const end: Line = { kind: 'end', requirement: 'sweep', status: 'done', claims: 0, exchanges: finalReads.length };
  const lines = before.flat().length + finalReadLines.length + 1;
  return [...before, [...finalReadLines, end, { kind: 'swept', atNs: '0', lines }]];
}

const traceChecks: Readonly<Record<string, { outcome: Outcome; faults: (record: RunRecord) => TraceCheckLine[] }>> = {
  'LIF-01': {
    outcome: 'fail',
    faults: (record) =>
      ruled(
        'LIF-01',
        record,
        paymentHistories(record).flatMap((one) => leftFinalFault(one) ?? []),
      ),
  },
  'PAY-11': {
    outcome: 'pass',
    faults: (record) => {
      const stories = paymentsInSeveralViews(record).filter(
        ({ sightings }) => sightings[0]?.value['clientOrderId'] !== 'K-3',
      );
      return ruled('PAY-11', record, stories.flatMap(viewsAgree));
    },
  },
  'ERR-03': {
    outcome: 'fail',
    faults: (record) =>
      ruled(
        'ERR-03',
        record,
        refusedCreations(record).flatMap((one) => effectFault(record, one) ?? []),
      ),
  },
};

function ruled(id: string, record: RunRecord, faults: Parameters<typeof toResult>[1]): TraceCheckLine[] {
  const exchanges = record.exchanges.map((exchange) => exchange.id);
  return [
    { id, ruling: toResult(exchanges, faults) },
    { id, end: { status: 'done', rulings: 1 }, fedBy: [] },
  ];
}

const resultsOn = (record: RunRecord) => Object.values(traceChecks).flatMap(({ faults }) => faults(record));

const requirement = (id: string, isTraceCheck: boolean): Requirement => ({
  id,
  title: 'told',
  section: 'GEN',
  kind: 'must',
  basis: 'text',
  law: isTraceCheck,
  where: 'specs/told.spec.ts:1',
});

const requirements = [
  ...sampleTests.map(({ id }) => requirement(id, false)),
  ...Object.keys(traceChecks).map((id) => requirement(id, true)),
];

const baseline = { 'a defect': 'refused (400)' };
const pins = { 'PAY-15': baseline, 'PAY-16': baseline };

const { selection } = runLine;

type Outcomes = Readonly<Record<string, Outcome>>;

function outcomesOf(given: Omit<JudgementInput, 'requirements' | 'selection'>): Outcomes {
  const judged = judge({ ...given, requirements, selection, baseline: pins });
  return Object.fromEntries(judged.map(({ id, outcome }) => [id, outcome]));
}

/** Judges the remaining lines of the journal twice: with the trace check results of the complete journal, and with those of the remaining lines. */
async function outcomesLeft(left: readonly Line[]): Promise<Outcomes[]> {
  const stored = resultsOn(await recordOf(files().flat()));
  const record = await recordOf(left);
  return [outcomesOf({ record, traceCheckLines: stored }), outcomesOf({ record, traceCheckLines: resultsOn(record) })];
}

const expectedOutcomes: Outcomes = Object.fromEntries([
  ...sampleTests.map(({ id, outcome }) => [id, outcome]),
  ...Object.entries(traceChecks).map(([id, { outcome }]) => [id, outcome]),
]);

const nameOf = (line: Line) =>
  line.kind === 'exchange' ? line.id : `${line.kind} ${'requirement' in line ? line.requirement : ''}`;

/** Expects that no outcome became a pass, and that requirements that still pass have lost no line of their own. */
async function expectNoFalsePass(left: readonly Line[]): Promise<void> {
  const lost = files()
    .flat()
    .filter((line) => !left.some((one) => JSON.stringify(one) === JSON.stringify(line)));
  for (const after of await outcomesLeft(left))
    for (const [id, outcome] of Object.entries(after)) {
      if (outcome !== 'pass') continue;
      expect(expectedOutcomes[id], `${id} after the loss of ${lost.map(nameOf).join(', ')}`).toBe('pass');
      expect(traceChecks[id], `the law ${id} passes on half of a journal`).toBeUndefined();
      const own = lost.filter((line) => 'requirement' in line && line.requirement === id);
      expect(own.map(nameOf), `${id} passes without its own evidence`).toEqual([]);
    }
}

test('the sample run has the expected outcomes', async () => {
  for (const outcomes of await outcomesLeft(files().flat())) expect(outcomes).toEqual(expectedOutcomes);
});

test('dropping one line never produces a pass', async () => {
  const all = files().flat();
  for (const index of all.keys()) await expectNoFalsePass(all.toSpliced(index, 1));
});

test('dropping the end of a journal file never produces a pass', async () => {
  const all = files();
  for (const [index, file] of all.entries())
    for (const length of file.keys()) await expectNoFalsePass(all.with(index, file.slice(0, length)).flat());
});

test('dropping any set of lines never produces a pass', async () => {
  const all = files().flat();
  const left = shuffledSubarray(all, { maxLength: all.length - 1 });
  await assert(asyncProperty(left, expectNoFalsePass));
});

test('lost evidence never fails the target', async () => {
  const all = files().flat();
  for (const index of all.keys())
    for (const after of await outcomesLeft(all.toSpliced(index, 1)))
      for (const [id, outcome] of Object.entries(after))
        if (outcome === 'fail') expect(expectedOutcomes[id]).toBe('fail');
});

test('the order of the files does not matter', async () => {
  const all = files();
  const outcomes = await outcomesLeft(all.toReversed().flat());
  expect(outcomes).toEqual([expectedOutcomes, expectedOutcomes]);
});

test('a torn last line counts as lost evidence', async () => {
  const out = test.info().outputPath('run');
  const places = runFilesOf(out);
  mkdirSync(places.journal, { recursive: true });
  const names = ['run', 'preflight', 'p0', 'p1', 'p2'];
  const texts = files().map((file) => file.map((line) => `${JSON.stringify(line)}\n`).join(''));
  for (const [index, text] of texts.entries()) writeFileSync(join(places.journal, `${names[index]}.ndjson`), text);
  writeFileSync(places.requirements, JSON.stringify(requirements));
  mkdirSync(dirname(places.traceCheckResults), { recursive: true });
  const stored = resultsOn(await recordOf(files().flat()));
  appendFileSync(places.traceCheckResults, stored.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const outcomesIn = async () => outcomesOf(judgementInputOf(await openRecord(places.journal), out));
  expect(await outcomesIn()).toEqual(expectedOutcomes);
  writeFileSync(join(places.journal, 'p0.ndjson'), (texts[2] ?? '').slice(0, -5));
  expect(await outcomesIn()).toMatchObject({ 'SBX-05': 'fail', 'PAY-11': 'inconclusive' });
});

test('in a halted run a trace check reports only violations, and a test that did not run is not run', async () => {
  const halt: Line = { kind: 'halt', cause: 'unreachable', requirement: 'GEN-08', message: 'gone' };
  const left = files().flat().slice(0, 8);
  const record = await recordOf([...left, halt]);
  const outcomes = outcomesOf({ record, traceCheckLines: resultsOn(await recordOf(files().flat())) });
  expect(outcomes).toMatchObject({ 'GEN-01a': 'pass', 'LIF-01': 'fail', 'PAY-11': 'not run', 'GEN-08': 'not run' });
});

test('trace check results that were counted but are missing from the file are lost evidence', async () => {
  const record = await recordOf(files().flat());
  const stored = resultsOn(record);
  assert(
    property(shuffledSubarray(stored), (results) => {
      const outcome = outcomesOf({ record, traceCheckLines: results })['PAY-11'];
      const own = results.filter(({ id }) => id === 'PAY-11').length;
      expect(outcome === 'pass').toBe(own === 2);
    }),
  );
});

test('a gap names a requirement or a section', () => {
  const gaps = [
    { id: 'PAY', reason: 'no payments' },
    { id: 'OUT-02', reason: 'no names' },
  ];
  expect(gapFor('PAY-15', gaps)).toBe('no payments');
  expect(gapFor('OUT-02', gaps)).toBe('no names');
  expect(gapFor('OUT-02a', gaps)).toBeUndefined();
  expect(gapFor('PAYX-1', gaps)).toBeUndefined();
});

test('an unknown oracle, or one that cannot read its assertion, is an error of the suite', async () => {
  const assertions: Line[] = [
    { kind: 'claim', requirement: 'GEN-01a', oracle: 'constructor', args: {} },
    { kind: 'claim', requirement: 'GEN-01a', oracle: 'accepted', args: { exchange: 'p9-9', what: 'nothing' } },
  ];
  for (const assertion of assertions) {
    const end: Line = { kind: 'end', requirement: 'GEN-01a', status: 'done', claims: 1, exchanges: 0 };
    const record = await recordOf([runLine, assertion, end]);
    const [first] = judge({ record, traceCheckLines: [], requirements: [requirement('GEN-01a', false)], selection });
    expect(first).toMatchObject({ outcome: 'error', attribution: 'suite' });
  }
});

test('a judgement that never ends is an error of the suite, and the rest is judged', async () => {
  const endless = {
    id: 'PAY-92',
    get ruling(): never {
      for (;;);
    },
  } as unknown as TraceCheckLine;
  const end = (id: string): TraceCheckLine => ({ id, end: { status: 'done', rulings: 1 }, fedBy: [] });
  const held: TraceCheckLine = { id: 'PAY-91', ruling: toResult(['p0-1'], []) };
  const results = [held, end('PAY-91'), endless, end('PAY-92')];
  const asked = ['PAY-91', 'PAY-92'].map((id) => requirement(id, true));
  const [first, second] = judge(
    { record: await recordOf([]), traceCheckLines: results, requirements: asked, selection },
    1_000,
  );
  expect(first?.outcome).not.toBe('error');
  expect(second).toMatchObject({ id: 'PAY-92', outcome: 'error', attribution: 'suite' });
  expect(second?.findings[0]?.seen).toBe('it computed for more than 1 s without a pause');
});
