import type { Line, PageLine, PageLook } from '../../../traffic/journal/journalTypes.ts';
import { readOf, requestLike } from './acquiringRecords.ts';
import { exchangeLine, type SampleExchange } from './records.ts';

/** Returns a look at a page with this snapshot. */
export const lookOf = (step: string, seen: string, more: Partial<PageLook> = {}): PageLook => ({
  step,
  // The end of a checkout was read before.
  afterMs: step === 'over' ? 60_000 : 0,
  url: 'http://127.0.0.1:1/checkout/CCO-1',
  seen,
  screen: { width: 1280, height: 900 },
  ...more,
});

/** Returns a visit to the page of a record that an exchange created, with some members replaced. */
export const pageLineOf = (created: string, members: Partial<PageLine> = {}): PageLine => ({
  kind: 'page',
  id: 'p0-v1',
  requirement: 'CHK-05',
  way: 'hosted',
  created,
  opens: 'CCO-1',
  address: 'http://127.0.0.1:1/checkout/CCO-1',
  openedAt: '2026-01-01T00:00:00Z',
  sentNs: '0',
  receivedNs: '1',
  status: 200,
  looks: [],
  requests: [],
  console: [],
  events: [],
  led: [],
  stored: [],
  leaks: [],
  ...members,
});

/** A visit to the page of the checkout that exchange p0-19 created; the page offers one asset. */
const visit = pageLineOf('p0-19', { looks: [lookOf('opened', '- radio "USDT on Tron" [checked] [ref=e1]')] });

const payTo = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** A read of a checkout whose currency is chosen, which comes after the exchanges of the sample run. */
const chosen = readOf(
  'checkout',
  { id: 'CCO-9', status: 'REQUEST_CREATED', request: requestLike({ id: 'CAPD-9', address: payTo }) },
  30_000,
);

