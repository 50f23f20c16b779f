/** What a receiver takes at the most: deliveries a second, and in all; and how long one may take to be read, ms. */
export interface IntakeLimits {
  aSecond: number;
  inAll: number;
  requestMs: number;
}

/** More than any sound target sends, and no more than memory and disk hold. */
export const defaultIntakeLimits: IntakeLimits = { aSecond: 2_000, inAll: 100_000, requestMs: 30_000 };

const secondNs = 1_000_000_000n;

/** Counts what comes, and says from when to when it was too much: nothing is concluded of what did not come then. */
export class IntakeGuard {
  readonly #most: IntakeLimits;
  readonly #deaf: (fromNs: bigint, untilNs: bigint) => void;
  #secondNs = 0n;
  #inSecond = 0;
  #inAll = 0;
  #refusedNs: bigint | undefined;

  constructor(most: IntakeLimits, deaf: (fromNs: bigint, untilNs: bigint) => void) {
    this.#most = most;
    this.#deaf = deaf;
  }

  /** True for one that is taken. */
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

  /** Something was refused by another hand than ours. */
  dropped(nowNs: bigint): void {
    this.#refusedNs ??= nowNs;
  }

  /** Ends the span in which something was refused. */
  close(nowNs: bigint): void {
    if (this.#refusedNs !== undefined) this.#deaf(this.#refusedNs, nowNs);
    this.#refusedNs = undefined;
  }
}
