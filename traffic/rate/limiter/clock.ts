/** A clock that only moves forward, with an alarm. */
export interface Clock {
  /** Milliseconds since an arbitrary moment. */
  now(): number;
  /** Calls back after about `ms`, perhaps a little early; the returned function cancels the alarm. */
  after(ms: number, ring: () => void): () => void;
}

/** The clock of this process. */
export const monotonic: Clock = {
  now: () => performance.now(),
  after: (ms, ring) => {
    const timer = setTimeout(ring, Math.ceil(ms));
    return () => clearTimeout(timer);
  },
};
