import { expect } from '@playwright/test';
import { numberSource, readJson } from '../../../emulator/domain/json.ts';
import { type Money, ZERO } from '../../../emulator/domain/money.ts';
import { CONTROL_TOKEN, type TestEmulator } from './testEmulator.ts';

type Balances = Record<string, unknown>;

/** Expects that the balances of all accounts and books add up to exactly zero for each currency. */
export async function expectBalanced({ ask }: TestEmulator): Promise<void> {
  const { text } = await ask({ path: '/~control/world', headers: { 'x-control-token': CONTROL_TOKEN } });
  const { accounts, books } = readJson(text) as { accounts: { balances: Balances }[]; books: Record<string, Balances> };
  const sums = new Map<string, Money>();
  for (const balances of [...accounts.map((account) => account.balances), ...Object.values(books)]) {
    for (const [currency, amount] of Object.entries(balances)) {
      sums.set(currency, (sums.get(currency) ?? ZERO).plus(numberSource(amount) ?? 'NaN'));
    }
  }
  expect([...sums].filter(([, sum]) => !sum.isZero())).toEqual([]);
}
