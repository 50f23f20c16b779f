import { rmSync } from 'node:fs';

/** Removes a file, if it is there and may be removed: in a folder of all users it may belong to somebody else. */
export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It stays, and whoever it stops is told its path.
  }
}
