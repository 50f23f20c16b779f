import { expect, test } from '@playwright/test';
import { exchangeLine, recordOf, runLine } from '../../tests/support/records/records.ts';
import type { Line, RunLine } from './journalTypes.ts';
import { othersIn, participantsIn, recordAs, writeAs } from './recordAs.ts';

const projects = [{ id: 'CAP-00000000-0000-4000-8000-000000000002' }];

/** The first line of a run in which the account `second` repeats a test. */
const shared: RunLine = {
  ...runLine,
  selection: { ...runLine.selection, asOthers: { second: ['PIN-01'] } },
  target: { ...runLine.target, participants: [{ label: 'second', projects }] },
};

const claim: Line = { kind: 'claim', requirement: 'PIN-01', oracle: 'accepted', args: { exchange: 'p0a1-1' } };

test('the lines of another account name it in the journal, and its own record has them as those of the account under test', async () => {
  const stored: Line[] = [];
  const keep = (line: Line) => {
    stored.push(line);
    return line;
  };
  const own = exchangeLine('p0a1-1', { answer: [] });
  expect(writeAs('second', own, keep)).toEqual(own);
  expect(writeAs('second', claim, keep)).toEqual(claim);
  const record = await recordOf([shared, exchangeLine('p0-1', { answer: [] }), ...stored]);
  expect(record.exchange('p0a1-1').line.request.account).toBe('second');
  expect(record.assertions).toEqual([]);
  expect(participantsIn(record)).toEqual(['second']);
  const others = recordAs(record, 'second');
  expect(others.exchanges.map(({ id, line }) => [id, line.request.account])).toEqual([['p0a1-1', undefined]]);
  expect(others.assertions).toEqual([claim]);
  expect(others.target?.projects).toEqual(projects);
});

test('combinations and shared control requests of another account do not count for the run', () => {
  const kept: Line[] = [];
  const keep = (line: Line) => {
    kept.push(line);
    return line;
  };
  writeAs('second', { kind: 'cells', requirement: 'PIN-01', names: ['a'], chosen: ['a'] }, keep);
  writeAs('second', { kind: 'control', requirement: 'PIN-01', shape: 'a' }, keep);
  expect(kept).toEqual([]);
});

test('the record of another account follows the record of the run as it grows', async () => {
  const record = await recordOf([shared]);
  expect(recordAs(record, 'second').exchanges).toEqual([]);
  const line = exchangeLine('p0a1-1', { answer: [] });
  record.add({ ...line, request: { ...line.request, account: 'second' } });
  expect(recordAs(record, 'second').exchanges).toHaveLength(1);
  expect(recordAs(record, 'cross').exchanges).toEqual([]);
});

test('the record of an account that takes no part lacks what its quota decided, and nothing is concluded from absence', async () => {
  const as = (nth: number, status: number) => exchangeLine(`p0-${nth}`, { account: 'limited', status, atMs: nth });
  const lines: Line[] = [shared, as(1, 200), as(2, 429), as(3, 404)];
  const record = await recordOf([...lines, { kind: 'swept', atNs: '0', lines: lines.length }]);
  expect(othersIn(record)).toEqual(['limited']);
  const own = recordAs(record, 'limited');
  expect(own.exchanges.map(({ status }) => status)).toEqual([200, 404]);
  expect([record.hasFinalReads, own.hasFinalReads]).toEqual([true, false]);
});
