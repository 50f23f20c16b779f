import type { RunRecord } from '../../harness/record.ts';

/** Requests that were sent: those that are no GET, and GETs. */
export interface Spent {
  posts: number;
  gets: number;
}

/** Counts what a record grows by from now on. Twins that were sent before its time are none of it. */
export function meterOf(record: RunRecord): () => Spent {
  const fromNs = process.hrtime.bigint();
  return () => {
    const own = record.exchanges.filter(({ sentNs }) => sentNs >= fromNs);
    const gets = own.filter(({ line }) => line.request.method === 'GET').length;
    return { posts: own.length - gets, gets };
  };
}
