/** So many throttled answers in a row, and the target simply throttles: it is not waited for any more. */
const hopeless = 3;

/** The longest pause that a target's Retry-After may ask for, ms. */
const longestPauseMs = 5 * 60_000;

/** All pauses of a run together, ms: a target that throttles every second request must not hold a run for days. */
const allPausesMs = 15 * 60_000;

/** A throttled answer: when its request was granted and when it came (ms), and what Retry-After said. */
export interface Throttling {
  grantedMs: number;
  nowMs: number;
  retryAfterMs?: number | undefined;
}

/** When a method class is not to be spent of, because the target said 429. */
export class Throttle {
  readonly #windowMs: number;
  #row = 0;
  #sinceMs = Number.NEGATIVE_INFINITY;
  #untilMs = Number.NEGATIVE_INFINITY;
  #pausedMs = 0;
  /** Throttled answers in all. */
  count = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** How long nothing may be granted, ms; 0 when it may. */
  pausedMs(nowMs: number): number {
    return Math.max(0, this.#untilMs - nowMs);
  }

  /** An answer that was not throttled ends the row, unless its request went out before the pause. */
  passed(grantedMs: number): void {
    if (grantedMs >= this.#sinceMs) this.#row = 0;
  }

  /** Whether the request may be sent once more, and how long the class pauses: for Retry-After, or one window without it. */
  throttled({ grantedMs, nowMs, retryAfterMs }: Throttling): { repeat: boolean; pauseMs: number } {
    this.count += 1;
    // What went out before the pause began was refused for the same reason.
    const isNews = grantedMs >= this.#sinceMs;
    if (isNews) this.#row += 1;
    const pauseMs = this.#lengthOf(retryAfterMs);
    const added = Math.max(0, nowMs + pauseMs - Math.max(nowMs, this.#untilMs));
    if (this.#row >= hopeless || this.#pausedMs + added > allPausesMs) return { repeat: false, pauseMs: 0 };
    if (isNews) this.#sinceMs = nowMs;
    this.#untilMs = Math.max(this.#untilMs, nowMs + pauseMs);
    this.#pausedMs += added;
    return { repeat: true, pauseMs };
  }

  #lengthOf(retryAfterMs: number | undefined): number {
    const asked = retryAfterMs !== undefined && retryAfterMs >= 0 ? retryAfterMs : this.#windowMs;
    return Math.min(asked, longestPauseMs);
  }
}
