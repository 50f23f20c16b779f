import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { flickers } from './flickers.ts';
import { paymentsInSeveralViews } from './viewAgreement.ts';

type Fields = Readonly<Record<string, unknown>>;

const second = 1_000;

const search = (at: number, fields: Fields): SampleExchange => ({
  operation: 'GET /v2/user/payments/search',
  path: '/v2/user/payments/search?size=20',
  answer: { content: [paymentLike(fields)] },
  atMs: at * second,
});
const single: SampleExchange = { operation: 'GET /v1/user/payments/{id}', answer: paymentLike({}), atMs: 0 };

/** Returns the fields that flicker in searches a minute apart. */
async function flickering(...shown: readonly Fields[]) {
  const searches = shown.map((fields, nth) => search(60 * (nth + 1), fields));
  const record = await recordOfExchanges(single, ...searches);
  return paymentsInSeveralViews(record)
    .flatMap(flickers)
    .map((fault) => 'field' in fault && fault.field);
}

const page = { payUrl: 'https://pay.example/1' };
const noPage = { payUrl: null };

test('PAY-11 what one view shows, then not, and then again is reported, for each field that a view keeps', async () => {
  expect(await flickering(page, noPage, page)).toEqual(['payUrl']);
  expect(await flickering({ h2H: undefined }, { h2H: true }, { h2H: undefined })).toEqual(['h2H']);
  expect(await flickering({ comment: 'a' }, { comment: 'b' }, { comment: 'a' })).toEqual(['comment']);
});

test('PAY-11 what changes once, or with the status, or is new each time is not', async () => {
  expect(await flickering(page, noPage, noPage)).toEqual([]);
  expect(await flickering(noPage, page, page)).toEqual([]);
  expect(await flickering(page, { ...noPage, status: 'EXPIRED' }, page)).toEqual([]);
  expect(await flickering(page, { payUrl: 'https://pay.example/2' }, { payUrl: 'https://pay.example/3' })).toEqual([]);
});

test('PAY-11 a view that lags shows an older state for a moment, which is not reported', async () => {
  const shown = [search(60, page), search(60.1, noPage), search(120, page)];
  expect(paymentsInSeveralViews(await recordOfExchanges(single, ...shown)).flatMap(flickers)).toEqual([]);
});
