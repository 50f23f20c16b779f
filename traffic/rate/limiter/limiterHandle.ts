/** How a request ended that a lease was taken for: whether it was throttled (429), and what Retry-After said, in ms. */
export interface RequestEnd {
  throttled?: { retryAfterMs?: number | undefined };
}

/** Leave to send one request, now. */
export interface Lease {
  /** How long it was waited for, ms: waiting for the quota is not test time. */
  waitedMs: number;
  /**
   * Tells that the request has ended, with an answer or without; a second call changes nothing, and none
   * throws. `repeat` says whether a
   * throttled request may be sent once more, with a lease of its own.
   */
  done(end?: RequestEnd): Promise<{ repeat: boolean }>;
}

/** What the client spends of: the allowance of its account, and what a run makes only once. */
export interface LimiterHandle {
  /** Waits for leave to send one request of this HTTP method. Throws QuotaUnavailable when there will be none, Exhausted where all is spent. */
  spend(method: string): Promise<Lease>;
  /**
   * The value of a key, made by the first asker of the whole run; the others wait for it. When making fails its maker
   * is told why, and the next asker makes it. The value is a JSON value of at most 8 MiB.
   */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Nobody can say any more what may be spent: the keeper of the allowance is gone. The environment's fault. */
export class QuotaUnavailable extends Error {
  override readonly name = 'QuotaUnavailable';
}

/** All that was to be spent is spent: nobody's fault, and nothing more is sent. */
export class Exhausted extends Error {
  override readonly name = 'Exhausted';
}
