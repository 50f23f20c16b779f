import { say } from './say.ts';

/** Says why something is not written; throws what was no fault of the disk. */
export function reportWriteError(error: unknown): void {
  if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
  say(`a report could not be written: ${(error as Error).message}`);
}

/** Writes the files of something, one after the other: the first that the disk does not take is told, and no other is tried. */
export class GuardedWrites {
  #isBroken = false;

  /** Something could not be written. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** What a writer gives, or what stands for it where nothing can be written. */
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
