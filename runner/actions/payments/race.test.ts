import { expect, test } from '@playwright/test';
import { exchangeOf, type SampleExchange } from '../../../tests/support/records/records.ts';
import { create, type Plan } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import { race } from './orderRounds.ts';

const order: Plan = create.exchange({ symbolPair: 'BTCUSDT', side: 'BUY', amount: 1 });
const made: SampleExchange = { answer: 'ORD-1' };
const lost: SampleExchange = { failure: 'timeout' };

/** An API that answers each order as told, in turn, and notes how many orders were sent. */
function apiThat(...answers: readonly (SampleExchange | Error)[]) {
  let sent = 0;
  const together = (plans: readonly Plan[]) =>
    Promise.all(
      plans.map((plan) => {
        if (plan !== order) return exchangeOf({});
        const answer = answers[sent++] ?? made;
        if (answer instanceof Error) throw answer;
        return exchangeOf(answer);
      }),
    );
  // Time passes in turns of the event queue, so that a later request sees what became of an earlier one.
  const pause = async (ms: number) => {
    for (let turn = 0; turn < 10 * ms; turn += 1) await undefined;
  };
  return { api: { together, pause } as unknown as Api, sent: () => sent };
}

test('a race sends each plan once, in each of its forms', async () => {
  for (const form of [{}, { apartMs: 0 }, { apartMs: 3 }, { connection: 'pipelined' } as const]) {
    const { api, sent } = apiThat();
    expect(await race(api, [order, order, order], form)).toHaveLength(3);
    expect(sent()).toBe(3);
  }
});

test('a request of a race whose fate is unknown is the last one', async () => {
  const { api, sent } = apiThat(lost);
  expect(await race(api, [order, order, order], { apartMs: 3 })).toHaveLength(1);
  expect(sent()).toBe(1);
});

test('a race that has to stop waits for what it has sent', async () => {
  const { api, sent } = apiThat(made, new Error('stopped'));
  await expect(race(api, [order, order, order], { apartMs: 3 })).rejects.toThrow('stopped');
  expect(sent()).toBe(3);
});
