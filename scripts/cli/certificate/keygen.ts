import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { fingerprintOf, newKeys, publicKeyFrom } from '../../../certificate/keys/keys.ts';
import { ConfigurationError, checkedTogether } from '../../../traffic/system/configurationError.ts';

const present = 'a file that is there already';

const unusable = (file: string, seen: string) =>
  new ConfigurationError('--out', [{ where: file, wanted: 'a new file', seen, hint: 'Name another file with --out.' }]);

/** Writes a new file and never replaces one: a key that is overwritten is lost. Throws ConfigurationError. */
function writeNew(file: string, text: string, mode: number): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode });
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw unusable(file, code === 'EEXIST' ? present : code);
  }
}

/** Refuses a name that is taken, also by a link that leads nowhere. Throws ConfigurationError. */
function refusePresent(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })) throw unusable(file, present);
}

/** Makes a new key for certificates and writes its halves into two files; prints the fingerprint, and returns the exit code. */
export function keygen({ out = 'assay-key' }: { out?: string }): number {
  const keys = newKeys();
  const [secret, open] = [`${out}.pem`, `${out}.pub.pem`];
  checkedTogether('--out', [() => refusePresent(secret), () => refusePresent(open)]);
  writeNew(secret, keys.secret, 0o600);
  try {
    writeNew(open, keys.public, 0o644);
  } catch (error) {
    // Half a pair is of no use, and it would keep the next try from its names.
    rmSync(secret);
    throw error;
  }
  process.stdout.write(
    [
      `secret key: ${secret}; keep it, and show it to nobody`,
      `public key: ${open}; hand it out`,
      `fingerprint: ${fingerprintOf(publicKeyFrom(keys.public))}; publish it where your customers trust it`,
      '',
    ].join('\n'),
  );
  return 0;
}
