import { expect, test } from '@playwright/test';
import type { ClaimLine } from '../lines.ts';
import { exchangeLine, exchangeOf, recordOf, runLine, type Told } from '../recorded.ts';
import { answerForm, conditionsIn } from './conditions.ts';

const form = (told: Told) => answerForm(exchangeOf({ status: 400, ...told }));

test('the form of a refusal is its status, its type, its fields and its code, and no text that varies', () => {
  expect(form({ answer: { code: 'too_small', message: 'Amount 3 of ORD-1' } })).toBe(
    '400 application/json {code string, message string} too_small',
  );
  expect(form({ answer: { error: { code: 7 }, at: null } })).toBe('400 application/json {error object}');
  expect(form({ answer: { code: 17 } })).toBe('400 application/json {code number} 17');
  expect(form({ answer: { code: '3f0d9a1c-aaaa' } })).toBe('400 application/json {code string}');
  expect(form({ answer: 'No.' })).toBe('400 plain/text');
  expect(form({ answer: '', headers: [] })).toBe('400 no body');
  expect(form({ answer: 'No.', headers: [] })).toBe('400 no type');
});

test('a condition is named by who asks, for what cell and defect, and counts when it was refused', async () => {
  const claim = (exchange: string, cell?: string): ClaimLine => ({
    kind: 'claim',
    requirement: 'MTD-08',
    oracle: 'refused',
    args: { exchange, control: 'p0-1', defect: 'an amount below' },
    ...(cell !== undefined && { cell }),
  });
  const lines = [exchangeLine('p0-1', { status: 400 }), exchangeLine('p0-2', {})];
  const record = await recordOf([
    runLine,
    ...lines,
    claim('p0-1', 'EUR'),
    claim('p0-1', 'an amount below'),
    claim('p0-2'),
  ]);
  expect(conditionsIn(record).map(({ name }) => name)).toEqual([
    'MTD-08 EUR: an amount below',
    'MTD-08 an amount below',
  ]);
});
