import type { Random } from 'fast-check';
import type { Encoding, PaymentTexts } from '../../../generators/payloads/searchQuery.ts';
import {
  type DrawnSearch,
  drawPages,
  drawSearch,
  kindsOf,
  type SurveyGround,
} from '../../../generators/payloads/searchSurvey.ts';
import { amountIn, type Page, pageOf } from '../../../oracles/answers/searchPage.ts';
import { fittedIn } from '../../../oracles/search/ranges.ts';
import type { Selection } from '../../../oracles/search/selections.ts';
import type { ExactObject } from '../../../schemas/json/exact.ts';
import { type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Profile } from '../../../traffic/requirements/selection.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import { type RangeQueries, type SearchForm, totalOf, tryRanges } from './searchQueries.ts';

/** The most searches of a survey. Reads cost little, but a night must not take much longer for them. */
export const surveyReads: Readonly<Record<Profile, number>> = { smoke: 60, nightly: 500, full: 1000 };

/** The most pages that are read before and after a survey, so that its searches can be compared with them. */
const mostFramePages = 12;

/** The names of the text fields that searches filter by. */
const names = ['currency', 'orderType', 'transactionType', 'status', 'orderId', 'clientOrderId', 'createdAt'];

/** Returns the values of a payment that searches are drawn from. */
export function textsOf(payment: ExactObject): PaymentTexts {
  const texts = Object.fromEntries(names.map((name) => [name, textField(payment, name)]));
  return { ...texts, amount: amountIn(payment)?.toFixed() };
}

/** Reads pages of the whole result, spread from its newest payments to its oldest. */
export async function readFrame(api: Api, { firstPage = 0, largest }: SearchForm): Promise<Page[]> {
  const ask = async (page?: number) => {
    const at = page === undefined ? {} : { page: String(firstPage + page) };
    return pageOf(await api.send(read.search({ sort: 'createdAt,desc', size: String(largest), ...at })));
  };
  const newest = await ask();
  const last = Math.ceil(totalOf(newest) / largest) - 1;
  const steps = Math.min(last, mostFramePages - 1);
  const indexes = Array.from({ length: Math.max(0, steps) }, (_, step) => Math.round(((step + 1) * last) / steps));
  const pages = [newest];
  for (const index of indexes) pages.push(await ask(index));
  return pages.filter((page) => page !== undefined);
}

/** The most encodings of a range that a survey uses: a target may write the same range in several ways, and read each by other code. */
const mostEncodings = 2;

/** Returns encodings of a range that the target understands, the usual one first; none if it understands none or the account has too few values. */
export async function understoodEncodings(
  api: Api,
  { ways, record }: { ways: SearchForm; record: RunRecord },
  queries: RangeQueries,
): Promise<Encoding[]> {
  const understood: Encoding[] = [];
  let left = queries.encodings;
  while (left.length > 0 && understood.length < mostEncodings) {
    const tries = await tryRanges(api, ways, { ...queries, encodings: left });
    const [last] = fittedIn(record, tries.slice(-1));
    const found = last?.fit === 'exact' ? left.find(({ name }) => name === last.encoding) : undefined;
    if (!found) break;
    understood.push(found);
    left = left.slice(tries.length);
  }
  return understood;
}

/** What a survey is drawn from, and how much it may send. */
export interface SurveyPlan {
  random: Random;
  ways: SearchForm;
  encodings: SurveyGround['encodings'];
  most: number;
}

/** Sends the first page of a drawn search, then some of its later pages. */
async function readSelection(api: Api, { random, ways }: SurveyPlan, drawn: DrawnSearch): Promise<Selection[]> {
  const { query, ranges, size } = drawn;
  const facts = { ranges, ...(drawn.mayRefuse && { mayRefuse: true as const }) };
  const first = await api.send(read.search(query));
  const asked: Selection[] = [{ exchange: first.id, ...facts, index: 0 }];
  const { firstPage } = ways;
  if (firstPage === undefined) return asked;
  const total = totalOf(pageOf(first));
  for (const index of drawPages(random, total, size)) {
    const { id } = await api.send(read.search({ ...query, page: String(firstPage + index) }));
    // The interface does not show what a page beyond the end is.
    asked.push({ exchange: id, ...facts, ...(index * size >= total && { mayRefuse: true }), index });
  }
  return asked;
}

/** Sends drawn searches between two readings of the whole result, and returns them; fewer than `most` if the account has no payment. */
export async function surveySearch(api: Api, plan: SurveyPlan): Promise<Selection[]> {
  const pages = await readFrame(api, plan.ways);
  const payments = pages.flatMap(({ items }) => items.map(textsOf));
  const { largest } = plan.ways;
  const total = totalOf(pages[0]);
  const ground: SurveyGround = { payments, kinds: kindsOf(payments), encodings: plan.encodings, largest, total };
  const asked: Selection[] = [];
  while (payments.length > 0 && asked.length < plan.most)
    asked.push(...(await readSelection(api, plan, drawSearch(plan.random, ground))));
  await readFrame(api, plan.ways);
  return asked;
}
