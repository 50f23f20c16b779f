import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { assert, integer, property, string } from 'fast-check';
import { exchangeLine, runLine } from '../../tests/support/records/records.ts';
import { exchangesIn, Journal, JournalError, readJournal } from './journal.ts';
import type { DeliveryLine, Line } from './journalTypes.ts';

const folder = (name = 'journal') => test.info().outputPath(name);

const lines: readonly Line[] = [
  runLine,
  exchangeLine('p0-1', { answer: { text: 'line\nbreak, quote ", déjà ☂ \u2028' } }),
  { kind: 'claim', requirement: 'GEN-01a', oracle: 'accepted', args: { exchange: 'p0-1' } },
  { kind: 'end', requirement: 'GEN-01a', status: 'done', claims: 1, exchanges: 1 },
];

function written(to: string, name: string, some: readonly Line[]): string {
  const journal = new Journal(to, name);
  for (const line of some) journal.write(line);
  journal.close();
  return join(to, `${name}.ndjson`);
}

test('each line is on disk before the next step, and is read back unchanged', () => {
  const journal = new Journal(folder(), 'p0');
  for (const [index, line] of lines.entries()) {
    journal.write(line);
    expect(readJournal(folder())).toEqual(lines.slice(0, index + 1));
  }
  journal.close();
});

test('journal files are read in the order of their names, other files are ignored', () => {
  const [first, second] = [lines.slice(0, 2), lines.slice(2)];
  written(folder(), 'p1', second);
  written(folder(), 'p0', first);
  writeFileSync(join(folder(), 'notes.txt'), 'no journal');
  expect(readJournal(folder())).toEqual(lines);
});

test('only its owner can read a journal, and opening it again appends', () => {
  const file = written(folder(), 'p0', lines.slice(0, 1));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  written(folder(), 'p0', lines.slice(1));
  expect(readJournal(folder())).toEqual(lines);
});

test('an unfinished last line is left out', () => {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  mkdirSync(folder());
  const file = join(folder(), 'p0.ndjson');
  assert(
    property(integer({ min: 0, max: text.length }), (length) => {
      writeFileSync(file, text.slice(0, length));
      const complete = text.slice(0, length).split('\n').length - 1;
      expect(readJournal(folder())).toEqual(lines.slice(0, complete));
    }),
  );
});

test('a complete line that cannot be read is reported with its place', () => {
  const file = written(folder(), 'p0', lines);
  appendFileSync(file, '{"kind":\n');
  expect(() => readJournal(folder())).toThrow(JournalError);
  expect(() => readJournal(folder())).toThrow(`p0.ndjson:${lines.length + 1}`);
});

test('any text is stored on one line', () => {
  const file = written(folder(), 'p0', []);
  assert(
    property(string({ unit: 'binary' }), (text) => {
      writeFileSync(file, '');
      const line = exchangeLine('p0-1', { answer: text });
      written(folder(), 'p0', [line]);
      expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2);
      expect(readJournal(folder())).toEqual([line]);
    }),
  );
});

test("beyond a worker's budget bodies are cut to nothing, their facts stay", () => {
  // A control character of a body takes six characters in the journal.
  const text = '\u0001'.repeat(10_000);
  const big = exchangeLine('p0-1', { answer: text });
  const journal = new Journal(folder(), 'p0', 250_000);
  for (let count = 0; count < 8; count += 1) journal.write({ ...big, id: `p0-${count}` });
  journal.close();
  expect(statSync(join(folder(), 'p0.ndjson')).size).toBeLessThan(260_000);
  const bodies = [...exchangesIn(folder()).values()].map(({ answer }) => answer?.body);
  expect(bodies.map((body) => body?.cut)).toEqual([...Array(4).fill(undefined), ...Array(4).fill(true)]);
  expect(bodies.at(-1)).toEqual({ text: '', bytes: text.length, sha256: bodies[0]?.sha256, cut: true });
});

test("beyond a receiver's budget the bodies of deliveries are cut, too", () => {
  const delivery: DeliveryLine = {
    kind: 'delivery',
    id: 'hooks-1',
    request: { method: 'POST', headers: [], body: { text: 'x'.repeat(100), bytes: 100, sha256: '' }, source: '' },
    digest: { present: false },
    receivedAt: '',
    targetAt: '',
    receivedNs: '0',
    answer: { status: 200 },
    answered: 'sent',
    answeredNs: '0',
  };
  const journal = new Journal(folder(), 'hooks', 50);
  expect(journal.write(delivery)).toMatchObject({ request: { body: { text: '', bytes: 100, cut: true } } });
  journal.close();
});

test('a missing journal has no exchanges', () => {
  expect(exchangesIn(folder('nowhere')).size).toBe(0);
});
