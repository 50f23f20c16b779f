/** Two clocks run apart by up to 500 parts in a million, and a server may count in whole milliseconds. */
const driftShare = 1 / 1000;
const roundingMs = 1;

/** How long a slot rests after the answer: the window, and what two clocks may disagree about its length. */
export function restMsOf(windowMs: number): number {
  return windowMs * (1 + driftShare) + roundingMs;
}

/** What slots begin with: how many, how long each rests after its answer, and until when (ms) some of them rest already. */
export interface PermitPoolParts {
  count: number;
  restMs: number;
  restingUntil?: readonly number[];
}

/**
 * An allowance of N requests a window as N slots: taken when a request is sent, free again one window after its answer
 * came. The server saw the request in between, so no window of the server, fixed or sliding, holds more than N.
 */
export class PermitPool {
  readonly #restMs: number;
  /** When each slot that is not taken is free, the longest free first. */
  readonly #free: number[];
  #taken = 0;

  constructor({ count, restMs, restingUntil = [] }: PermitPoolParts) {
    this.#restMs = restMs;
    const resting = restingUntil.toSorted((a, b) => a - b).slice(-count);
    this.#free = [...new Array<number>(count - resting.length).fill(Number.NEGATIVE_INFINITY), ...resting];
  }

  /** Takes the slot that has been free for longest; false when none is free at this moment. */
  take(nowMs: number): boolean {
    const [first] = this.#free;
    if (first === undefined || first > nowMs) return false;
    this.#free.shift();
    this.#taken += 1;
    return true;
  }

  /** Gives a slot back whose request has ended: it rests from now on. */
  give(nowMs: number): void {
    this.#taken -= 1;
    this.#free.push(nowMs + this.#restMs);
  }

  /** Gives a slot back that nothing was sent with: it is free as it was. */
  drop(): void {
    this.#taken -= 1;
    this.#free.unshift(Number.NEGATIVE_INFINITY);
  }

  /** The moment at which the next slot is free, ms; undefined while all of them are taken. */
  get nextMs(): number | undefined {
    return this.#free[0];
  }

  /** Until when each slot that is not free now will rest, ms; a taken one as if it was given back now. */
  restingAt(nowMs: number): number[] {
    const taken = new Array<number>(this.#taken).fill(nowMs + this.#restMs);
    return [...this.#free.filter((untilMs) => untilMs > nowMs), ...taken];
  }
}
