import { pageOf } from '../../oracles/answers/searchPage.ts';
import { textField } from '../../traffic/journal/runRecord.ts';
import { read } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';

const lists = [read.methods(), read.balances(), read.payments(), read.exchangeRates(), read.exchangeLimits()];

const searches = [
  read.search({ sort: 'createdAt,desc', size: '100' }),
  read.search({ sort: 'createdAt,asc', size: '20' }),
];

/** How many of the payments that its searches show are read by themselves: the newest and the oldest. The plan cannot know how many a further account has. */
const mostPayments = 2;

/** The most reads of one account. */
export const mostReadsOfAccount = lists.length + searches.length + mostPayments;

/** Reads each kind of what an account has and of what all accounts see: its lists, both ends of its payments, and the payments at the ends. */
export async function readAccount(api: Api): Promise<void> {
  for (const plan of lists) await api.send(plan, { purpose: 'sweep' });
  const ids: string[][] = [];
  for (const plan of searches) {
    const page = pageOf(await api.send(plan, { purpose: 'sweep' }));
    ids.push((page?.items ?? []).slice(0, mostPayments / 2).flatMap((payment) => textField(payment, 'id') ?? []));
  }
  for (const id of [...new Set(ids.flat())].slice(0, mostPayments))
    await api.send(read.payment(id), { purpose: 'sweep' });
}
