import type { TriedCase } from '../executor/caseExecutor.ts';
import { isLostWrite, isTimeout } from '../judgement/faults.ts';

/** Operations that do not answer in time and are asked no more: each request would take its deadline, and say the same. */
export class UnresponsiveOperations {
  readonly #keys: Set<string>;
  /** Operations of which a write has hung: none is sent again to see whether it does. */
  readonly #hung = new Set<string>();

  constructor(keys: readonly string[]) {
    this.#keys = new Set(keys);
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Their keys, to be kept. */
  get keys(): string[] {
    return [...this.#keys];
  }

  /** True where a case has shown that its operation is one of them: a request of it hung as often as it takes, or another write of it did. */
  after(key: string, { exchange, results }: TriedCase): boolean {
    const isSeen = results.some(({ requirement, result }) => requirement === 'ANY-08' && result.state === 'broken');
    const isHungWrite = isTimeout(exchange) && isLostWrite(exchange);
    const isSilent = isSeen || (isHungWrite && this.#hung.has(key));
    if (isHungWrite) this.#hung.add(key);
    if (isSilent) this.#keys.add(key);
    return isSilent;
  }
}
