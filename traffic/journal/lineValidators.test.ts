import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { isPlainObject, type Plain, type PlainObject } from '../../schemas/json/plain.ts';
import { exchangeLine, runLine } from '../../tests/support/records/records.ts';
import { readJournal } from './journal.ts';
import { lineProblem } from './lineValidators.ts';

const exchange = { ...exchangeLine('p0-1', { body: '{}', key: 'k' }), repeats: 'p0-0' } as unknown as PlainObject;
const run = { ...runLine, selection: { ...runLine.selection, shard: { index: 1, of: 2 } } } as unknown as PlainObject;

const delivery: PlainObject = {
  kind: 'delivery',
  id: 'hooks-1',
  webhook: 'payment',
  request: { method: 'POST', headers: [['a', 'b']], body: { text: '', bytes: 0, sha256: '' }, source: '127.0.0.1' },
  digest: { present: true, secret: 1 },
  receivedAt: '2026-01-01T00:00:00Z',
  targetAt: '2026-01-01T00:00:00Z',
  receivedNs: '1',
  answer: { status: 200 },
  answered: 'sent',
  answeredNs: '2',
};

const samples: Readonly<Record<string, PlainObject>> = {
  run,
  exchange,
  delivery,
  claim: { kind: 'claim', requirement: 'A-01', oracle: 'accepted', args: { exchange: 'p0-1' } },
  cells: { kind: 'cells', requirement: 'A-01', names: ['a'], chosen: ['a'] },
  control: { kind: 'control', requirement: 'A-01', shape: 's' },
  lever: { kind: 'lever', requirement: 'A-01', what: 'w', args: {}, ok: true, atNs: '1' },
  registration: {
    kind: 'registration',
    requirement: 'A-01',
    webhook: 'payment',
    by: 'api',
    ok: true,
    askedNs: '1',
    atNs: '2',
  },
  deaf: { kind: 'deaf', requirement: 'A-01', planned: true, fromNs: '1', untilNs: '2' },
  experiment: {
    kind: 'experiment',
    id: 'x1',
    requirement: 'WHK-04',
    run: 'r',
    webhook: 'payment',
    match: 'm',
    plan: [{ status: 200 }],
    openedAt: '2026-01-01T00:00:00Z',
    dueAt: '2026-01-01T00:00:00Z',
    state: 'open',
    listened: [{ fromAt: '2026-01-01T00:00:00Z', untilAt: '2026-01-01T00:00:00Z' }],
    deliveries: [delivery],
  },
  end: { kind: 'end', requirement: 'A-01', status: 'done', claims: 1, exchanges: 1 },
  swept: { kind: 'swept', atNs: '1', lines: 3 },
  halt: { kind: 'halt', requirement: 'A-01', cause: 'quota', message: 'm' },
  closed: { kind: 'closed', lines: 3 },
};

/** Replacement values for a member that a careless reader would accept. */
const odd: readonly Plain[] = [null, [], {}, [null], -1, 'x\n', '../../x', ''];

test('each kind of line is read back unchanged', () => {
  for (const [kind, line] of Object.entries(samples)) expect(lineProblem(line), kind).toBeUndefined();
});

/** Generates a line with each of its members, at any depth, replaced by another type. */
function* wrongly(value: PlainObject): Generator<{ place: string; line: PlainObject }> {
  for (const [name, member] of Object.entries(value)) {
    if (isPlainObject(member))
      for (const { place, line } of wrongly(member))
        yield { place: `${name}/${place}`, line: { ...value, [name]: line } };
    for (const other of odd)
      if (typeof other !== typeof member) yield { place: name, line: { ...value, [name]: other } };
  }
}

for (const [kind, line] of Object.entries(samples))
  test(`a line of kind ${kind} with a member of another type is refused`, () => {
    const taken = [...wrongly(line)].filter(
      ({ place, line: wrong }) => lineProblem(wrong) === undefined && !place.startsWith('args'),
    );
    expect(taken.map(({ place }) => place)).toEqual([]);
  });

const inRequest = (changes: PlainObject) => ({
  ...exchange,
  request: { ...(exchange['request'] as PlainObject), ...changes },
});

for (const [what, line] of Object.entries<Plain>({
  'an id that leaves its folder': { ...exchange, id: '../../x' },
  'an id of a folder': { ...exchange, id: 'a/b' },
  'an id of two lines': { ...exchange, id: 'a\nb' },
  'a method that is a command': inRequest({ method: 'GET; touch pwned;' }),
  'a method that is an option': inRequest({ method: '--output' }),
  'a path that names another host': inRequest({ path: '@evil.example/' }),
  'a path of two lines': inRequest({ path: '/a\nb' }),
  'a scheme that is none': inRequest({ signature: { scheme: '$(touch pwned)', credential: 'main' } }),
  'a fault that ends a comment': inRequest({
    signature: { scheme: 'none', fault: 'a\ntouch pwned', credential: 'main' },
  }),
  'an origin that is no address': inRequest({ origin: '-o/etc/passwd' }),
  'a time that is no number': { ...exchange, sentNs: '1; 2' },
  'an end that is none': { kind: 'end', requirement: 'A', status: 'passed', claims: 0, exchanges: 0 },
  'a version that is not there yet': { ...run, version: 999 },
  'more shards than there can be': {
    ...run,
    selection: { ...(run['selection'] as PlainObject), shard: { index: 1, of: 1e9 } },
  },
  'a file as the address of the target': {
    ...run,
    target: { ...(run['target'] as PlainObject), baseUrl: 'file:///etc/passwd' },
  },
  'a kind of __proto__': { kind: '__proto__' },
  'a kind of constructor': { kind: 'constructor' },
  nothing: null,
  'a list': [],
  'a number': 7,
}))
  test(`a line with ${what} is reported with its file and line number`, () => {
    const folder = test.info().outputPath('journal');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'p0.ndjson'), `${JSON.stringify(run)}\n${JSON.stringify(line)}\n`);
    expect(() => readJournal(folder)).toThrow(/^expected [^\n]*, got [^\n]* at p0\.ndjson:2 in [^\n]*$/);
  });

test('a deeply nested or very long line is reported before it is traversed', () => {
  const folder = test.info().outputPath('journal');
  mkdirSync(folder, { recursive: true });
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const assertion = `{"kind":"claim","requirement":"A","oracle":"lacks","args":{"a":${deep}}}`;
  for (const text of [assertion, deep, `"${'x'.repeat(33 * 1024 * 1024)}"`]) {
    writeFileSync(join(folder, 'p0.ndjson'), `${text}\n`);
    expect(() => readJournal(folder)).toThrow(/at p0\.ndjson:1 in /);
  }
});

test('a journal entry that is not a file is reported', () => {
  const folder = test.info().outputPath('journal');
  mkdirSync(join(folder, 'p0.ndjson'), { recursive: true });
  expect(() => readJournal(folder)).toThrow(/expected a journal file, got something else at .*p0\.ndjson/);
});
