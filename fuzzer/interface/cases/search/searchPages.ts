import { jsonNumber } from '../../../../generators/amounts/prices.ts';
import { encodings } from '../../../../generators/payloads/searchQuery.ts';
import { isOf, type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import { decimal } from '../../../../schemas/json/exact.ts';
import { create, type Query, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseStep, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, stepOf } from '../../builder/caseSteps.ts';
import { assertedCase, type CombinationTable, tableGenerator, validLabel } from '../../builder/tableGenerator.ts';
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
function walk(query: Query, { firstPage, size, pages }: Walk): CaseStep[] {
  return Array.from({ length: pages }, (_, index) =>
    stepOf(read.search({ ...query, size: String(size), page: String(firstPage + index) })),
  );
}

const narrowings: readonly Query[] = [
  {},
  { orderType: 'PAYIN' },
  { orderType: 'PAYOUT' },
  { transactionType: 'CREDIT' },
];

const nameOf = (query: Query) => Object.values(query).join() || 'all';

/** Draws a page size, which differs from walk to walk. */
const sizeOf = ({ search: { largest } }: TargetInventory, chance: SeededRandom) => 1 + chance.below(largest);

/** Returns references to consecutive exchanges, starting at a step. */
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => `#${from + index}`);

/** Walks through the pages in two sizes, between two reads of the newest payments; undefined if the number of the first page is not known. */
function walked(known: TargetInventory, query: Query, chance: SeededRandom): FuzzCase | undefined {
  const { firstPage, largest } = known.search;
  if (firstPage === undefined) return undefined;
  const ways = [
    { firstPage, size: largest, pages: mostPages },
    { firstPage, size: sizeOf(known, chance), pages: mostPages },
  ];
  const look = stepOf(read.search({ ...newest, ...query, size: String(largest) }));
  const walks = ways.map((way) => walk({ ...oldest, ...query }, way));
  const steps = [look, ...walks.flat(), look];
  const round = {
    before: '#1',
    walks: ways.map(({ pages }, index) => numbers(2 + index * mostPages, pages)),
    after: `#${steps.length}`,
  };
  return assertedCase(steps, validLabel('pages one after the other'), [
    assertionOf('SRC-03', 'visitsEachOnce', { rounds: [round] }),
  ]);
}

/** A walk through the pages meets every payment once, also if a filter applies. */
const walks: CaseGenerator = tableGenerator<Query>({
  name: 'a walk through the pages',
  evidences: ['SRC-03'],
  posts: 0,
  isMisuse: false,
  of: () => narrowings.map((query) => [nameOf(query), query] as const),
  make: (query, { known, chance }) => walked(known, query, chance),
});

/** Both orders by time hold across pages. Only pages known to exist are requested. */
const sorted: CaseGenerator = tableGenerator<boolean>({
  name: 'a walk in the order of time',
  evidences: ['SRC-07a'],
  posts: 0,
  isMisuse: false,
  of: (): CombinationTable<boolean> => [
    ['rising', false],
    ['falling', true],
  ],
  make: (descending, { known, chance }) => {
    const { firstPage, total, largest } = known.search;
    if (firstPage === undefined) return undefined;
    const size = total < 2 ? largest : Math.min(largest, 2 + chance.below(total - 1));
    const pages = Math.max(1, Math.min(4, Math.floor(total / size)));
    const steps = walk(descending ? newest : oldest, { firstPage, size, pages });
    const args = { walks: [{ pages: numbers(1, pages), descending }] };
    return assertedCase(steps, validLabel('pages in an order'), [assertionOf('SRC-07a', 'isSorted', args)]);
  },
});

interface Ranged {
  low: string;
  high: string;
}

/** Searches by ranges, between two reads of the newest payments. The text does not show how two values are written, so every form is sent. */
function rangedCase(
  known: TargetInventory,
  { field, ranges }: { field: 'amount' | 'createdAt'; ranges: readonly Ranged[] },
  made: readonly CaseStep[] = [],
): FuzzCase {
  const size = String(known.search.largest);
  const look = stepOf(read.search({ ...newest, size }));
  const asked = encodings.flatMap(({ query }) =>
    ranges.map(({ low, high }) => stepOf(read.search({ ...newest, ...query(field, low, high), size }))),
  );
  const steps = [...made, look, ...asked, look];
  const from = made.length + 1;
  const frame = { before: `#${from}`, after: `#${steps.length}` };
  const tries = encodings.map(({ name }, way) => ({
    ...frame,
    encoding: name,
    ranged: ranges.map((range, index) => ({
      exchange: `#${from + 1 + way * ranges.length + index}`,
      field,
      ...range,
    })),
  }));
  const assertions = [assertionOf('SRC-05', 'rangesHold', { key: field, tries })];
  return assertedCase(steps, validLabel('a search by a range'), assertions);
}

/** Before every payment, after every payment, and around them all. */
const epochs: readonly Ranged[] = [
  { low: '2001-01-01T00:00:00Z', high: '2002-01-01T00:00:00Z' },
  { low: '2201-01-01T00:00:00Z', high: '2202-01-01T00:00:00Z' },
  { low: '2001-01-01T00:00:00Z', high: '2202-01-01T00:00:00Z' },
];

/** Time ranges that exclude everything, and one that excludes nothing. */
const times: CaseGenerator = tableGenerator<readonly Ranged[]>({
  name: 'a range of times',
  evidences: ['SRC-05'],
  posts: 0,
  isMisuse: false,
  of: () => [['createdAt', epochs]],
  make: (ranges, { known }) => rangedCase(known, { field: 'createdAt', ranges }),
});

/** Two pay-ins of one method with different amounts, and ranges that separate them. */
const amounts: CaseGenerator = tableGenerator<Method<'PAYIN'>>({
  name: 'a range of amounts',
  evidences: ['SRC-05'],
  posts: 2,
  isMisuse: false,
  of: ({ methods }) => methods.filter(isOf('PAYIN')).map((method) => [methodName(method), method] as const),
  make: (method, { known, chance }) => {
    const body = methodBody(method, chance);
    if (!body) return undefined;
    const least = decimal(String(body.amount));
    const most = least.times(2 + chance.below(8));
    if (method.maxLimit?.lt(most)) return undefined;
    const more = { ...body, amount: jsonNumber(most), clientOrderId: '{{key:more}}' };
    const middle = least.plus(most).div(2).toFixed();
    const ranges = [
      { low: least.div(2).toFixed(), high: middle },
      { low: middle, high: most.times(2).toFixed() },
    ];
    return rangedCase(known, { field: 'amount', ranges }, [stepOf(create.payin(body)), stepOf(create.payin(more))]);
  },
});

/** Pages, their order, and ranges. */
export const searchPageCases: readonly CaseGenerator[] = [walks, sorted, times, amounts];
