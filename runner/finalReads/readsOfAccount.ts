import { limitsIn, ratesIn } from '../../oracles/answers/exchangeLists.ts';
import { pageOf } from '../../oracles/answers/searchPage.ts';
import type { ApartArgs } from '../../oracles/auth/isolation.ts';
import type { OperationKey } from '../../schemas/load/contract.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { textField } from '../../traffic/journal/runRecord.ts';
import type { TargetCredential } from '../../traffic/target/credentials.ts';
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
export const mostSingles = 4;

/** Returns the plan of the same rate of crypto acquiring that an answer shows. */
function sameRate({ json }: Exchange): Plan[] {
  const [base, quote] = [textField(json, 'baseAsset'), textField(json, 'quoteAsset')];
  return base === undefined || quote === undefined ? [] : [read.acquiringRate(base, quote)];
}

/**
 * Reads one limit and one rate of each kind by itself, and the deposit options of one of these projects: what a target keeps of these for hours may have gone after
 * a pause, and what one account sees another one may not. A text draws which.
 */
export async function readSingles(
  api: Api,
  record: RunRecord,
  { text, projects = [] }: { text: string; projects?: readonly { id: string }[] | undefined },
): Promise<void> {
  const run = { seed: record.runs[0]?.seed ?? 0 };
  const [limits, rates] = [
    lastOf(record, 'GET /v1/user/exchange/limits'),
    lastOf(record, 'GET /v1/user/exchange/rates'),
  ];
  const acquiring = record
    .of('GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}')
    .filter(({ class: kind }) => kind === 'accepted');
  const pick = <Item>(what: string, [first, ...others]: readonly Item[], plan: (item: Item) => Plan) =>
    first === undefined ? [] : [plan(drawnItem({ run }, `${what} ${text}`, [first, ...others]))];
  const plans = [
    ...pick('a limit', limits ? limitsIn(limits) : [], ({ symbolPair }) => read.exchangeLimit(symbolPair)),
    ...pick('a rate', rates ? ratesIn(rates) : [], ({ pair }) => read.exchangeRate(pair)),
    ...pick('a rate of acquiring', acquiring.flatMap(sameRate), (plan) => plan),
    ...pick('a project', projects, ({ id }) => read.depositOptions(id)),
  ];
  for (const plan of plans) await api.send(plan, { purpose: 'sweep' });
}

/** The most reads with which another account asks for what is not its own, after one pause. */
export const mostForeign = 2;

/**
 * Asks as another account for a payment of the account under test, by its id and by its clientOrderId, if a test has asked before: an answer must show neither at
 * any time (AUT-09). A text draws the payment.
 */
export async function askAsAnother(
  api: Api,
  record: RunRecord,
  { credentials, text }: { credentials: readonly TargetCredential[]; text: string },
): Promise<void> {
  const asked = record.assertions.findLast(({ oracle }) => oracle === 'keepsApart')?.args as ApartArgs | undefined;
  const label = asked && record.exchange(asked.theirs).line.request.account;
  const by = credentials.find((one) => one.label === label);
  const payments = new Map(record.payments.map(({ value }) => [textField(value, 'id') ?? '', value]));
  const [first, ...others] = [...payments];
  if (!by || !first) return;
  const [id, payment] = drawnItem({ run: { seed: record.runs[0]?.seed ?? 0 } }, `a foreign payment ${text}`, [
    first,
    ...others,
  ]);
  const clientOrderId = textField(payment, 'clientOrderId');
  const plans = [read.payment(id), ...(clientOrderId ? [read.search({ clientOrderId })] : [])];
  for (const plan of plans) await api.as(by).send(plan, { purpose: 'defect' });
}
