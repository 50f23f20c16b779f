import { expect, test } from '@playwright/test';
import { checkoutLike, creationOf, readOf, requestLike } from '../../tests/support/records/acquiringRecords.ts';
import { lookOf, pageLineOf } from '../../tests/support/records/pageRecords.ts';
import { exchangeLine, recordOf } from '../../tests/support/records/records.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { opensNoOther } from './opening.ts';
import { keepsPrice } from './price.ts';
import { countsDownToItsEnd } from './timeLeft.ts';
import { opensUnchosen } from './unchosen.ts';
import { showsOnceLinked } from './widget/lent.ts';
import { rendersCheckout } from './widget/widget.ts';

const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const headers = [
  ['content-type', 'application/json'],
  ['date', 'Thu, 01 Jan 2026 00:00:00 GMT'],
] as const;

/** Returns a record with a checkout of a price, a read of it, and a visit to its page. */
const recordWith = (fields: object, page: Partial<PageLine>) =>
  recordOf([
    exchangeLine('p0-1', creationOf('checkout', { fixedAmount: { amount: 50, currency: 'EUR' } })),
    exchangeLine('p0-2', { ...readOf('checkout', checkoutLike({ ...fields }), 0), headers }),
    pageLineOf('p0-1', page),
  ]);

const args = { page: 'p0-v1', reads: ['p0-2'] };

test('what counts down on a page ends when the checkout does, with its days and hours', async () => {
  const state = async (first: string, later: string, { expiresAt = '2026-01-06T04:00:00Z', load = 2 } = {}) => {
    const looks = [first, later].map((text, nth) =>
      lookOf('opened', `- text: ${text}`, { afterMs: nth * 4_000, ...(nth > 0 && load > 1 && { load }) }),
    );
    return countsDownToItsEnd(await recordWith({ expiresAt }, { looks }), args).state;
  };
  expect(await state('Left 59:59', 'Left 59:56')).toBe('broken');
  expect(await state('Left 4:00:00', 'Left 3:59:56')).toBe('broken');
  expect(await state('noch 5 Tage 3:59:59', 'noch 5 Tage 3:59:56')).toBe('held');
  expect(await state('5 d 03:59:59', '5 d 03:59:56')).toBe('held');
  expect(await state('123:59:59', '123:59:56')).toBe('held');
  // A time of day does not run down, and a page may count down to something else.
  expect(await state('until 01:00', 'until 01:00')).toBe('undecided');
  expect(await state('next rate in 00:30', 'next rate in 00:26')).toBe('held');
  const short = { expiresAt: '2026-01-01T00:10:00Z' };
  expect(await state('Left 09:59', 'Left 09:56', short)).toBe('held');
  expect(await state('Left 2:09:59', 'Left 2:09:56', short)).toBe('broken');
  // One and two may be words, as in Arabic.
  const days = { expiresAt: '2026-01-03T01:00:00Z' };
  expect(await state('يومان 0:59:59', 'يومان 0:59:56', days)).toBe('held');
  expect(await state('≈ 0:59:59', '≈ 0:59:56', days)).toBe('broken');
  // Minutes too few mislead, unless the clock is that of something else.
  expect(await state('Time left 53:59', 'Time left 53:56', { expiresAt: '2026-01-01T01:00:00Z' })).toBe('broken');
  expect(await state('Time left 56:59', 'Time left 56:56', { expiresAt: '2026-01-01T01:00:00Z' })).toBe('held');
  expect(await state('Rate, time left 9:59', 'Rate, time left 9:56', { expiresAt: '2026-01-01T01:00:00Z' })).toBe(
    'held',
  );
  expect(await state('Time left 5 days 3:59:59', 'Time left 5 days 3:59:56')).toBe('held');
  const session = ['Session expires in 9:59', 'Session expires in 9:56'] as const;
  expect(await state(...session, { expiresAt: '2026-01-01T01:00:00Z' })).toBe('held');
  // What runs on only until the page is opened anew may be the time for which a price is held.
  expect(await state('Left 59:59', 'Left 59:56', { load: 1 })).toBe('undecided');
  const both = ['Left 59:59. Rate 1:20:00', 'Left 59:56. Rate 1:19:56'] as const;
  expect(await state(...both)).toBe('held');
  expect(countsDownToItsEnd(await recordWith({}, {}), { page: 'p0-v1', reads: [] }).state).toBe('undecided');
});

test('a page does not say that a checkout is over which is open for a while', async () => {
  const state = async (text: string, { status = 'NEW', expiresAt = '2026-03-01T00:00:00Z', atMs = 5_000 } = {}) => {
    const record = await recordOf([
      exchangeLine('p0-1', creationOf('checkout', {})),
      exchangeLine('p0-2', { ...readOf('checkout', checkoutLike({ expiresAt }), 0), headers }),
      pageLineOf('p0-1', { looks: [lookOf('opened', `- text: ${text}`)] }),
      exchangeLine('p0-3', { ...readOf('checkout', checkoutLike({ status, expiresAt }), atMs), headers }),
    ]);
    return countsDownToItsEnd(record, { page: 'p0-v1', reads: ['p0-2', 'p0-3'] }).state;
  };
  expect(await state('This payment has expired.')).toBe('broken');
  expect(await state('If it has expired, ask for another link.')).toBe('undecided');
  expect(await state('This payment has expired.', { status: 'EXPIRED' })).toBe('undecided');
  expect(await state('This payment has expired.', { expiresAt: '2026-01-01T00:00:20Z' })).toBe('undecided');
});

