import { expect, test } from '@playwright/test';
import { pricedCheckout, recordOfProject, sampleCreation } from '../../../tests/support/records/priceRecords.ts';
import type { SampleExchange } from '../../../tests/support/records/records.ts';
import { takesSettings } from './suggestedAmounts.ts';

type Fields = Readonly<Record<string, unknown>>;

const suggested = { currency: 'USD', amounts: ['10', '25', '50'] };

const ours = { fixedAmount: { amount: 6.66, currency: 'USD' }, suggestedAmounts: [7.77, 8.88, 9.99, 25] };

const creation = (fields: Fields, sent: Fields = {}): SampleExchange =>
  sampleCreation('checkouts', sent, pricedCheckout({ type: 'SUGGESTED_FIXED_PRICE', fixedAmount: null, ...fields }));

const ruled = async (one: SampleExchange, settings: object = { suggested }, mayRefuse = false) =>
  takesSettings(await recordOfProject(settings, one), { exchange: 'p0-1', mayRefuse }).state;

const conforming: Readonly<Record<string, unknown>> = {
  'a list of numbers': [10, 25, 50],
  'a list of texts': ['50', '25.00', '10'],
  'a list of prices': [10, 25, 50].map((amount) => ({ amount, currency: 'USD' })),
  'an object with a list': { currency: 'USD', amounts: [10, 25, 50], manualInput: true },
  'a form that we do not know': { 10: 'small', 25: 'large' },
  nothing: null,
};

for (const [form, suggestedAmounts] of Object.entries(conforming))
  test(`options given as ${form} are accepted as those of the settings`, async () => {
    expect(await ruled(creation({ suggestedAmounts }))).toBe('held');
    expect(await ruled(creation({ suggestedAmounts }, ours))).toBe('held');
    expect(await ruled(creation({ suggestedAmounts }), {})).toBe('held');
  });

test('options or a price of the body, more than three options and other options fail', async () => {
  expect(await ruled(creation({ suggestedAmounts: [7.77, 8.88, 9.99] }, ours), {})).toBe('broken');
  expect(await ruled(creation({ fixedAmount: ours.fixedAmount }, ours))).toBe('broken');
  expect(await ruled(creation({ suggestedAmounts: [10, 25, 50, 100] }), {})).toBe('broken');
  expect(await ruled(creation({ suggestedAmounts: [10, 25] }))).toBe('broken');
});

test('a body with its own options may be refused, a plain one may not', async () => {
  const refusal: SampleExchange = { ...creation({}, ours), status: 400, answer: {} };
  expect(await ruled(refusal, {}, true)).toBe('held');
  expect(await ruled(refusal)).toBe('broken');
});
