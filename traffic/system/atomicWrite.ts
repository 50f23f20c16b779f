import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';

/** What is done can no longer be kept on the disk: nothing more may be sent. */
export class DiskWriteError extends Error {
  override readonly name = 'Unkept';
}

/** Does something to the disk at a place. Throws Unkept where the disk does not take it. */
export function writeToDisk<T>(place: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw new DiskWriteError(`${(error as Error).message} (${place})`, { cause: error });
  }
}

/** Writes a text to an open file, whole. */
export function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** Writes a text to a file that is opened in a way, and leaves it on the disk. */
function writeThrough(file: string, text: string, { flags, mode }: { flags: 'w' | 'a'; mode: number }): void {
  const handle = openSync(file, flags, mode);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Replaces a file at once: whoever reads it, or is killed meanwhile, has the old text or the new one. It is made for its owner alone where `isPrivate`. */
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

/** Adds a text to the end of a file, which is made for its owner alone; it is on the disk when this returns. */
export function appendToFile(file: string, text: string): void {
  writeThrough(file, text, { flags: 'a', mode: 0o600 });
}
