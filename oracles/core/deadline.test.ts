import { expect, test } from '@playwright/test';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { sentence, weightOf } from '../../traffic/outcome/fault.ts';
import { notInTime } from './deadline.ts';

const record = { target: { deadlines: { visibleMs: 10_000, finalMs: 60_000 } } } as RunRecord;
const parts = { wanted: 'a final status', exchanges: ['p0-1'] };

test('what did not show in time is unverified, and names the deadline to raise with its present value', () => {
  const fault = notInTime(record, 'finalMs', parts);
  expect(weightOf(fault)).toMatchObject({ outcome: 'unverified' });
  expect(sentence(fault)).toEqual({
    wanted: 'a final status',
    seen: 'no evidence in this run; it did not show within deadlines.finalMs, 60000 ms: raise that in the target file if the target takes longer',
  });
  expect(sentence(notInTime(record, 'visibleMs', parts)).seen).toContain('deadlines.visibleMs, 10000 ms');
});

test('nothing is named if nothing was awaited, or the journal does not know the target', () => {
  for (const fault of [notInTime(record, undefined, parts), notInTime({} as RunRecord, 'finalMs', parts)])
    expect(sentence(fault).seen).toBe('no evidence in this run');
});
