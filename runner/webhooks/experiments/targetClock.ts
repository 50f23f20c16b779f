/** The clock of a target as far as we know it. Some have a clock of their own, which never goes back; the others use ours. */
export class TargetClock {
  #aheadMs = 0;
  readonly #hasOwnClock: boolean;

  /** `tells` is true for a target with its own clock, which it reports. */
  constructor({ tells: hasOwnClock }: { tells: boolean }) {
    this.#hasOwnClock = hasOwnClock;
  }

  /** Takes a time that the target has reported; ignores one that would set the clock back. */
  observe(ms: number): void {
    if (this.#hasOwnClock && Number.isFinite(ms)) this.#aheadMs = Math.max(this.#aheadMs, ms - Date.now());
  }

  /** The target's time, ms since 1970. */
  get nowMs(): number {
    return Date.now() + this.#aheadMs;
  }

  /** The target's time, ISO 8601. */
  get now(): string {
    return new Date(this.nowMs).toISOString();
  }
}
