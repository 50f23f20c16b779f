import { expect, test } from '@playwright/test';
import { LosslessNumber } from 'lossless-json';
import { exchangeLine, recordOf, runLine, type SampleExchange } from '../../tests/support/records/records.ts';
import { Exchange } from '../../traffic/journal/exchange.ts';
import type { Line } from '../../traffic/journal/journalTypes.ts';
import type { Plan } from '../../traffic/transport/requestPlan.ts';
import type { SendOptions } from '../../traffic/transport/sendOptions.ts';
import type { Api } from '../worker/api.ts';
import { orderAnew } from './orderAnew.ts';

/** Returns the bodies that are sent after these exchanges, and whether each was searched for. */
async function sentAfter(tale: readonly SampleExchange[], asserted: readonly Line[] = []) {
  const sent: unknown[] = [];
  const api = {
    send: async ({ body }: Plan, { purpose, recalls }: SendOptions) => {
      sent.push({
        ...body,
        ...(body?.['amount'] !== undefined && { amount: String(body['amount']) }),
        purpose,
        recalls,
      });
      return new Exchange(exchangeLine('p0-99', { answer: {} }));
    },
    look: async () => sent.push('a search'),
  } as unknown as Api;
  const record = await recordOf([runLine, ...tale.map((one, nth) => exchangeLine(`p0-${nth + 1}`, one)), ...asserted]);
  await orderAnew(api, record, { text: 'a pause', nth: 0 });
  return sent;
}

const payin = (amount: string, { currency = 'EUR', purpose = 'control', status = 200 } = {}): SampleExchange => ({
  ...{ operation: 'POST /v1/user/payments/payin', purpose: purpose as 'control', status },
  body: `{"amount":${new LosslessNumber(amount)},"currency":"${currency}","method":"CC_VISAMC","clientOrderId":"K${amount}"}`,
});

test('a pay-in like an accepted one is made, with an amount of its own between two that were accepted', async () => {
  const order = { amount: '10.51', currency: 'EUR', method: 'CC_VISAMC', purpose: 'control' };
  expect(await sentAfter([payin('30'), payin('10.50')])).toEqual([{ ...order, amount: '10.6' }, 'a search']);
  expect(await sentAfter([payin('10.55'), payin('10.5')])).toEqual([]);
});

test('a method with one amount takes another one below its maximum', async () => {
  const methods: SampleExchange = {
    operation: 'GET /v1/user/methods',
    answer: [{ id: 'PMD-1', orderType: 'PAYIN', methodKey: 'CC_VISAMC', currency: 'EUR', maxLimit: 30 }],
  };
  expect(await sentAfter([methods, payin('10')])).toMatchObject([{ amount: '11' }, 'a search']);
  expect(await sentAfter([methods, payin('29')])).toEqual([]);
});

test('nothing is made of a method with one amount, of a test that asks more, or of what was refused', async () => {
  expect(await sentAfter([payin('10'), payin('30', { currency: 'USD' })])).toEqual([]);
  expect(await sentAfter([payin('10'), payin('30', { purpose: 'probe' })])).toEqual([]);
  expect(await sentAfter([payin('10'), payin('30', { status: 400 })])).toEqual([]);
});

test('a checkout without a price is made once more, under an id of its own, and judged like the one before', async () => {
  const made: SampleExchange = {
    operation: 'POST /v1/user/crypto-acquiring/{projectId}/checkouts',
    path: '/v1/user/crypto-acquiring/CAP-1/checkouts',
    body: '{"type":"NO_PRICE","clientOrderId":"K1"}',
  };
  const priced = { ...made, body: '{"type":"FIXED_PRICE","fixedAmount":{},"clientOrderId":"K2"}' };
  const asserted = ['p0-1', 'p0-2'].map(
    (exchange): Line => ({ kind: 'claim', requirement: 'CHK-02b', oracle: 'carriesNoPrice', args: { exchange } }),
  );
  const sent = { type: 'NO_PRICE', purpose: 'control', recalls: 'p0-1' };
  expect(await sentAfter([made, priced], asserted)).toMatchObject([sent]);
});
