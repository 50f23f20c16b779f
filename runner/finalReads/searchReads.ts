import { pageOf } from '../../oracles/answers/searchPage.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, textField } from '../../traffic/journal/runRecord.ts';
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

/** Searches once more by each value that the newest payments show, between two reads of the newest: some statuses come late, and SRC-04a compares. */
export async function readFiltered(api: Api): Promise<void> {
  const page = pageOf(await newestPage(api));
  if (!page) return;
  const values = filters.flatMap((name) => {
    const shown = new Set(page.items.flatMap((payment) => textField(payment, name) ?? []));
    return [...shown].map((value) => ({ [name]: value }));
  });
  for (const by of values.slice(0, mostValues)) await newestPage(api, by);
  await newestPage(api);
}
