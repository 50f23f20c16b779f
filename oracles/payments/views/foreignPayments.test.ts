import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import { weightOf } from '../../../traffic/outcome/fault.ts';
import { isListed } from '../../core/contractShape.ts';
import { warnsOfOthers } from './foreignPayments.ts';

/** Returns how a payment in a currency that no list names is judged, after a creation under K-1. */
async function weightIn(fields: Readonly<Record<string, unknown>>) {
  const created: SampleExchange = { operation: 'POST /v1/user/payments/payout', key: 'K-1', answer: 'ORD-1' };
  const shown = paymentLike({ clientOrderId: null, id: 'PMT-9', orderId: 'ORD-9', currency: 'DAI', ...fields });
  const record = await recordOfExchanges(created, { operation: 'GET /v1/user/payments', answer: [shown], atMs: 100 });
  const rule = warnsOfOthers(record, isListed('Payment', 'currency', { contract: record.contract }));
  return record.payments.flatMap(rule).map(weightOf);
}

test('a currency in no list is a fault of a payment of the run', async () => {
  expect(await weightIn({ clientOrderId: 'K-1' })).toEqual(['broken']);
  expect(await weightIn({ orderId: 'ORD-1' })).toEqual(['broken']);
});

test('a payment of somebody else may be in a currency that no list names', async () => {
  expect(await weightIn({})).toEqual([{ outcome: 'warn', attribution: 'target' }]);
  expect(await weightIn({ currency: 'EUR' })).toEqual([]);
});
