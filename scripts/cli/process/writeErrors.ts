import { say } from './say.ts';

/** Prints why a report was not written; throws any error that did not come from the disk. */
export function reportWriteError(error: unknown): void {
  if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
  say(`a report could not be written: ${(error as Error).message}`);
}

/** Writes a group of files one after the other: the first write error is printed, and nothing further is written. */
export class GuardedWrites {
  #isBroken = false;

  /** True after a write error. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Returns the result of a writer, or `otherwise` after a write error. */
  of<T>(write: () => T, otherwise: T): T {
    if (this.#isBroken) return otherwise;
    try {
      return write();
    } catch (error) {
      reportWriteError(error);
      this.#isBroken = true;
      return otherwise;
    }
  }
}
