/** How the request of a lease ended: whether it was throttled (429), and what Retry-After said, in ms. */
export interface RequestEnd {
  throttled?: { retryAfterMs?: number | undefined };
}

/** Permission to send one request now. */
export interface Lease {
  /** How long the caller waited for the lease, ms: waiting for the quota is not test time. */
  waitedMs: number;
  /**
   * Reports that the request has ended, with or without an answer. A second call changes nothing; it never throws. `repeat` says whether a throttled request
   * may be sent once more with a lease of its own.
   */
  done(end?: RequestEnd): Promise<{ repeat: boolean }>;
}

/** What the client uses: the allowance of its account, and values that a run makes only once. */
export interface LimiterHandle {
  /**
   * Waits for permission to send one request of this HTTP method. Throws QuotaUnavailable if permission cannot come any more, and Exhausted if everything is
   * spent.
   */
  spend(method: string): Promise<Lease>;
  /**
   * Returns the value of a key, made by the first caller of the whole run while the others wait. If making fails, that caller gets the error and the next one
   * makes the value. The value is a JSON value of at most 8 MiB.
   */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The remaining allowance is unknown because its server no longer exists. Attributed to the environment. */
export class QuotaUnavailable extends Error {
  override readonly name = 'QuotaUnavailable';
}

/** The runner that shares the allowance has ended, and with it the run. */
export class RunnerEnded extends QuotaUnavailable {}

/** The whole budget is spent: nobody is to blame, and nothing more is sent. */
export class Exhausted extends Error {
  override readonly name = 'Exhausted';
}
