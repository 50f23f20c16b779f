import { pageOf } from '../../oracles/answers/searchPage.ts';
import type { ExactObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { read } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';

const newest = { sort: 'createdAt,desc', size: '100' };

const newestPage = (api: Api, by: Readonly<Record<string, string>> = {}): Promise<Exchange> =>
  api.send(read.search({ ...newest, ...by }), { purpose: 'sweep' });

/** How many pages of search are read, newest first. */
export const mostPages = 10;

/** Reads the newest pages of search, up to the last one. */
export async function walkSearch(api: Api): Promise<void> {
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await newestPage(api, { page: String(page) });
    const content = field(answer.json, 'content');
    if (answer.class !== 'accepted' || field(answer.json, 'last') !== false || !Array.isArray(content)) return;
  }
}

/** The filters of search whose values an account has few of, and which are searched for once more at the end. */
const filters = ['status', 'orderType', 'transactionType', 'currency'] as const;

/** The most searches by one value. */
const mostValues = 30;

/** The most final reads by filters, those of the pages to compare with included. */
export const mostFiltered = mostValues + 2;

/** The values by which payments can be searched for, each once. */
const valuesIn = (payments: readonly ExactObject[]) =>
  filters.flatMap((name) => {
    const shown = new Set(payments.flatMap((payment) => textField(payment, name) ?? []));
    return [...shown].map((value) => ({ [name]: value }));
  });

/** Searches once more by each value that the newest payments show, between two reads of the newest: some statuses come late, and SRC-04a compares. */
export async function readFiltered(api: Api): Promise<void> {
  const page = pageOf(await newestPage(api));
  if (!page) return;
  for (const by of valuesIn(page.items).slice(0, mostValues)) await newestPage(api, by);
  await newestPage(api);
}

/** Searches by one value of the payments that search has shown, another one for each `nth`; SRC-04a compares. */
export async function readByFilter(api: Api, { record, nth }: { record: RunRecord; nth: number }): Promise<void> {
  const found = record.payments.flatMap(({ source, value }) => (source === 'search' ? [value] : []));
  const all = valuesIn(found);
  const by = all[(nth * 7) % Math.max(1, all.length)];
  if (by) await newestPage(api, by);
}
