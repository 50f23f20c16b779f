/** So many throttled answers in a row, and the target simply throttles: it is not waited for any more. */
const hopeless = 3;

/** The longest pause that a target's Retry-After may ask for, ms. */
const longestPauseMs = 5 * 60_000;

/** All pauses of a run together, ms: a target that throttles every second request must not hold a run for days. */
const allPausesMs = 15 * 60_000;

/** A throttled answer: after how many pauses its request was granted, when it came (ms), and what Retry-After said. */
export interface ThrottledAnswer {
  pausesBefore: number;
  nowMs: number;
  retryAfterMs?: number | undefined;
}

/** When a method class is not to be spent of, because the target said 429. */
export class ThrottlePause {
  readonly #windowMs: number;
  #row = 0;
  #untilMs = Number.NEGATIVE_INFINITY;
  #pausedMs = 0;
  /** Pauses in all. */
  pauses = 0;
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
  passed(pausesBefore: number): void {
    if (pausesBefore === this.pauses) this.#row = 0;
  }

  /** Whether the request may be sent once more, and how long the class pauses: for Retry-After, or one window without it. */
  throttled({ pausesBefore, nowMs, retryAfterMs }: ThrottledAnswer): { repeat: boolean; pauseMs: number } {
    this.count += 1;
    // What went out before the pause began was refused for the same reason.
    const isNews = pausesBefore === this.pauses;
    if (isNews) this.#row += 1;
    const pauseMs = this.#lengthOf(retryAfterMs);
    const added = Math.max(0, nowMs + pauseMs - Math.max(nowMs, this.#untilMs));
    if (this.#row >= hopeless || this.#pausedMs + added > allPausesMs) return { repeat: false, pauseMs: 0 };
    if (isNews) this.pauses += 1;
    this.#untilMs = Math.max(this.#untilMs, nowMs + pauseMs);
    this.#pausedMs += added;
    return { repeat: true, pauseMs };
  }

  #lengthOf(retryAfterMs: number | undefined): number {
    const asked = retryAfterMs !== undefined && retryAfterMs >= 0 ? retryAfterMs : this.#windowMs;
    return Math.min(asked, longestPauseMs);
  }
}
