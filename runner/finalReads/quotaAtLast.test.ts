import { expect, test } from '@playwright/test';
import { exchangeLine, recordOf, runLine, type SampleExchange } from '../../tests/support/records/records.ts';
import { Exchange } from '../../traffic/journal/exchange.ts';
import { type Plan, pathOf } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';
import type { Worker } from '../worker/worker.ts';
import { useUpReadsAtLast } from './quotaAtLast.ts';

const windowMs = 4_000;
const quota = { getPerMinute: 3, postPerMinute: 1, windowSeconds: windowMs / 1_000 };
const worker = { target: { credentials: [{ label: 'main' }, { label: 'limited', quota }] } } as unknown as Worker;
const limited = [{ label: 'limited', quota: { get: 3, post: 1, windowMs } }];

/** Plays the end of a run in which the limited account had these answers; its limiter then accepts so many reads. Returns what happened in order. */
async function played(statuses: readonly number[], { granted, moves = true }: { granted: number; moves?: boolean }) {
  const asked = statuses.map((status): SampleExchange => ({ account: 'limited', status, answer: [] }));
  const target = { ...runLine.target, limited };
  const record = await recordOf([
    { ...runLine, target },
    ...asked.map((sample, nth) => exchangeLine(`p0-${nth + 1}`, sample)),
  ]);
  const events: string[] = [];
  const api = {
    as: () => api,
    send: async (plan: Plan) => {
      events.push(pathOf(plan));
      const status = events.length - 1 > granted ? 429 : 200;
      return new Exchange(exchangeLine('p0-99', { account: 'limited', status, answer: [] }));
    },
  } as unknown as Api;
  const advance = async (ms: number) => {
    if (moves) events.push(ms >= 21_600_000 && ms < 172_800_000 ? 'a pause' : `${ms}`);
    return moves;
  };
  await useUpReadsAtLast(api, record, { worker, advance });
  return events;
}

test('after a pause of hours, reads of every kind are sent until more than the quota was asked for', async () => {
  const [first, ...reads] = await played([200, 200, 200, 429], { granted: 3 });
  expect(first).toBe('a pause');
  expect(reads).toHaveLength(5);
  expect(new Set(reads).size).toBe(5);
});

test('whatever a limiter grants, the reads end', async () => {
  expect(await played([200, 429], { granted: 1_000 })).toHaveLength(1 + 10);
});

test('nothing is sent where the rate limit was not tested, or where the clock does not move', async () => {
  expect(await played([200, 200], { granted: 3 })).toEqual([]);
  expect(await played([], { granted: 3 })).toEqual([]);
  expect(await played([200, 429], { granted: 3, moves: false })).toEqual([]);
});
