import { expect, test } from '@playwright/test';
import { constant } from 'fast-check';
import { exchangeLine } from '../../../tests/support/records/records.ts';
import { Exchange } from '../../../traffic/journal/exchange.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import type { Compose } from '../inputs/draw.ts';
import type { Methods } from '../inputs/methods.ts';
import { freeWrites } from './freeWrites.ts';

const options = {
  cryptoCurrencies: ['TRON_USDT', 'ETHEREUM_USDT'],
  limits: { TRON_USDT: { minLimit: 1, maxLimit: 900 }, ETHEREUM_USDT: { minLimit: 2, maxLimit: 900 } },
};

/** Returns the writes of some rounds at a target with these projects, whose deposit options are answered with a status. */
async function writesOf(rounds: number, projects: readonly string[], status = 200) {
  let composed = 0;
  let keys = 0;
  const control = async () => new Exchange(exchangeLine('p0-1', { status, answer: options }));
  const freshKey = () => {
    keys += 1;
    return `K${keys}`;
  };
  const compose = (() => {
    composed += 1;
    return { amount: composed };
  }) as unknown as Compose;
  const worker = { run: { seed: 7 }, target: { projects: projects.map((id) => ({ id })) }, freshKey };
  const methods = { payins: () => [{ samples: {}, required: [], orderType: 'PAYIN', scale: 2, with: constant }] };
  return freeWrites(
    {
      worker: worker as unknown as Worker,
      api: { control } as unknown as Api,
      compose,
      methods: methods as unknown as Methods,
      name: 'AUT-05',
    },
    rounds,
  );
}

test('each round has a write of each kind that costs nothing, with a body of its own', async () => {
  const writes = await writesOf(3, ['CAP-1', 'CAP-2']);
  const kinds = writes.map(({ operation }) => operation.split('/').at(-1));
  expect(kinds).toEqual([...Array(3)].flatMap(() => ['payin', 'checkouts', 'requests', 'bundles']));
  expect(new Set(writes.map(({ operation, body }) => JSON.stringify([operation, body]))).size).toBeGreaterThan(9);
  expect(writes.every(({ operation }) => !/payout|exchange/.test(operation))).toBe(true);
});

test('a target without projects, or without their options, is sent pay-ins alone', async () => {
  for (const writes of [await writesOf(2, []), await writesOf(2, ['CAP-1'], 404)])
    expect(writes.map(({ operation }) => operation)).toEqual(Array(2).fill('POST /v1/user/payments/payin'));
});
