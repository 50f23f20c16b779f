import { expect, test } from '@playwright/test';
import { exchangeLine } from '../../../tests/support/records/records.ts';
import { Exchange } from '../../../traffic/journal/exchange.ts';
import { accountOf } from './assertionArguments.ts';

/** Returns an exchange that an account sent; undefined stands for the account under test. */
const sentBy = (id: string, account?: string) =>
  new Exchange(exchangeLine(id, { ...(account !== undefined && { account }) }));

test('an assertion is about another account if that sent every request it names', () => {
  const steps = [sentBy('b1-1', 'second'), sentBy('b1-2', 'second'), sentBy('b1-3'), undefined];
  expect(accountOf({ exchange: 'b1-1' }, steps)).toBe('second');
  expect(accountOf({ exchange: 'b1-2', control: 'b1-1' }, steps)).toBe('second');
  expect(accountOf({ exchange: 'b1-1', control: 'b1-3' }, steps)).toBeUndefined();
  expect(accountOf({ exchange: 'b1-3' }, steps)).toBeUndefined();
  expect(accountOf({}, steps)).toBeUndefined();
});
