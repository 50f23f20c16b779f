import { expect, test } from '@playwright/test';
import { decimal } from '../../../schemas/json/exact.ts';
import type { Method } from '../inputs/methods.ts';
import { toBuyBack, uncoveredPayout } from './uncoveredPayout.ts';

const pair = {
  ...{ symbolPair: 'TRXUSDT', base: 'TRX', quote: 'USDT' },
  ...{ ask: decimal('0.1'), minLimit: decimal('10'), maxLimit: decimal('500') },
};

/** Returns what is short of a pay-out that empties a balance of 100 and lacks no more than its fee. */
function shortOfFee(percent: string, fixed: string) {
  const fees = { percent: decimal(percent), fixed: decimal(fixed) };
  const method = { ...fees, minLimit: decimal('1'), scale: 2 } as unknown as Method;
  const balances = { balance: decimal('100'), purse: decimal('9999') };
  return uncoveredPayout(method, { pair, ...balances, times: 0, isBelowLeast: false })?.short;
}

test('a method without fees has no pay-out that lacks only its fee', () => {
  expect(shortOfFee('0', '0')).toBe(undefined);
  expect(shortOfFee('0', '1')).toBe('1');
  expect(shortOfFee('15', '0')).toBe('15');
});

test('only what the balance lacks is bought back, at least the minimum of the pair', () => {
  const payout = { balance: '100', least: '10' };
  expect(toBuyBack(payout, decimal('0'))).toBe('100');
  expect(toBuyBack(payout, decimal('40'))).toBe('60');
  expect(toBuyBack(payout, decimal('95'))).toBe('10');
  expect(toBuyBack(payout, decimal('100'))).toBe('10');
  expect(toBuyBack(payout)).toBe('100');
});