/** A read of a checkout that tells the time of its end, and that of the target. */
const timed = {
  ...readOf('checkout', { id: 'CCO-8', createdAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-01T00:00:10Z' }, 0),
  headers: [
    ['content-type', 'application/json'],
    ['date', 'Thu, 01 Jan 2026 00:00:00 GMT'],
  ],
} as const;

/** A visit to the page of the checkout that exchange p0-13 created, with all that a conclusion from absence needs to have seen. */
const seenVisit = pageLineOf('p0-13', {
  id: 'p0-v2',
  looks: [
    lookOf('opened', '- link "Back" [ref=e1]:\n  - /url: https://m.example/back'),
    lookOf('chosen', `- text: Send 2 USDT to ${payTo}`, { asset: 'TRON_USDT', box: { width: 392, height: 500 } }),
    lookOf('waiting', '- text: Left 00:09', { afterMs: 1_000 }),
    lookOf('waiting', '- text: Left 00:05', { afterMs: 5_000, load: 2 }),
    lookOf('detected', '- text: Your payment is on its way', { afterMs: 6_000 }),
    lookOf('settled', '- text: Not enough'),
    lookOf('over', '- heading "The time is over" [level=2]'),
  ],
  foreign: [{ what: 'POST', status: 403, before: 'p0-14', after: 'p0-15' }],
  events: [{ name: 'statusChanged', afterMs: 1, at: 'CCO-1', value: '{"id":"CCO-1","status":"EXPIRED"}' }],
});

/** A read of a checkout whose payment is being processed, and one of a checkout that was paid. */
const [detected, paid] = ['PAYMENT_DETECTED', 'SUCCESS'].map((status) =>
  readOf('checkout', { id: 'CCO-7', status }, 31_000),
);

/** A visit to the page of a checkout that was paid. */
const paidVisit = pageLineOf('p0-13', {
  id: 'p0-v3',
  looks: [lookOf('opened', '- text: Pay'), lookOf('settled', '- heading "Payment complete" [level=2]')],
});

/** A read of a balance that does not suffice for anything. */
const poor: SampleExchange = {
  operation: 'GET /v1/user/wallet/balances',
  answer: [{ currency: 'USDT', balance: 0.5 }],
  atMs: 29_000,
};

/** A read of a balance before a settlement that takes more than it asks for, and one of its checkout afterwards. */
const rich: SampleExchange = { ...poor, answer: [{ currency: 'USDT', balance: 3 }], atMs: 60_000 };
const settled = readOf(
  'checkout',
  { id: 'CCO-6', status: 'SUCCESS', request: requestLike({ id: 'CAPD-6', address: payTo, processingAmount: 1.9 }) },
  60_500,
);

/** The visits, and the reads that they need. */
export const pageLines: readonly Line[] = [
  exchangeLine('p0-92', { ...poor, atMs: 61_000 }),
  exchangeLine('p0-93', rich),
  exchangeLine('p0-94', settled),
  exchangeLine('p0-95', poor),
  ...(detected && paid ? [exchangeLine('p0-96', detected), exchangeLine('p0-97', paid)] : []),
  paidVisit,
  exchangeLine('p0-98', timed),
  exchangeLine('p0-99', chosen),
  visit,
  seenVisit,
];

const visited = { page: visit.id, reads: [visit.created] };
const limits = { page: visit.id, least: '1', most: '2' };
const overdrawn = { page: paidVisit.id, reads: ['p0-94'], balances: ['p0-93', 'p0-92', 'p0-92'] };

/** Assertions on that visit that look only at it and at the exchanges that they name. */
export const pageNaming = {
  preselects: { page: visit.id, asset: 'TRON_USDT' },
  takesWithin: limits,
  showsOwnLimits: { ...limits, reads: ['p0-99'] },
  readsTexts: { page: visit.id, texts: [{ text: '1,5', read: 'p0-99' }] },
  staysOver: { ...visited, balances: ['p0-95'] },
  makesOwnCheckout: {
    ...{ read: 'p0-99', project: 'CAP-1', wanted: { type: 'NO_PRICE' } },
    ...{ earlier: visit.created, checkout: 'CCO-9' },
  },
  offersOptions: { ...limits, amounts: ['1'], currency: 'USD', manual: false },
  listsOptions: { page: visit.id, amounts: ['1'], currency: 'USD' },
  showsNoRequest: { page: visit.id },
  settlesFromBalance: visited,
  offersBalance: visited,
  leadsBack: visited,
  needsNoToken: { pages: [visit.id] },
  runsNoText: { page: visit.id },
  announcesStatuses: visited,
  hasWidgetWidth: { page: visit.id },
  keepsMobileLayout: { page: visit.id },
  staysFilled: { page: visit.id, checkout: 'CCO-2' },
  showsNothingElsewhere: { page: visit.id, approved: visit.id },
  cannotBeForged: visited,
  showsNothingOnceUnlinked: { page: visit.id },
};

/** Assertions on that visit that conclude from absence, each with its result. */
export const pageResting = {
  leaksNothing: ['held', { pages: [visit.id] }],
  offersAll: ['held', { page: seenVisit.id }],
  opensNoOther: ['held', { page: visit.id }],
  asksWhatIsDue: ['held', { page: seenVisit.id, reads: ['p0-99'] }],
  showsItsEnd: ['held', { page: seenVisit.id, reads: ['p0-13', 'p0-14'] }],
  countsDownToItsEnd: ['held', { page: seenVisit.id, reads: ['p0-98'] }],
  tellsNoSuccessYet: [
    'held',
    { page: seenVisit.id, reads: ['p0-96'], success: { page: paidVisit.id, reads: ['p0-97'] } },
  ],
  keepsPrice: ['held', { page: seenVisit.id, reads: ['p0-99'], named: { amount: '5', currency: 'EUR' } }],
  opensUnchosen: ['held', { page: seenVisit.id, reads: ['p0-13'] }],
  keepsWidgetWidth: ['held', { page: seenVisit.id }],
  showsOnceLinked: ['held', { page: visit.id, approved: visit.id }],
  settlesOnlyWithFunds: ['held', { page: seenVisit.id, reads: ['p0-99'], funds: 'p0-95' }],
  takesWhatIsDue: ['broken', { settlements: [overdrawn, overdrawn] }],
  settlesOnce: ['held', { ...visited, balances: Array.from({ length: 4 }, () => 'p0-6') }],
  refusesWithoutEffect: ['held', { page: seenVisit.id }],
  keepsToItself: ['held', { page: seenVisit.id, checkouts: ['CCO-1', 'CCO-2'] }],
  leadsBackExactly: ['held', { page: seenVisit.id, reads: ['p0-14'] }],
} as const;

/** Assertions on that visit that look at the whole record, too. */
export const pageCounting = { opensCheckout: visited, rendersCheckout: visited, offersEnabled: { page: visit.id } };
