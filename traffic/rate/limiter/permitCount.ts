/** Old moments are removed only once there are this many. */
const worthForgetting = 1_000;

/** Counts grants: in total, within the last window, and the most in any one window. */
export class PermitCount {
  readonly #windowMs: number;
  /** Moments of grants in order; those before `#first` are older than the window. */
  #moments: number[] = [];
  #first = 0;
  total = 0;
  most = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  add(nowMs: number): void {
    this.total += 1;
    this.#moments.push(nowMs);
    this.most = Math.max(this.most, this.within(nowMs));
  }

  /** Counts the grants within the window that ends now. */
  within(nowMs: number): number {
    while ((this.#moments[this.#first] ?? nowMs) <= nowMs - this.#windowMs) this.#first += 1;
    if (this.#first >= worthForgetting) {
      this.#moments = this.#moments.slice(this.#first);
      this.#first = 0;
    }
    return this.#moments.length - this.#first;
  }
}
