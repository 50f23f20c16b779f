import { jsonNumber } from '../../../../generators/amounts/prices.ts';
import { encodings } from '../../../../generators/payloads/searchQuery.ts';
import type { Method } from '../../../../runner/actions/inputs/methods.ts';
import { decimal } from '../../../../schemas/json/exact.ts';
import { create, type Plan, type Query, read } from '../../../../traffic/transport/requestPlan.ts';
import type { FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import { assertionOf } from '../../builder/caseSteps.ts';
import { validCase } from '../../builder/cases.ts';
import { listedMethods, methodTable } from '../../builder/payments.ts';
import { generator, type Input, rows } from '../../builder/tables.ts';
import { methodBody } from '../../builder/validRequests.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

const oldest = { sort: 'createdAt,asc' };
const newest = { sort: 'createdAt,desc' };

/** The maximum number of pages of a walk. */
const mostPages = 10;

/** A walk through pages: its first page, their size and their number. */
interface Walk {
  firstPage: number;
  size: number;
  pages: number;
}

/** Returns the reads of a walk, from its first page on. */
const walk = (query: Query, { firstPage, size, pages }: Walk): Plan[] =>
  Array.from({ length: pages }, (_, index) =>
    read.search({ ...query, size: String(size), page: String(firstPage + index) }),
  );

const narrowings: readonly Query[] = [
  {},
  { orderType: 'PAYIN' },
  { orderType: 'PAYOUT' },
  { transactionType: 'CREDIT' },
];

/** Returns references to consecutive exchanges, starting at a step. */
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => `#${from + index}`);

/** Walks through the pages in two sizes, between two reads of the newest payments; undefined if the number of the first page is not known. */
function walked(query: Query, { known: { search }, chance }: Input) {
  const { firstPage, largest } = search;
  if (firstPage === undefined) return undefined;
  const sizes = [largest, 1 + chance.below(largest)];
  const look = read.search({ ...newest, ...query, size: String(largest) });
  const walks = sizes.map((size) => walk({ ...oldest, ...query }, { firstPage, size, pages: mostPages }));
  const steps = [look, ...walks.flat(), look];
  const visited = walks.map((_, index) => numbers(2 + index * mostPages, mostPages));
  const round = { before: '#1', walks: visited, after: `#${steps.length}` };
  return validCase('pages one after the other', steps, assertionOf('SRC-03', 'visitsEachOnce', { rounds: [round] }));
}

/** Walks through pages in an order by time. Only pages known to exist are requested. */
function sorted(descending: boolean, { known: { search }, chance }: Input) {
  const { firstPage, total, largest } = search;
  if (firstPage === undefined) return undefined;
  const size = total < 2 ? largest : Math.min(largest, 2 + chance.below(total - 1));
  const pages = Math.max(1, Math.min(4, Math.floor(total / size)));
  const steps = walk(descending ? newest : oldest, { firstPage, size, pages });
  const args = { walks: [{ pages: numbers(1, pages), descending }] };
  return validCase('pages in an order', steps, assertionOf('SRC-07a', 'isSorted', args));
}

interface Ranged {
  low: string;
  high: string;
}

/** Searches by ranges, between two reads of the newest payments. The text does not show how two values are written, so every form is sent. */
function rangedCase(
  { search: { largest } }: TargetInventory,
  { field, ranges }: { field: 'amount' | 'createdAt'; ranges: readonly Ranged[] },
  made: readonly Plan[] = [],
): FuzzCase {
  const size = String(largest);
  const look = read.search({ ...newest, size });
  const asked = encodings.flatMap(({ query }) =>
    ranges.map(({ low, high }) => read.search({ ...newest, ...query(field, low, high), size })),
  );
  const steps = [...made, look, ...asked, look];
  const from = made.length + 1;
  const tries = encodings.map(({ name }, way) => ({
    before: `#${from}`,
    after: `#${steps.length}`,
    encoding: name,
    ranged: ranges.map((range, index) => ({ exchange: `#${from + 1 + way * ranges.length + index}`, field, ...range })),
  }));
  return validCase('a search by a range', steps, assertionOf('SRC-05', 'rangesHold', { key: field, tries }));
}

/** Before every payment, after every payment, and around them all. */
const epochs: readonly Ranged[] = [
  { low: '2001-01-01T00:00:00Z', high: '2002-01-01T00:00:00Z' },
  { low: '2201-01-01T00:00:00Z', high: '2202-01-01T00:00:00Z' },
  { low: '2001-01-01T00:00:00Z', high: '2202-01-01T00:00:00Z' },
];

/** Two pay-ins of one method with different amounts, and ranges that separate them. */
function amountsOf(method: Method<'PAYIN'>, { known, chance }: Input) {
  const body = methodBody(method, chance);
  if (!body) return undefined;
  const least = decimal(String(body.amount));
  const drawn = least.times(2 + chance.below(8));
  const most = method.maxLimit?.lt(drawn) ? method.maxLimit : drawn;
  if (most.lte(least)) return undefined;
  const more = { ...body, amount: jsonNumber(most), clientOrderId: '{{key:more}}' };
  const middle = least.plus(most).div(2).toFixed();
  const ranges = [
    { low: least.div(2).toFixed(), high: middle },
    { low: middle, high: most.times(2).toFixed() },
  ];
  return rangedCase(known, { field: 'amount', ranges }, [create.payin(body), create.payin(more)]);
}

/** Pages, their order, and ranges. */
export const searchPageCases = [
  // A walk through the pages meets every payment once, also if a filter applies.
  generator(
    { name: 'a walk through the pages', evidences: ['SRC-03'], posts: 0 },
    rows(
      narrowings.map((query) => [Object.values(query).join() || 'all', query] as const),
      walked,
    ),
  ),
  generator(
    { name: 'a walk in the order of time', evidences: ['SRC-07a'], posts: 0 },
    rows(Object.entries({ rising: false, falling: true }), sorted),
  ),
  // Time ranges that exclude everything, and one that excludes nothing.
  generator({ name: 'a range of times', evidences: ['SRC-05'], posts: 0 }, [
    ['createdAt', ({ known }) => rangedCase(known, { field: 'createdAt', ranges: epochs })],
  ]),
  generator({ name: 'a range of amounts', evidences: ['SRC-05'], posts: 2 }, (known) =>
    rows(methodTable(listedMethods(known, 'PAYIN')), amountsOf),
  ),
];
