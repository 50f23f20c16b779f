import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges } from '../../tests/support/records/records.ts';
import type { PreviousPayment } from '../../traffic/journal/journalTypes.ts';
import { readPreviousPayments, settledIn, writePreviousPayments } from './previousPayments.ts';

const file = () => join(mkdtempSync(test.info().outputPath('past-')), 'target.past.json');
const payment = (id: string): PreviousPayment => ({
  id,
  clientOrderId: `K-${id}`,
  status: 'SUCCESS',
  amount: '10',
  run: 'r',
});

test('payments that were read again come last, the others first, and the oldest are dropped', () => {
  const place = file();
  writePreviousPayments(place, { before: [payment('a'), payment('b')], reread: new Set(['a']), own: [payment('c')] });
  expect(readPreviousPayments(place).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  const many = Array.from({ length: 320 }, (_, index) => payment(String(index)));
  writePreviousPayments(place, { before: many, reread: new Set(), own: [payment('new')] });
  expect(readPreviousPayments(place)).toHaveLength(300);
  expect(readPreviousPayments(place).at(-1)?.id).toBe('new');
});

test('a missing file is empty, and a malformed file is reported', () => {
  const place = file();
  expect(readPreviousPayments(place)).toEqual([]);
  for (const text of ['[{"id":1},', '[{"id":1},{}]', '[null]', 'null', '{}', '']) {
    writeFileSync(place, text);
    expect(() => readPreviousPayments(place), text).toThrow(/payments of earlier runs/);
  }
});

test('only own payments in a final status are stored, with their last read', async () => {
  const get = (status: string, atMs: number) => ({
    operation: 'GET /v1/user/payments/{id}' as const,
    answer: paymentLike({ status }),
    atMs,
  });
  const made = { operation: 'POST /v1/user/payments/payin' as const, key: 'K-1', answer: paymentLike() };
  expect(settledIn(await recordOfExchanges(made, get('PENDING', 20), get('SUCCESS', 40)))).toMatchObject([
    { status: 'SUCCESS', amount: '10' },
  ]);
  expect(settledIn(await recordOfExchanges(made, get('PENDING', 20)))).toEqual([]);
  expect(settledIn(await recordOfExchanges(get('SUCCESS', 20)))).toEqual([]);
});
