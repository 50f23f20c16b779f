import { expect, test } from '@playwright/test';
import { exchangeLine, recordOf, runLine } from '../../tests/support/records/records.ts';
import type { TargetCredential } from '../../traffic/target/credentials.ts';
import type { Api } from '../worker/api.ts';
import { readAfterDrawnPauses } from './pauses.ts';
import { readLimits } from './readLimits.ts';

const credentials: readonly TargetCredential[] = [{ label: 'main', tokenId: 'TKN-main', secret: 's' }];

/** Plays the drawn pauses of a sample run in which the clock can be moved `times` times; returns what happened in order: pauses in ms, and reads. */
async function played({ hasReads, times }: { hasReads: boolean; times: number }) {
  const claim = { kind: 'claim', requirement: 'MTD-01', oracle: 'accepted', args: { exchange: 'p0-1' } } as const;
  const record = await recordOf([runLine, ...(hasReads ? [exchangeLine('p0-1', {}), claim] : [])]);
  const events: (number | 'read')[] = [];
  const api = { as: () => api, send: async () => events.push('read') } as unknown as Api;
  const advance = async (ms: number) => {
    if (events.filter((one) => one !== 'read').length === times) return false;
    events.push(ms);
    return true;
  };
  await readAfterDrawnPauses(api, { record, recalls: { credentials }, paths: {}, advance, from: 6 });
  return events;
}

const { drawnPauses } = readLimits.nightly;

test('after each drawn pause, of a minute to a day and more, reads of tests are sent again', async () => {
  const events = await played({ hasReads: true, times: drawnPauses });
  const pauses = events.filter((one) => one !== 'read');
  expect(pauses).toHaveLength(drawnPauses);
  expect(new Set(pauses).size).toBe(drawnPauses);
  for (const ms of pauses) expect(ms >= 60_000 && ms < 122_880_000).toBe(true);
  expect(events).toContain('read');
  expect(events[0]).not.toBe('read');
});

test('no time passes where there is nothing to send again, and a clock that no longer moves ends it', async () => {
  expect(await played({ hasReads: false, times: drawnPauses })).toEqual([]);
  expect((await played({ hasReads: true, times: 1 })).filter((one) => one !== 'read')).toHaveLength(1);
});
