import { expect, test } from '@playwright/test';
import { exchangeLine, recordOf, runLine, type SampleExchange } from '../../tests/support/records/records.ts';
import { Exchange } from '../../traffic/journal/exchange.ts';
import type { Line } from '../../traffic/journal/journalTypes.ts';
import { type Plan, pathOf } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';
import { depositAtLast } from './lateDeposits.ts';
import { readLimits } from './readLimits.ts';

const values = { minLimit: 2, percentFee: 1, fixedFee: 0.5, networkFeeEstimate: 1 };

const bundleOf = (...addresses: readonly object[]): SampleExchange => ({
  operation: 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles',
  answer: {
    referenceId: 'r1',
    id: 'CASB-1',
    addresses: addresses.map((one, nth) => ({
      ...{ id: `UBADR-${nth}`, asset: 'TRON_USDT', address: `T${nth}`, active: true, values },
      ...one,
    })),
  },
});

/** Returns what is done at last after these exchanges: reads, control actions, and moves of the clock. */
async function doneAfter(tale: readonly SampleExchange[], more: readonly Line[] = [], isDone = true) {
  const done: string[] = [];
  const send = async (plan: Plan) => {
    done.push(pathOf(plan));
    return new Exchange(exchangeLine('p0-99', { answer: [] }));
  };
  const act = async (what: string, args: object) => {
    done.push(`${what} ${Object.values(args).slice(0, 2).join(' ')}`);
    return isDone;
  };
  const advance = async (ms: number) => {
    done.push(`clock ${ms / 1_000} s`);
    return true;
  };
  const record = await recordOf([
    ...(more.some(({ kind }) => kind === 'run') ? [] : [runLine]),
    ...tale.map((one, nth) => exchangeLine(`p0-${nth + 1}`, one)),
    ...more,
  ]);
  await depositAtLast({ send } as unknown as Api, record, { paths: {}, act, advance });
  return done;
}

const balances = '/v1/user/wallet/balances';

test('static addresses are paid in turn, each payment between two reads of the balances', async () => {
  const [first, ...others] = await doneAfter([bundleOf({}, { asset: 'SOLANA_USDT' })]);
  expect(first).toBe(balances);
  // Every fourth payment has another one at the same time.
  expect(others.length).toBe((5 + 1 / 4) * readLimits.full.deposits);
  const [apart, pay, settled, search, look] = others;
  expect([apart, settled, look]).toEqual(['clock 3 s', 'clock 45 s', balances]);
  expect(search).toContain('sort=createdAt%2Cdesc');
  expect([pay, others[6]].toSorted()).toEqual(['chain/transfers SOLANA_USDT T1', 'chain/transfers TRON_USDT T0']);
});

test('every second payment goes to an address whose fixed fee shows beside the fee of the network', async () => {
  const cheap = { asset: 'SOLANA_USDT', values: { ...values, networkFeeEstimate: 0.01 } };
  const done = await doneAfter([bundleOf({}, cheap, { asset: 'TON_USDT' })]);
  const paid = done.filter((one) => one.startsWith('chain/transfers'));
  expect(paid.filter((one) => one.includes('SOLANA')).length).toBeGreaterThanOrEqual(paid.length / 2);
  expect(new Set(paid).size).toBe(3);
});

test('a closed address, one without terms, and one whose payments are counted are left alone; a refused payment is not looked at', async () => {
  expect(await doneAfter([bundleOf({ active: false })])).toEqual([]);
  expect(await doneAfter([bundleOf({ values: {} })])).toEqual([]);
  const counted = (args: object): Line => ({ kind: 'claim', requirement: 'SAB-10', oracle: 'depositFails', args });
  expect(await doneAfter([bundleOf({})], [counted({ bundle: 'p0-1', asset: 'TRON_USDT' })])).toEqual([]);
  // A credit between two reads of the balances stays what it is.
  expect(await doneAfter([bundleOf({})], [counted({ rounds: [{ bundle: 'p0-1', asset: 'TRON_USDT' }] })])).not.toEqual(
    [],
  );
  const only = { ...runLine, selection: { ...runLine.selection, only: ['SAB-01'] } };
  expect(await doneAfter([bundleOf({})], [only])).toEqual([]);
  const refused = await doneAfter([bundleOf({})], [], false);
  expect(refused.filter((one) => one === balances)).toEqual([balances]);
});
