import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { assert, constantFrom, integer, property, record } from 'fast-check';
import { sampleCase, sampleFinding, sampleStep } from '../../../tests/support/findings/sampleFindings.ts';
import { currentWording } from './finding.ts';
import { FindingStore, mostFindings } from './findingStore.ts';

const fileOf = (name = 'shop') => join(test.info().outputPath(), `${name}.findings.ndjson`);

test('a finding is stored once and read by the next process', () => {
  const file = fileOf();
  const store = new FindingStore(file);
  expect(store.all).toEqual([]);
  expect(store.found(sampleFinding(), 'run-1')).toBe(true);
  expect(store.found(sampleFinding({ seen: 'another value' }), 'run-1')).toBe(true);
  const [finding, ...others] = new FindingStore(file).all;
  expect(others).toEqual([]);
  expect(finding).toEqual({
    ...sampleFinding(),
    firstRun: 'run-1',
    lastRun: 'run-1',
    trials: [{ shown: 1, of: 1 }],
    standing: { state: 'open' },
  });
});

test('a finding of a test of the suite is read with the test', () => {
  const file = test.info().outputPath('findings.ndjson');
  const suiteTest = {
    requirement: 'MTD-08',
    seed: 7,
    day: '2026-02-01',
    posts: 20,
    gets: 21,
    outlay: { takes: { EUR: '9' }, exchanges: {} },
    account: 'second',
  };
  const found = sampleFinding({ case: { ...sampleCase, test: suiteTest } });
  new FindingStore(file).found(found, 'run-1');
  expect(new FindingStore(file).find(found.fingerprint)?.case.test).toEqual(suiteTest);
});

test('the history of a finding is stored: shown again, silent, fixed, regressed, and its smaller case', () => {
  const file = fileOf();
  const store = new FindingStore(file);
  store.found(sampleFinding(), 'run-1');
  store.tried('00112233445566aa', { shown: 0, of: 5 }, 'run-2');
  expect(new FindingStore(file).all).toMatchObject([{ standing: { state: 'fixed' }, lastRun: 'run-2' }]);
  store.found(sampleFinding(), 'run-3');
  const steps = [{ ...sampleStep, body: { text: '{}' } }];
  const showing = { outcome: 'crashed', wanted: 'refusal', seen: '500 of the smaller one', exchanges: [] };
  const smaller = { case: { ...sampleCase, steps }, ...showing, shrunk: { by: 'target' as const, posts: 3 } };
  store.shrunk('00112233445566aa', smaller, 'run-3');
  expect(new FindingStore(file).all).toMatchObject([
    { standing: { state: 'regressed' }, firstRun: 'run-1', lastRun: 'run-3', ...smaller },
  ]);
});

test('a finding that was silent in a replay and shows later in the run has shown once', () => {
  const store = new FindingStore(fileOf());
  store.found(sampleFinding(), 'run-1');
  store.tried('00112233445566aa', { shown: 0, of: 5 }, 'run-2');
  for (let times = 0; times < 2; times += 1) store.found(sampleFinding(), 'run-2');
  expect(store.all).toMatchObject([{ standing: { state: 'regressed' } }]);
  expect(store.all[0]?.trials.slice(1)).toEqual([
    { shown: 0, of: 5 },
    { shown: 1, of: 1 },
  ]);
});

test('a finding stored in earlier wording keeps its fingerprint and matches only one new finding', () => {
  const file = fileOf();
  new FindingStore(file).found(sampleFinding({ code: 'notRefused' }), 'run-1');
  const store = new FindingStore(file);
  const today = (fingerprint: string, changes = {}) =>
    sampleFinding({ code: 'notRefused', fingerprint, wording: currentWording, ...changes });
  expect(store.recognised(today('1111111111111111', { requirement: 'PAY-06' })).fingerprint).toBe('1111111111111111');
  for (let times = 0; times < 2; times += 1)
    expect(store.recognised(today('2222222222222222')).fingerprint).toBe('00112233445566aa');
  expect(store.recognised(today('3333333333333333')).fingerprint).toBe('3333333333333333');
});

