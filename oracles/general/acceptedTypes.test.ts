import { expect, test } from '@playwright/test';
import { recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { staysPlain } from './acceptedTypes.ts';

const bare = 'ORD-0d2f6c1e-4c9b-4b3e-9f5a-7f1f3c2b1a00';

async function ruled(parts: SampleExchange) {
  const order: SampleExchange = { operation: 'POST /v1/user/exchange', path: '/v1/user/exchange', key: 'K', ...parts };
  return staysPlain(await recordOfExchanges(order), { exchange: 'p0-1', accept: 'application/json' });
}

test('GEN-02c a bare order id holds, and an object or a quoted id is a fault', async () => {
  expect(await ruled({ answer: bare })).toMatchObject({ state: 'held' });
  for (const answer of [{ orderId: bare }, `"${bare}"`])
    expect(await ruled({ answer })).toMatchObject({ state: 'broken', faults: [{ code: 'notBareOrderId' }] });
});

test('GEN-02c a 406 is learned, and another refusal decides nothing', async () => {
  expect(await ruled({ status: 406, answer: {} })).toMatchObject({ state: 'learned', value: 'refused (406)' });
  for (const status of [400, 415, 429, 500])
    expect(await ruled({ status, answer: {} })).toMatchObject({ state: 'undecided' });
});
