import { integerIn, isLastPage, type Page, pageOf } from '../../../oracles/answers/searchPage.ts';
import type { PageFrame } from '../../../oracles/search/filters.ts';
import { isUnchangedBetween, type WalkRound } from '../../../oracles/search/paging.ts';
import { type AnsweredRange, type EncodingTrial, type RangeSearch, rangeFit } from '../../../oracles/search/ranges.ts';
import { type FirstPageReads, firstPageNumber, largestPageSize } from '../../../oracles/search/searchBehaviour.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { type Query, read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';

/** How a target's search is asked, as far as it could be learned, and the answers that tell (SRC-06). */
export interface SearchForm {
  /** The number of the first page; none where an account shows too little to tell. */
  firstPage: 0 | 1 | undefined;
  largest: number;
  numbering: FirstPageReads;
  tried: readonly string[];
}

/** Page sizes that are tried, the largest first: larger pages would tell no more and cost a target more. */
const sizes = [100, 50, 20, 10];

/** Asked once in a run, whoever asks first: what is learned of a target is the same for every requirement. */
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

/** Which page is the first, by three answers in pages of one payment; where that is page 1, page 2 as well, since two tell how they are numbered. */
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

/** Learns how search is asked: where pages start, and how large they may be. An account that showed nothing then may show something now. */
export async function learnSearchForm(api: Api): Promise<SearchForm> {
  const tried = await trySizes(api);
  const shared = await numberBy((query) => once(api, query));
  const numbered = shared.firstPage === undefined ? await numberBy((query) => api.send(read.search(query))) : shared;
  return { ...numbered, largest: largestPageSize(tried)?.size ?? 20, tried: tried.map(({ id }) => id) };
}

/** The newest payments, as many as fit on a page, that meet a query. */
export function newestPage(api: Api, ways: SearchForm, query: Query = {}): Promise<Exchange> {
  return api.send(read.search({ ...newest, ...query, size: String(ways.largest) }));
}

/** Compares searches with what is there before and after them. */
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

/** How pages are walked. */
export interface Walk {
  size: number;
  descending?: boolean;
  /** No more pages than this. */
  most: number;
}

/** Walks the pages from the first one until one is not full, none where nothing tells which is the first; the numbers of the exchanges. */
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

/** How many payments there are, as search says. */
export function totalOf(page: Page | undefined): number {
  return (page && integerIn(page, 'totalElements')) ?? page?.items.length ?? 0;
}

/** Others may use the account: so many times a quiet moment is hoped for. */
const mostRounds = 3;

/** Walks the result in pages of several sizes, oldest first, so that what comes meanwhile comes last; again when something did. */
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

/** A walk ends here, however long the account's history is. */
const mostPages = 10;

/** A range to be asked for. */
export interface Range {
  low: string;
  high: string;
}

/** What ranges of a field are asked for, and how two values may be written. */
export interface RangeQueries {
  field: RangeSearch['field'];
  encodings: readonly { name: string; query(field: string, low: string, high: string): Query }[];
  rangesOf(page: Page | undefined): readonly Range[];
}

/** Asks for ranges in one encoding after the other, until one is understood exactly; none where there is nothing to tell apart. */
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
