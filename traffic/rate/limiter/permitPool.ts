/** Two clocks drift apart by up to 500 parts in a million, and a server may count in whole milliseconds. */
const driftShare = 1 / 1000;
const roundingMs = 1;

/** How long a permit rests after the answer: the window plus the possible drift between two clocks. */
export function restMsOf(windowMs: number): number {
  return windowMs * (1 + driftShare) + roundingMs;
}

/** The initial state of permits: how many, how long each rests after its answer, and until when (ms) some are already resting. */
export interface PermitPoolParts {
  count: number;
  restMs: number;
  restingUntil?: readonly number[];
}

/**
 * An allowance of N requests per window as N permits. A permit is taken when a request is sent and is free again one window after its answer came. The server
 * saw the request in between, so no window of the server, fixed or sliding, has more than N requests.
 */
export class PermitPool {
  readonly #restMs: number;
  /** When each permit that is not in use becomes free; the one free for longest comes first. */
  readonly #free: number[];
  #taken = 0;

  constructor({ count, restMs, restingUntil = [] }: PermitPoolParts) {
    this.#restMs = restMs;
    const resting = restingUntil.toSorted((a, b) => a - b).slice(-count);
    this.#free = [...new Array<number>(count - resting.length).fill(Number.NEGATIVE_INFINITY), ...resting];
  }

  /** Takes the permit that has been free for longest; false if none is free now. */
  take(nowMs: number): boolean {
    const [first] = this.#free;
    if (first === undefined || first > nowMs) return false;
    this.#free.shift();
    this.#taken += 1;
    return true;
  }

  /** Gives a permit back after its request has ended: it rests from now on. */
  give(nowMs: number): void {
    this.#taken -= 1;
    this.#free.push(nowMs + this.#restMs);
  }

  /** Gives back a permit that was not used: it is free at once. */
  drop(): void {
    this.#taken -= 1;
    this.#free.unshift(Number.NEGATIVE_INFINITY);
  }

  /** When the next permit is free, ms; undefined while all are in use. */
  get nextMs(): number | undefined {
    return this.#free[0];
  }

  /** Returns, for each permit that is not free now, until when it rests, ms. A permit in use counts as if it were given back now. */
  restingAt(nowMs: number): number[] {
    const taken = new Array<number>(this.#taken).fill(nowMs + this.#restMs);
    return [...this.#free.filter((untilMs) => untilMs > nowMs), ...taken];
  }
}
