import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import { showsItsCard } from './payoutCards.ts';

/** Returns how many pay-outs to two cards show another card than their own; each is the sent card as the journal names it, and the shown one. */
async function faultsOf(...cards: (readonly [sent: string, shown: string | null])[]) {
  const exchanges = cards.flatMap(([cardNumber, payoutCardNumber], nth): SampleExchange[] => [
    {
      operation: 'POST /v1/user/payments/payout',
      key: `k${nth}`,
      body: JSON.stringify({ amount: 1, cardNumber, clientOrderId: `k${nth}` }),
      answer: `ORD-${nth}`,
      atMs: nth * 100,
    },
    {
      operation: 'GET /v1/user/payments/{id}',
      answer: paymentLike({ id: `PMT-${nth}`, clientOrderId: `k${nth}`, payoutCardNumber }),
      atMs: nth * 100 + 50,
    },
  ]);
  return showsItsCard(await recordOfExchanges(...exchanges)).length;
}

const [one, two] = ['<card sample 1>', '<card sample 2>'];

test('each pay-out shows its own card, masked or whole', async () => {
  expect(await faultsOf([one, '4111*1111'], [one, '**** 1111'], [one, null], [two, '5555*4444'], [two, two])).toBe(0);
  expect(await faultsOf([one, '4111*1111'], [one, '4111*1111'], [one, '4111*1112'])).toBe(1);
  expect(await faultsOf([one, two], [two, two])).toBe(1);
});
