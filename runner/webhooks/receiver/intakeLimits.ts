/** The limits of a receiver: deliveries per second, deliveries in all, and the time to read one request, ms. */
export interface IntakeLimits {
  aSecond: number;
  inAll: number;
  requestMs: number;
}

/** More than any conforming target sends, and no more than memory and disk can hold. */
export const defaultIntakeLimits: IntakeLimits = { aSecond: 2_000, inAll: 100_000, requestMs: 30_000 };

const secondNs = 1_000_000_000n;

/** Counts deliveries and reports the time spans with too many. Nothing is concluded from deliveries missing in such a span. */
export class IntakeGuard {
  readonly #most: IntakeLimits;
  readonly #onRefusals: (fromNs: bigint, untilNs: bigint) => void;
  #secondNs = 0n;
  #inSecond = 0;
  #inAll = 0;
  #refusedNs: bigint | undefined;

  constructor(most: IntakeLimits, onRefusals: (fromNs: bigint, untilNs: bigint) => void) {
    this.#most = most;
    this.#onRefusals = onRefusals;
  }

  /** True if this delivery is accepted. */
  admits(nowNs: bigint): boolean {
    if (nowNs - this.#secondNs >= secondNs) {
      this.#secondNs = nowNs;
      this.#inSecond = 0;
    }
    if (this.#inSecond >= this.#most.aSecond || this.#inAll >= this.#most.inAll) {
      this.#refusedNs ??= nowNs;
      return false;
    }
    this.close(nowNs);
    this.#inSecond += 1;
    this.#inAll += 1;
    return true;
  }

  /** Notes that another part of the server refused a connection. */
  dropped(nowNs: bigint): void {
    this.#refusedNs ??= nowNs;
  }

  /** Ends the span in which deliveries were refused. */
  close(nowNs: bigint): void {
    if (this.#refusedNs !== undefined) this.#onRefusals(this.#refusedNs, nowNs);
    this.#refusedNs = undefined;
  }
}