test('the price of a checkout is not what its end user names', async () => {
  const named = { amount: '25', currency: 'EUR' };
  const state = async (request: object) =>
    keepsPrice(await recordWith({ request: requestLike({ address, ...request }) }, {}), { ...args, named }).state;
  expect(await state({ requestAmount: 50, requestAmountIn: 'EUR' })).toBe('held');
  expect(await state({})).toBe('held');
  expect(await state({ requestAmount: 25, requestAmountIn: 'EUR' })).toBe('broken');
  expect(keepsPrice(await recordWith({}, {}), args).state).toBe('undecided');
});

test('a page that is opened leaves its checkout NEW', async () => {
  const looks = [lookOf('opened', '- text: Pay')];
  const state = async (status: string) => opensUnchosen(await recordWith({ status }, { looks }), args).state;
  expect(await state('NEW')).toBe('held');
  expect(await state('EXPIRED')).toBe('held');
  expect(await state('REQUEST_CREATED')).toBe('broken');
  expect(opensUnchosen(await recordWith({}, {}), args).state).toBe('undecided');
});

test('a page shows no address of another checkout before its own answers come', async () => {
  const other = checkoutLike({ id: 'CCO-2', request: requestLike({ id: 'CAPD-2', checkoutId: 'CCO-2', address }) });
  const state = async (text: string) => {
    const record = await recordWith({}, { looks: [lookOf('early', `- text: ${text}`)] });
    record.add(exchangeLine('p0-3', readOf('checkout', other, 1_000)));
    return opensNoOther(record, args).state;
  };
  expect(await state('Loading')).toBe('held');
  expect(await state(`Send to ${address}`)).toBe('broken');
});

test('an id of a few characters says nothing of another checkout, since any page may show them by chance', async () => {
  const state = async (clientOrderId: string) => {
    const record = await recordWith({}, { looks: [lookOf('opened', `- text: Pay 1949.50 EUR for ${clientOrderId}`)] });
    record.add(exchangeLine('p0-3', readOf('checkout', checkoutLike({ id: 'CCO-2', clientOrderId }), 1_000)));
    return opensNoOther(record, args).state;
  };
  expect(await state('949')).toBe('held');
  expect(await state('k-2026-7')).toBe('broken');
});

test('a widget whose own frame keeps its end user from choosing does not render its checkout', async () => {
  const page = {
    way: 'widget',
    looks: [lookOf('opened', '- radio "USDT" [ref=e1]'), lookOf('chosen', '- radio "USDT" [ref=e1]', { went: true })],
    requests: [{ method: 'GET', url: 'https://w.example/widget.js', type: 'script', afterMs: 0, status: 200, ids: [] }],
    console: [
      "console: Blocked form submission to '' because the form's frame is sandboxed and the 'allow-forms' permission is not set.",
    ],
  } as const;
  expect(rendersCheckout(await recordWith({}, page), args).state).toBe('broken');
  const state = async (more: Partial<PageLine>, fields = {}) =>
    rendersCheckout(await recordWith(fields, { ...page, ...more }), args).state;
  expect(await state({}, { status: 'REQUEST_CREATED' })).not.toBe('broken');
  expect(await state({ looks: page.looks.map(({ step, seen }) => lookOf(step, seen)) })).not.toBe('broken');
  const console = page.console.map((line) => line.replace('allow-forms', 'allow-popups'));
  expect(await state({ console })).not.toBe('broken');
});

test('a widget that was not loaded on a lent domain shows nothing of its rule', async () => {
  const radio = '- radio "USDT" [ref=e1]';
  const requests = [
    { method: 'GET', url: 'https://w.example/widget.js', type: 'script', afterMs: 0, status: 200, ids: [] },
  ];
  const state = async (more: Partial<PageLine>) => {
    const record = await recordWith({}, { way: 'widget', requests, looks: [lookOf('opened', radio)] });
    record.add(pageLineOf('p0-1', { id: 'p0-v2', way: 'widget', requests, ...more }));
    return showsOnceLinked(record, { page: 'p0-v2', approved: 'p0-v1' }).state;
  };
  expect(await state({ looks: [lookOf('linked', radio)] })).toBe('held');
  expect(await state({ looks: [lookOf('linked', '- text: none')] })).toBe('broken');
  expect(await state({ looks: [lookOf('linked', '- text: none')], requests: [] })).toBe('undecided');
  expect(await state({ failure: 'no answer' })).toBe('undecided');
});
