import { expect, test } from '@playwright/test';
import { creationOf } from '../../tests/support/records/acquiringRecords.ts';
import {
  exchangeLine,
  paymentLike,
  recordOf,
  runLine,
  type SampleExchange,
} from '../../tests/support/records/records.ts';
import { Exchange } from '../../traffic/journal/exchange.ts';
import type { Line } from '../../traffic/journal/journalTypes.ts';
import { type Plan, pathOf } from '../../traffic/transport/requestPlan.ts';
import type { SendOptions } from '../../traffic/transport/sendOptions.ts';
import type { Api } from '../worker/api.ts';
import { moveMoneyAtLast } from './lateMoney.ts';

const paths = { request: '/own/{projectId}/r/{requestId}' };

/** Returns what is done at last after these exchanges: reads, control actions, and moves of the clock. */
async function doneAfter(
  tale: readonly SampleExchange[],
  more: readonly Line[] = [],
  isDone = true,
): Promise<string[]> {
  const done: string[] = [];
  const send = async (plan: Plan, { path = pathOf(plan) }: SendOptions) => {
    done.push(path.replace(/CAP-[^/]+/, 'P'));
    return new Exchange(exchangeLine('p0-99', { answer: [] }));
  };
  const act = async (what: string, args: object) => {
    done.push(`${what} ${Object.values(args).join(' ')}`);
    return isDone;
  };
  const advance = async (ms: number) => {
    done.push(`clock ${ms / 1_000} s`);
    return true;
  };
  const lines = tale.map((one, nth) => exchangeLine(`p0-${nth + 1}`, one));
  const record = await recordOf([runLine, ...lines, ...more]);
  await moveMoneyAtLast({ send } as unknown as Api, record, { paths, act, advance });
  return done;
}

const payin: SampleExchange = {
  operation: 'POST /v1/user/payments/payin',
  key: 'K',
  answer: paymentLike({ id: 'PMT-1', clientOrderId: 'K' }),
};
const balances = '/v1/user/wallet/balances';

test('pay-ins and requests that were left alone are paid one by one, between reads of the balances', async () => {
  const request = creationOf('request', { payAmount: 20 });
  const [look, ...others] = await doneAfter([payin, request]);
  const [settle, read, again, apart, pay, confirmed, own, last] = others.slice(
    others.indexOf('payments/PMT-1/settle SUCCESS'),
  );
  expect([look, settle, read, again]).toEqual([
    balances,
    'payments/PMT-1/settle SUCCESS',
    '/v1/user/payments/PMT-1',
    balances,
  ]);
  expect([apart, confirmed, own, last]).toEqual(['clock 3 s', 'clock 45 s', '/own/P/r/CAPD-1', balances]);
  expect(pay).toMatch(/^chain\/transfers TRON_USDT T1 \d/);
});

test('what an assertion is about, what was paid, what has ended and what nobody can pay stays alone; a refused payment is not looked at', async () => {
  const request = creationOf('request', { payAmount: 20 });
  const assertion = (oracle: string, args: object): Line => ({ kind: 'claim', requirement: 'LIF-12', oracle, args });
  const sent = { what: 'chain/transfers', args: { address: 'T1', amount: '1' }, ok: true, askedNs: '1', atNs: '2' };
  const payment: Line = { kind: 'lever', requirement: 'LIF-12', ...sent };
  expect(await doneAfter([request], [payment])).toEqual([]);
  expect(await doneAfter([request], [assertion('lapses', { created: 'p0-1' })])).toEqual([]);
  expect(await doneAfter([payin], [assertion('staysPending', { created: 'p0-1' })])).toEqual([]);
  expect(await doneAfter([creationOf('request', { status: 'EXPIRED' })])).toEqual([]);
  expect(await doneAfter([creationOf('request', { address: null })])).toEqual([]);
  expect(await doneAfter([request], [], false)).toHaveLength(3);
});
