import { limitsIn, ratesIn } from '../../oracles/answers/exchangeLists.ts';
import { pageOf } from '../../oracles/answers/searchPage.ts';
import type { OperationKey } from '../../schemas/load/contract.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { textField } from '../../traffic/journal/runRecord.ts';
import { type Plan, read } from '../../traffic/transport/requestPlan.ts';
import { drawnItem } from '../actions/inputs/turns.ts';
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

/** The last accepted answer of a list. */
const lastOf = (record: RunRecord, list: OperationKey) =>
  record.of(list).findLast(({ class: kind }) => kind === 'accepted');

/** How many reads of single entries and of projects follow those of an account. */
export const mostSingles = 3;

/** Reads one limit and one rate by itself, and the deposit options of one project: what a target keeps of these for hours may have gone after the `nth` pause. */
export async function readSingles(api: Api, record: RunRecord, nth: number): Promise<void> {
  const run = { seed: record.runs[0]?.seed ?? 0 };
  const [limits, rates] = [
    lastOf(record, 'GET /v1/user/exchange/limits'),
    lastOf(record, 'GET /v1/user/exchange/rates'),
  ];
  const pick = <Item>(what: string, [first, ...others]: readonly Item[], plan: (item: Item) => Plan) =>
    first === undefined ? [] : [plan(drawnItem({ run }, `${what} after pause ${nth}`, [first, ...others]))];
  const plans = [
    ...pick('a limit', limits ? limitsIn(limits) : [], ({ symbolPair }) => read.exchangeLimit(symbolPair)),
    ...pick('a rate', rates ? ratesIn(rates) : [], ({ pair }) => read.exchangeRate(pair)),
    ...pick('a project', record.target?.projects ?? [], ({ id }) => read.depositOptions(id)),
  ];
  for (const plan of plans) await api.send(plan, { purpose: 'sweep' });
}
