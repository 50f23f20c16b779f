/** After this many throttled answers in a row the run assumes that the target always throttles, and no longer waits for it. */
const hopeless = 3;

/** The longest pause that a target's Retry-After may ask for, ms. */
const longestPauseMs = 5 * 60_000;

/** The limit for all pauses of a run together, ms: a target that throttles every second request must not delay a run for days. */
const allPausesMs = 15 * 60_000;

/** A throttled answer: the number of pauses before its request was granted, the time of the answer (ms), and what Retry-After said. */
export interface ThrottledAnswer {
  pausesBefore: number;
  nowMs: number;
  retryAfterMs?: number | undefined;
}

/** The pauses of a method class after the target answered 429. */
export class ThrottlePause {
  readonly #windowMs: number;
  #row = 0;
  #untilMs = Number.NEGATIVE_INFINITY;
  #pausedMs = 0;
  /** The number of pauses so far. */
  pauses = 0;
  /** The number of throttled answers so far. */
  count = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Returns how long no request may be granted, ms; 0 if requests may be granted now. */
  pausedMs(nowMs: number): number {
    return Math.max(0, this.#untilMs - nowMs);
  }

  /** Ends the row of throttled answers after an answer without throttling, unless its request was sent before the pause. */
  passed(pausesBefore: number): void {
    if (pausesBefore === this.pauses) this.#row = 0;
  }

  /**
   * Returns whether the request may be sent once more, and how long the method class pauses: for the time in Retry-After, or for one window if there is no
   * Retry-After.
   */
  throttled({ pausesBefore, nowMs, retryAfterMs }: ThrottledAnswer): { repeat: boolean; pauseMs: number } {
    this.count += 1;
    // If the request was sent before the pause began, it was refused for the same reason as the others, so its answer is not counted in the row.
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
