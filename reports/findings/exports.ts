import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Found } from '../../fuzzer/findings/finding.ts';
import { writeCurl } from './curlText.ts';
import type { Origin } from './heading.ts';
import { writeExchanges } from './httpText.ts';
import { writeSpec } from './specText.ts';

/** The files that a finding is handed on as, by how their names end: each by itself shows it without us. */
const writers: readonly { end: string; mode: number; write(found: Found, origin: Origin): string }[] = [
  { end: 'sh', mode: 0o700, write: writeCurl },
  { end: 'spec.ts', mode: 0o600, write: writeSpec },
  { end: 'json', mode: 0o600, write: writeExchanges },
];

/** Writes a finding as files into a folder, named by its fingerprint, and gives their paths. */
export function writeExports(found: Found, { folder, ...origin }: Origin & { folder: string }): string[] {
  // A stored file may say anything: what is no fingerprint names no file.
  const name = found.fingerprint.replaceAll(/[^0-9A-Za-z]/g, '').slice(0, 64) || 'finding';
  mkdirSync(folder, { recursive: true });
  return writers.map(({ end, mode, write }) => {
    const file = join(folder, `${name}.${end}`);
    writeFileSync(file, write(found, origin), { mode });
    chmodSync(file, mode);
    return file;
  });
}
