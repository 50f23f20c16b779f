import type { Encoding } from '../../../generators/payloads/searchQuery.ts';
import { integerIn, isLastPage, type Page, pageOf } from '../../../oracles/answers/searchPage.ts';
import type { PageFrame } from '../../../oracles/search/filters.ts';
import { isUnchangedBetween, type WalkRound } from '../../../oracles/search/paging.ts';
import { type AnsweredRange, type EncodingTrial, type RangeSearch, rangeFit } from '../../../oracles/search/ranges.ts';
import { type FirstPageReads, firstPageNumber, largestPageSize } from '../../../oracles/search/searchBehaviour.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { type Query, read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';

/** The page numbers and page sizes that the target's search accepts, as far as the run could learn them, and the answers that show them (SRC-06). */
export interface SearchForm {
  /** The number of the first page; undefined if the account has too few payments to show it. */
  firstPage: 0 | 1 | undefined;
  largest: number;
  numbering: FirstPageReads;
  tried: readonly string[];
}

/** The page sizes to try, largest first. Larger pages would show nothing more and cost the target more. */
const sizes = [100, 50, 20, 10];

/** Sends a query once in a run and shares the answer, because the answer shows the same to every requirement. */
const once = (api: Api, query: Query) => {
  const plan = read.search(query);
  return api.control(plan, `${plan.operation} ${JSON.stringify(query)}`);
};

async function trySizes(api: Api): Promise<Exchange[]> {
  const tried: Exchange[] = [];
  for (const size of sizes) {
    tried.push(await once(api, { ...newest, size: String(size) }));
    if (tried.some((exchange) => pageOf(exchange))) return tried;
  }
  return tried;
}

const newest = { sort: 'createdAt,desc' };
const oldest = { sort: 'createdAt,asc' };

/**
 * Learns the number of the first page from three searches with one payment a page. If the first page is page 1, also requests page 2, because two pages show
 * how pages are numbered.
 */
async function numberBy(
  ask: (query: Query) => Promise<Exchange>,
): Promise<Pick<SearchForm, 'firstPage' | 'numbering'>> {
  const single = { ...oldest, size: '1' };
  const none = await ask(single);
  const zero = await ask({ ...single, page: '0' });
  const one = await ask({ ...single, page: '1' });
  const firstPage = firstPageNumber(none, zero, one);
  if (firstPage === 1) await ask({ ...single, page: '2' });
  return { firstPage, numbering: { none: none.id, zero: zero.id, one: one.id } };
}

/** Learns the number of the first search page and the largest page size. If the shared answers show too little, sends the queries again. */
export async function learnSearchForm(api: Api): Promise<SearchForm> {
  const tried = await trySizes(api);
  const shared = await numberBy((query) => once(api, query));
  const numbered = shared.firstPage === undefined ? await numberBy((query) => api.send(read.search(query))) : shared;
  return { ...numbered, largest: largestPageSize(tried)?.size ?? 20, tried: tried.map(({ id }) => id) };
}

/** Reads the newest payments that match a query, as many as fit on a page. */
export function newestPage(api: Api, ways: SearchForm, query: Query = {}): Promise<Exchange> {
  return api.send(read.search({ ...newest, ...query, size: String(ways.largest) }));
}

/** Runs a function between two searches, so that its results can be compared with the payments before and after. */
export async function framed<T>(
  api: Api,
  ways: SearchForm,
  inside: (page: Page | undefined) => Promise<T>,
): Promise<PageFrame & { inner: T }> {
  const before = await newestPage(api, ways);
  const inner = await inside(pageOf(before));
  const after = await newestPage(api, ways);
  return { before: before.id, after: after.id, inner };
}

/** How to walk through pages. */
export interface Walk {
  size: number;
  descending?: boolean;
  /** The maximum number of pages. */
  most: number;
}

/**
 * Requests pages from the first one until a page is not full, and returns the ids of the exchanges. Requests nothing if the number of the first page is
 * unknown.
 */
export async function walk(api: Api, ways: SearchForm, { size, descending = false, most }: Walk): Promise<string[]> {
  const walked: string[] = [];
  const { firstPage } = ways;
  if (firstPage === undefined) return walked;
  for (let page = firstPage; page < firstPage + most; page += 1) {
    const query = { ...(descending ? newest : oldest), size: String(size), page: String(page) };
    const answer = await api.send(read.search(query));
    walked.push(answer.id);
    const found = pageOf(answer);
    if (!found || isLastPage(found)) break;
  }
  return walked;
}

/** Returns the total number of payments that search reports. */
export function totalOf(page: Page | undefined): number {
  return (page && integerIn(page, 'totalElements')) ?? page?.items.length ?? 0;
}

/** Other users may change the account during a walk, so the walk is repeated up to this many times. */
const mostRounds = 3;

/** Walks the results in pages of several sizes, oldest first, so that new payments come last. Repeats the walk if payments changed meanwhile. */
export async function walkQuietly(
  api: Api,
  ways: SearchForm,
  sizesFor: (total: number) => readonly number[],
): Promise<WalkRound[]> {
  const rounds: WalkRound[] = [];
  while (rounds.length < mostRounds) {
    const before = await newestPage(api, ways);
    const walks: string[][] = [];
    const total = totalOf(pageOf(before));
    for (const size of sizesFor(total)) walks.push(await walk(api, ways, { size, most: mostPages }));
    const after = await newestPage(api, ways);
    rounds.push({ before: before.id, walks, after: after.id });
    if (isUnchangedBetween(pageOf(before), pageOf(after))) break;
  }
  return rounds;
}

/** A walk ends after this many pages, however long the history of the account is. */
const mostPages = 60;

/** The bounds of a range query. */
export interface Range {
  low: string;
  high: string;
}

/** The ranges to request for a field, and the ways to encode two values. */
export interface RangeQueries {
  field: RangeSearch['field'];
  encodings: readonly Encoding[];
  rangesOf(page: Page | undefined): readonly Range[];
}

/**
 * Requests ranges in one encoding after another until the target understands an encoding exactly. Stops early if there are no ranges to request or the payments
 * before and after are unknown.
 */
export async function tryRanges(
  api: Api,
  ways: SearchForm,
  { field, encodings, rangesOf }: RangeQueries,
): Promise<EncodingTrial[]> {
  const tries: EncodingTrial[] = [];
  for (const { name: encoding, query } of encodings) {
    const before = await newestPage(api, ways);
    const answers: AnsweredRange[] = [];
    for (const { low, high } of rangesOf(pageOf(before))) {
      const sent = await newestPage(api, ways, query(field, low, high));
      answers.push({ range: { exchange: sent.id, field, low, high }, page: pageOf(sent) });
    }
    const after = await newestPage(api, ways);
    tries.push({ encoding, before: before.id, after: after.id, ranged: answers.map(({ range }) => range) });
    const bounds = { before: pageOf(before), after: pageOf(after) };
    if (answers.length === 0 || !bounds.before || !bounds.after) return tries;
    if (rangeFit({ before: bounds.before, after: bounds.after }, answers) === 'exact') return tries;
  }
  return tries;
}
