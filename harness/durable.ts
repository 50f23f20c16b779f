import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

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
export function appendDurably(file: string, text: string): void {
  writeThrough(file, text, { flags: 'a', mode: 0o600 });
}
