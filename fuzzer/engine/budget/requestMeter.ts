import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { FuzzCase } from '../cases/fuzzCase.ts';

/** Requests that were sent: those that are no GET, and GETs. */
export interface Spent {
  posts: number;
  gets: number;
}

/** Nothing was sent. */
export const noSpent: Spent = { posts: 0, gets: 0 };

/** Requests by their methods: those that are no GET, and GETs. */
export function requestCountOf(methods: readonly string[]): Spent {
  const gets = methods.filter((method) => method === 'GET').length;
  return { posts: methods.length - gets, gets };
}

/** What a case costs of a quota: its steps that are no GET; a lever is pulled at the control door. */
export const postsOf = ({ steps }: FuzzCase): number =>
  steps.filter(({ method, isLever }) => method !== 'GET' && !isLever).length;

/** Counts what a record grows by from now on. Twins that were sent before its time are none of it. */
export function requestMeter(record: RunRecord): () => Spent {
  const fromNs = process.hrtime.bigint();
  return () => {
    const own = record.exchanges.filter(({ sentNs }) => sentNs >= fromNs);
    return requestCountOf(own.map(({ line }) => line.request.method));
  };
}

/** Half of what may be spent, in whole requests. */
export const halfOf = ({ posts, gets }: Spent): Spent => ({ posts: Math.floor(posts / 2), gets: Math.floor(gets / 2) });

/** So many GETs a case takes, with what follows it: fewer than these are not begun upon. */
export const getsPerCase = 6;
