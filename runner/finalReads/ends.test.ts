import { expect, test } from '@playwright/test';
import { creationOf, readOf } from '../../tests/support/records/acquiringRecords.ts';
import { exchangeLine, recordOf, runLine } from '../../tests/support/records/records.ts';
import { Exchange } from '../../traffic/journal/exchange.ts';
import { type Plan, pathOf } from '../../traffic/transport/requestPlan.ts';
import type { SendOptions } from '../../traffic/transport/sendOptions.ts';
import type { Api } from '../worker/api.ts';
import { stoppingAtEnds } from './ends.ts';

const paths = { checkout: '/own/{projectId}/c/{checkoutId}', request: '/own/{projectId}/r/{requestId}' };

/** The checkouts of a sample run by the seconds after its start at which they end, of which some have ended when they are read, and what a clock that stops at their ends does. */
async function sampleRun(ends: Readonly<Record<string, number>>, ended: readonly string[] = []) {
  const tale = Object.entries(ends).map(([id, second]) =>
    creationOf('checkout', { id, expiresAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString() }),
  );
  const record = await recordOf([runLine, ...tale.map((one, at) => exchangeLine(`p0-${at + 1}`, one))]);
  const asked: string[] = [];
  let nowMs = 1_010;
  const send = async (plan: Plan, { path = pathOf(plan) }: SendOptions) => {
    const id = path.split('/').at(-1) ?? '';
    asked.push(`${id} at ${Math.round(nowMs / 1_000)} s`);
    const line = exchangeLine(
      `p0-${record.exchanges.length + 1}`,
      readOf('checkout', { id, ...(ended.includes(id) && { status: 'EXPIRED' }) }, nowMs),
    );
    record.add(line);
    return new Exchange(line);
  };
  const advance = async (ms: number) => {
    nowMs += ms;
    asked.push(`clock ${Math.round(nowMs / 1_000)} s`);
    return true;
  };
  const api = { send } as unknown as Api;
  return { asked, pass: stoppingAtEnds(api, { record, paths, advance }) };
}

test('a move of the clock stops before and after each end on its way, and reads together what ends within half a minute', async () => {
  const { asked, pass } = await sampleRun({ 'CCO-1': 600, 'CCO-2': 620, 'CCO-3': 700, 'CCO-4': 9_000 });
  await pass(1_000_000);
  const together = ['clock 580 s', 'CCO-1 at 580 s', 'CCO-2 at 580 s'];
  // After a minute in which they need not be shown as ended yet, and five seconds.
  const after = ['clock 685 s', 'CCO-1 at 685 s', 'CCO-2 at 685 s', 'clock 765 s', 'CCO-3 at 765 s'];
  expect(asked).toEqual([...together, 'clock 680 s', 'CCO-3 at 680 s', ...after, 'clock 1765 s']);
});

test('each is read once before its end, and a move that meets no end is made as it is', async () => {
  const { asked, pass } = await sampleRun({ 'CCO-1': 30 });
  await pass(15_000);
  await pass(5_000);
  expect(asked).toEqual(['clock 10 s', 'CCO-1 at 10 s', 'clock 25 s', 'clock 30 s']);
});

test('what has ended when it is read shortly before its end is not read after it', async () => {
  const { asked, pass } = await sampleRun({ 'CCO-1': 600 }, ['CCO-1']);
  await pass(1_000_000);
  expect(asked.filter((one) => one.startsWith('CCO'))).toEqual(['CCO-1 at 580 s']);
});
