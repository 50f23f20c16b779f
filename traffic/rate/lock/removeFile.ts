import { rmSync } from 'node:fs';

/** Removes a file if it exists and may be removed: in a shared folder it may belong to another user. */
export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The file remains; anyone it blocks sees its path.
  }
}
