import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';

/** Results can no longer be written to the disk, so nothing more may be sent. */
export class DiskWriteError extends Error {
  override readonly name = 'Unkept';
}

/** Runs a write to the disk at a place. Throws DiskWriteError if the disk does not accept it. */
export function writeToDisk<T>(place: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw new DiskWriteError(`${(error as Error).message} (${place})`, { cause: error });
  }
}

/** Writes the whole text to an open file. */
export function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** Opens a file with the given flags, writes a text and flushes it to the disk. */
function writeThrough(file: string, text: string, { flags, mode }: { flags: 'w' | 'a'; mode: number }): void {
  const handle = openSync(file, flags, mode);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Replaces a file atomically: a reader sees the old or the new text, even if the process is killed meanwhile. With `isPrivate` only the owner may read it. */
export function replaceFile(file: string, text: string, { isPrivate = false } = {}): void {
  const beside = `${file}.${process.pid}.new`;
  try {
    writeThrough(beside, text, { flags: 'w', mode: isPrivate ? 0o600 : 0o666 });
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Appends a text to a file that only its owner may read; the text is on the disk when this returns. */
export function appendToFile(file: string, text: string): void {
  writeThrough(file, text, { flags: 'a', mode: 0o600 });
}
