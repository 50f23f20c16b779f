import type { TriedCase } from '../executor/caseExecutor.ts';
import { isLostWrite, isTimeout } from '../judgement/faults.ts';

/** Operations that do not answer in time and are no longer tried: each request would use up its deadline and show the same. */
export class UnresponsiveOperations {
  readonly #keys: Set<string>;
  /** Operations with a write that timed out. This write is not repeated for confirmation. */
  readonly #hung = new Set<string>();

  constructor(keys: readonly string[]) {
    this.#keys = new Set(keys);
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** The keys of the operations, in the form that is stored. */
  get keys(): string[] {
    return [...this.#keys];
  }

  /** Takes a case into account; true if it shows that its operation is unresponsive: a timeout was confirmed, or a second write timed out. */
  after(key: string, { exchange, results }: TriedCase): boolean {
    const isSeen = results.some(({ requirement, result }) => requirement === 'ANY-08' && result.state === 'broken');
    const isHungWrite = isTimeout(exchange) && isLostWrite(exchange);
    const isSilent = isSeen || (isHungWrite && this.#hung.has(key));
    if (isHungWrite) this.#hung.add(key);
    if (isSilent) this.#keys.add(key);
    return isSilent;
  }
}
