import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { FuzzCase } from '../cases/fuzzCase.ts';

/** Counts of sent requests: `posts` are all methods other than GET. */
export interface Spent {
  posts: number;
  gets: number;
}

/** The cost of nothing. */
export const noSpent: Spent = { posts: 0, gets: 0 };

/** Counts requests by method: GETs, and all others. */
export function requestCountOf(methods: readonly string[]): Spent {
  const gets = methods.filter((method) => method === 'GET').length;
  return { posts: methods.length - gets, gets };
}

/** Returns how many POSTs of a quota a case costs: those of its test, or its steps other than GETs. A control action goes to the test control API and costs nothing. */
export const postsOf = ({ steps, test }: FuzzCase): number =>
  test?.posts ?? steps.filter(({ method, isLever: isControlAction }) => method !== 'GET' && !isControlAction).length;

/** Returns a function that counts the exchanges that a run record has gained since this call. Control requests that were sent earlier do not count. */
export function requestMeter(record: RunRecord): () => Spent {
  const fromNs = process.hrtime.bigint();
  return () => {
    const own = record.exchanges.filter(({ sentNs }) => sentNs >= fromNs);
    return requestCountOf(own.map(({ line }) => line.request.method));
  };
}

/** Half of a budget, in whole requests. */
export const halfOf = ({ posts, gets }: Spent): Spent => ({ posts: Math.floor(posts / 2), gets: Math.floor(gets / 2) });

/** The number of GETs that one case and the reads after it need. If fewer GETs remain, no case is started. */
export const getsPerCase = 6;
