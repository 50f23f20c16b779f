/** The clock of a target as far as we know it: ours, but for an emulator, which tells its own, and whose clock never goes back. */
export class TargetClock {
  #aheadMs = 0;
  readonly #tells: boolean;

  /** `tells` for a target whose times are its own, by what it says of them. */
  constructor({ tells }: { tells: boolean }) {
    this.#tells = tells;
  }

  /** Takes a moment that the target has told; what lies behind what was told before changes nothing. */
  observe(ms: number): void {
    if (this.#tells && Number.isFinite(ms)) this.#aheadMs = Math.max(this.#aheadMs, ms - Date.now());
  }

  /** The time there, ms since 1970. */
  get nowMs(): number {
    return Date.now() + this.#aheadMs;
  }

  /** The time there, ISO 8601. */
  get now(): string {
    return new Date(this.nowMs).toISOString();
  }
}
