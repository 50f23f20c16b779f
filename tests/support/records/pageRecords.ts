import type { PageLine, PageLook } from '../../../traffic/journal/journalTypes.ts';

/** Returns a look at a page with this snapshot. */
export const lookOf = (step: string, seen: string, more: Partial<PageLook> = {}): PageLook => ({
  step,
  afterMs: 0,
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
export const visit = pageLineOf('p0-19', { looks: [lookOf('opened', '- radio "USDT on Tron" [checked] [ref=e1]')] });

const visited = { page: visit.id, reads: [visit.created] };
const limits = { page: visit.id, least: '1', most: '2' };

/** Assertions on that visit that look only at it and at the exchanges that they name. */
export const pageNaming = {
  preselects: { page: visit.id, asset: 'TRON_USDT' },
  takesWithin: limits,
  offersOptions: { ...limits, amounts: ['1'], currency: 'USD', manual: false },
  showsNoRequest: { page: visit.id },
  settlesFromBalance: visited,
  offersBalance: visited,
  leadsBack: visited,
  needsNoToken: { pages: [visit.id] },
  runsNoText: { page: visit.id },
  announcesStatuses: visited,
  hasWidgetWidth: { page: visit.id },
  showsNothingElsewhere: { page: visit.id, approved: visit.id },
  cannotBeForged: visited,
};

/** Assertions on that visit that conclude from absence, each with its result. */
export const pageResting = {
  leaksNothing: ['held', { pages: [visit.id] }],
  opensNoOther: ['held', { page: visit.id }],
  asksWhatIsDue: ['held', visited],
  showsItsEnd: ['held', visited],
  settlesOnce: ['held', { ...visited, balances: [] }],
  refusesWithoutEffect: ['held', { page: visit.id }],
  keepsToItself: ['held', { page: visit.id, checkouts: ['CCO-1', 'CCO-2'] }],
  leadsBackExactly: ['held', visited],
} as const;

/** Assertions on that visit that look at the whole record, too. */
export const pageCounting = { opensCheckout: visited, rendersCheckout: visited, offersEnabled: { page: visit.id } };
