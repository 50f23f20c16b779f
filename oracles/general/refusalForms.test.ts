import { expect, test } from '@playwright/test';
import { exchangeOf, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { refusalForm, refusedAs } from './refusalForms.ts';

const form = (sample: SampleExchange) => refusalForm(exchangeOf({ status: 400, ...sample }));

test('the form of a refusal is its status, type, fields and code, without varying text', () => {
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

test('a condition tested twice lists all its forms; one that is not refused, its class', async () => {
  const asked = ['p0-1', 'p0-2'];
  const ruled = async (...tale: SampleExchange[]) =>
    refusedAs(await recordOfExchanges(...tale), { asked, condition: 'a condition' });
  const value = async (...tale: SampleExchange[]) => ((await ruled(...tale)) as { value?: string }).value;
  expect(await value({ status: 404 }, { status: 404 })).toBe('404 application/json {}');
  expect(await value({ status: 404, answer: '' }, { status: 400, answer: '' })).toBe('400 plain/text, 404 plain/text');
  expect(await value({}, {})).toBe('accepted (200)');
  expect(await ruled({ status: 429 }, {})).toMatchObject({ state: 'undecided' });
});
