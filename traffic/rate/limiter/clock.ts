/** A clock that only moves forward, and an alarm on it. */
export interface Clock {
  /** Ms since any moment. */
  now(): number;
  /** Calls back once about `ms` have passed, perhaps a little early; the result takes the alarm back. */
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
