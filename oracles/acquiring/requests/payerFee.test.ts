import { expect, test } from '@playwright/test';
import {
  pricedCheckout,
  pricedRequest,
  recordOfProject,
  sampleCreation,
  sampleDepositOptions,
} from '../../../tests/support/records/priceRecords.ts';
import { addsFee, payerRequestsIn, withoutPayers } from './payerFee.ts';

type Fields = Readonly<Record<string, unknown>>;

const options = {
  payerFixedPlatformFees: { ETHEREUM_USDT: 0 },
  payerPercentPlatformFees: { ETHEREUM_USDT: 2 },
  amountInOptions: { ETHEREUM_USDT: { USD: { convertRate: 1.0054, convertPair: 'USDTUSD' } } },
};

/** Returns the faults of a checkout of 100 USD with these fields in its request; undefined if nothing is known of its price. */
async function faults(fields: Fields, type = 'FIXED_PRICE', listed: Fields = options): Promise<number | undefined> {
  const checkout = sampleCreation('checkouts', {}, pricedCheckout({ type, request: pricedRequest(fields) }));
  const record = await recordOfProject({ feePaidBy: 'payer', hideFee: true }, checkout, sampleDepositOptions(listed));
  const judged = payerRequestsIn(record);
  return judged.length === 0 ? undefined : judged.flatMap(addsFee).length;
}

test('REQ-11 the listed fee is on top of the price', async () => {
  expect(await faults({ payAmount: 101.45217 })).toBe(0);
  expect(await faults({ payAmount: 99.46291 })).toBe(1);
  expect(await faults({ payAmount: 103.4414 })).toBe(1);
  const own = { requestAmountIn: 'USDT', requestAmountConverted: 100, convertRate: null, convertPair: null };
  expect(await faults({ ...own, payAmount: 102 })).toBe(0);
  expect(await faults({ ...own, payAmount: 100 })).toBe(1);
});

test('REQ-11 a fee that is hidden in the rate, another type and unlisted fees are not judged', async () => {
  expect(
    await faults({ requestAmountConverted: 101.45217, convertRate: 0.98569, payAmount: 101.45217 }),
  ).toBeUndefined();
  expect(await faults({ payAmount: 99.46291 }, 'NO_PRICE')).toBeUndefined();
  expect(
    await faults({ payAmount: 99.46291 }, 'FIXED_PRICE', { ...options, payerPercentPlatformFees: {} }),
  ).toBeUndefined();
  expect(withoutPayers(await recordOfProject({ feePaidBy: 'merchant' }))?.code).toBe('notApplicable');
});