test('a smaller case of an older file without its own failure text is read', () => {
  const file = fileOf();
  new FindingStore(file).found(sampleFinding(), 'run-1');
  const smaller = { case: sampleCase, exchanges: [], shrunk: { by: 'target', posts: 3 } };
  const event = { event: 'shrunk', run: 'run-2', fingerprint: '00112233445566aa', smaller };
  appendFileSync(file, `${JSON.stringify(event)}\n`);
  const { seen } = sampleFinding();
  expect(new FindingStore(file).all).toMatchObject([{ ...smaller, seen, lastRun: 'run-2' }]);
});

test('a finding is found by its first digits if they are unique', () => {
  const store = new FindingStore(fileOf());
  store.found(sampleFinding({ fingerprint: 'aa11' }), 'run-1');
  store.found(sampleFinding({ fingerprint: 'aa22' }), 'run-1');
  expect(store.find('aa2')?.fingerprint).toBe('aa22');
  expect(store.find('aa')).toBeUndefined();
  expect(store.find('bb')).toBeUndefined();
});

test('a process killed within a line loses only that line, and the next line is complete', () => {
  const completeFile = fileOf('whole');
  const store = new FindingStore(completeFile);
  for (const fingerprint of ['a1', 'b2', 'c3']) store.found(sampleFinding({ fingerprint }), 'run-1');
  const bytes = readFileSync(completeFile);
  const ends = [...bytes.entries()].flatMap(([at, byte]) => (byte === 10 ? [at + 1] : []));
  assert(
    property(integer({ min: 0, max: bytes.length }), (length) => {
      const file = fileOf('cut');
      writeFileSync(file, bytes);
      truncateSync(file, length);
      const completeCount = ends.filter((end) => end <= length).length;
      const cut = new FindingStore(file);
      expect(cut.all).toHaveLength(completeCount);
      cut.found(sampleFinding({ fingerprint: 'd4' }), 'run-2');
      expect(new FindingStore(file).all).toHaveLength(completeCount + 1);
    }),
  );
});

test('a file not written by a campaign is refused with every wrong line, and stays unchanged', () => {
  const file = fileOf();
  new FindingStore(file).found(sampleFinding(), 'run-1');
  appendFileSync(file, '{"event":"other","run":"x"}\n[]\nnot JSON\n{"event":"toString","run":"x"}\n');
  const before = readFileSync(file, 'utf8');
  expect(() => new FindingStore(file)).toThrow(/line 2[\s\S]*line 3[\s\S]*line 4[\s\S]*line 5/);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a file of very many lines is rewritten with the same content', () => {
  const file = fileOf();
  const store = new FindingStore(file);
  store.found(sampleFinding(), 'run-1');
  const tried = '{"event":"tried","run":"run-2","fingerprint":"00112233445566aa","trial":{"shown":1,"of":1}}\n';
  appendFileSync(file, tried.repeat(2_100));
  const [before] = new FindingStore(file).all;
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(1);
  expect(new FindingStore(file).all).toEqual([before]);
});

test('the number of stored findings is limited', () => {
  const store = new FindingStore(fileOf());
  const digits = (index: number) => index.toString(16).padStart(16, '0');
  for (let index = 0; index < mostFindings; index += 1)
    expect(store.found(sampleFinding({ fingerprint: digits(index), exchanges: [] }), 'run-1')).toBe(true);
  expect(store.found(sampleFinding({ fingerprint: digits(mostFindings) }), 'run-1')).toBe(false);
});

test('any text of a target is read back unchanged', () => {
  const texts = constantFrom('a\u2028b', '\u0000', '"\n"', '\ud83d\ude00', '{{key}}', '__proto__');
  assert(
    property(record({ seen: texts, wanted: texts, requirement: texts }), (words) => {
      const file = fileOf(`said-${Math.abs(JSON.stringify(words).length)}`);
      writeFileSync(file, '');
      new FindingStore(file).found(sampleFinding(words), 'run-1');
      expect(new FindingStore(file).all).toMatchObject([words]);
    }),
  );
});

test('a folder is refused as a file of findings', () => {
  expect(() => new FindingStore(test.info().outputPath())).toThrow(/expected a file of findings, got a folder/);
});
