import { expect, test } from '@playwright/test';
import { checkoutLike, creationOf, readOf, requestLike } from '../../../tests/support/records/acquiringRecords.ts';
import { lookOf, pageLineOf } from '../../../tests/support/records/pageRecords.ts';
import { exchangeLine, recordOf } from '../../../tests/support/records/records.ts';
import type { PageEvent, PageLine } from '../../../traffic/journal/journalTypes.ts';
import { announcesStatuses } from './announcing.ts';
import { showsNothingOnceUnlinked } from './lent.ts';
import { showsNothingElsewhere } from './widget.ts';

const script = { method: 'GET', url: 'https://w.example/widget.js', type: 'script', afterMs: 0, status: 200, ids: [] };

const widget = { way: 'widget', requests: [script] } as const;

const eventOf = (checkout: object, more: Partial<PageEvent> = {}): PageEvent => ({
  ...{ name: 'statusChanged', afterMs: 1, at: 'CCO-1', value: JSON.stringify({ detail: checkout }) },
  ...more,
});

const at = (status: string, fields: object = {}, request: object | null = {}) =>
  checkoutLike({
    ...{ type: 'FIXED_PRICE', status, ...fields },
    request: request && requestLike({ status: status === 'REQUEST_CREATED' ? 'WAITING_PAYMENT' : status, ...request }),
  });

/** Judges events of a checkout that ended so, by two reads. */
async function judged(end: object, events: readonly PageEvent[], page: Partial<PageLine> = {}) {
  const record = await recordOf([
    exchangeLine('p0-1', creationOf('checkout')),
    exchangeLine('p0-2', readOf('checkout', at('REQUEST_CREATED'), 2_000)),
    exchangeLine('p0-3', readOf('checkout', end as Record<string, unknown>, 9_000)),
    pageLineOf('p0-1', { ...widget, events, ...page }),
  ]);
  return announcesStatuses(record, { page: 'p0-v1', reads: ['p0-2', 'p0-3'] }).state;
}

test('the event of an end without success has the request and the reason that are read', async () => {
  const conflict = at('CONFLICT', { reason: 'UNDERPAID' }, { reason: 'UNDERPAID' });
  expect(await judged(conflict, [eventOf(conflict)])).toBe('held');
  expect(await judged(conflict, [eventOf(at('CONFLICT', { reason: 'UNDERPAID' }, null))])).toBe('broken');
  expect(await judged(conflict, [eventOf({ ...conflict, reason: null })])).toBe('broken');
  const expired = at('EXPIRED');
  expect(await judged(expired, [eventOf(at('EXPIRED', {}, null))])).toBe('broken');
  const bare = at('EXPIRED', {}, null);
  expect(await judged(bare, [eventOf(bare)])).toBe('held');
});

test('an event has the end, the address and the links of the checkout as they are read', async () => {
  const paid = at('SUCCESS', { successfulLink: 'https://m.example/paid' });
  expect(await judged(paid, [eventOf(paid)])).toBe('held');
  expect(await judged(paid, [eventOf({ ...paid, successfulLink: null })])).toBe('broken');
  for (const other of [{ expiresAt: '2026-01-01T01:00:00Z' }, { acquiringUrl: 'https://pay.example.com/CCO-2' }])
    expect(await judged(paid, [eventOf({ ...paid, ...other })])).toBe('broken');
  expect(await judged(paid, [eventOf({ ...paid, successfulLink: 'https://m.example/' })])).toBe('broken');
});

test('an event that the element does not hear is not announced', async () => {
  const paid = at('SUCCESS');
  expect(await judged(paid, [eventOf(paid, { heard: true })])).toBe('held');
  expect(await judged(paid, [eventOf(paid, { heard: false })])).toBe('broken');
  expect(await judged(paid, [{ name: 'statusChanged', afterMs: 1, value: eventOf(paid).value, heard: false }])).toBe(
    'broken',
  );
});

test('a change is announced once by an element, and again only with what else has changed', async () => {
  const paid = at('SUCCESS');
  const again = (...all: readonly (readonly [fields: object, from: string])[]) =>
    judged(
      paid,
      all.map(([fields, from]) => eventOf({ ...paid, ...fields }, { from })),
    );
  expect(await again([{}, '1 1'], [{}, '1 1'])).toBe('broken');
  expect(await again([{}, '1 1'], [{}, '2 1'])).toBe('held');
  expect(await again([{}, '1 1'], [{ cryptoCurrencies: [] }, '1 1'])).toBe('held');
  // The status that a widget begins with is no change.
  const first = eventOf(at('NEW', {}, null), { from: '1 1' });
  expect(await judged(paid, [first, first, eventOf(paid, { from: '1 1' })])).toBe('held');
});

test('what changed while the page was loaded anew, or on a page that was not reached, is not announced by anybody', async () => {
  const paid = at('SUCCESS');
  const looks = [lookOf('opened', '- text: a'), lookOf('waiting', '- text: a', { afterMs: 5_000, load: 2 })];
  expect(await judged(paid, [], { looks })).toBe('undecided');
  expect(await judged(paid, [], { looks: looks.map(({ load: _, ...look }) => look) })).toBe('broken');
  expect(await judged(paid, [], { requests: [] })).toBe('undecided');
});

const radio = '- radio "USDT" [ref=e1]';

async function elsewhere(more: Partial<PageLine>) {
  const record = await recordOf([
    exchangeLine('p0-1', creationOf('checkout')),
    pageLineOf('p0-1', { ...widget, looks: [lookOf('opened', radio)] }),
    pageLineOf('p0-1', { ...widget, id: 'p0-v2', domain: 'elsewhere.example', ...more }),
  ]);
  return showsNothingElsewhere(record, { page: 'p0-v2', approved: 'p0-v1' }).state;
}

test('a foreign domain gets neither a look nor an event of a checkout; a refusal may repeat its id', async () => {
  const looks = [lookOf('opened', '- text: Domain not approved for CCO-1')];
  expect(await elsewhere({ looks })).toBe('held');
  expect(await elsewhere({ looks: [lookOf('opened', radio)] })).toBe('broken');
  expect(await elsewhere({ looks, events: [eventOf(at('SUCCESS'))] })).toBe('broken');
  expect(await elsewhere({ looks, events: [eventOf({ id: 'CCO-1', status: 'FORBIDDEN' })] })).toBe('held');
  expect(await elsewhere({ looks, events: [eventOf(at('SUCCESS'), { ours: true })] })).toBe('held');
});

test('a domain that is no longer linked may repeat the id of a checkout, and nothing else', async () => {
  const state = async (...seen: readonly string[]) => {
    const looks = [lookOf('opened', radio), ...seen.map((one) => lookOf('no longer linked', one))];
    const record = await recordOf([
      exchangeLine('p0-1', creationOf('checkout')),
      pageLineOf('p0-1', { ...widget, looks }),
    ]);
    return showsNothingOnceUnlinked(record, { page: 'p0-v1' }).state;
  };
  expect(await state('- text: Domain not approved for CCO-1')).toBe('held');
  expect(await state(radio)).toBe('broken');
  // A service may know its domains by heart for a while.
  expect(await state(radio, radio, '- text: Domain not approved')).toBe('held');
  expect(await state(radio, radio)).toBe('broken');
});
