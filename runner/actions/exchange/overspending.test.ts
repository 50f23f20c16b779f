import { expect, test } from '@playwright/test';
import { decimal } from '../../../schemas/json/exact.ts';
import { exchangeOf } from '../../../tests/support/records/records.ts';
import type { MarketPair } from './market.ts';
import { reverseOf } from './overspending.ts';

const pair: MarketPair = {
  ...{ symbolPair: 'ABCXYZ', base: 'ABC', quote: 'XYZ', bid: decimal('1.9'), ask: decimal('2'), scale: 2 },
  minLimit: decimal('5'),
  maxLimit: decimal('1000'),
};

const orderOf = (side: 'BUY' | 'SELL', amount: string) => ({ pair, side, amount: decimal(amount) });

const reversed = (side: 'BUY' | 'SELL', balance: string | undefined, asset: 'base' | 'quote' = 'base') => {
  const currency = side === 'SELL' ? 'XYZ' : 'ABC';
  const balances = exchangeOf({ answer: `[{"currency":"${currency}"${balance ? `,"balance":${balance}` : ''}}]` });
  const order = reverseOf(orderOf(side, '100'), balances, asset);
  return order && `${order.side} ${order.amount.toFixed()}`;
};

test('an order is reversed as it was where the balance covers that, or shows no figure', () => {
  expect([reversed('SELL', '1000'), reversed('BUY', '1000'), reversed('SELL', undefined)]).toEqual([
    'BUY 100',
    'SELL 100',
    'BUY 100',
  ]);
});

test('what a sale has brought buys less back, so that the order which reverses it is smaller', () => {
  expect([reversed('SELL', '190'), reversed('SELL', '190', 'quote'), reversed('BUY', '60')]).toEqual([
    'BUY 93',
    'BUY 100',
    'SELL 58',
  ]);
});

test('nothing is reversed where not even the minimum is left', () => {
  expect([reversed('SELL', '9'), reversed('BUY', '4')]).toEqual([undefined, undefined]);
});
