import { read } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';

const searches = ['createdAt,desc', 'createdAt,asc'].flatMap((sort) =>
  ['20', '100'].map((size) => read.search({ sort, size })),
);

const readsOfAnAccount = [
  read.methods(),
  read.balances(),
  read.payments(),
  read.exchangeRates(),
  read.exchangeLimits(),
  ...searches,
];

/** The number of final reads by each further account. */
export const readsByAnotherAccount = readsOfAnAccount.length;

/** Reads, as another account, what that account has and what all accounts see. */
export async function readAll(api: Api): Promise<void> {
  for (const plan of readsOfAnAccount) await api.send(plan, { purpose: 'sweep' });
}
