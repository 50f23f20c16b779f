import { expect, test } from '@playwright/test';
import { MoneyLimit } from './moneyLimit.ts';

const paying = (amount: string) => ({ takes: { EUR: amount }, exchanges: {} });

test('money spent before a resume counts, and each amount is reported before sending', () => {
  const first = new MoneyLimit({ EUR: '20' });
  expect(first.take(paying('12'))).toBeUndefined();
  const second = new MoneyLimit({ EUR: '20' }, first.spent);
  const reported: string[] = [];
  second.onChange(() => reported.push(second.spent['EUR'] ?? ''));
  expect(second.take(paying('8.01'))).toContain('more EUR than the campaign has money for');
  expect(second.take(paying('8'))).toBeUndefined();
  expect(second.take({ takes: {}, exchanges: {} })).toBeUndefined();
  expect(reported).toEqual(['20']);
});
