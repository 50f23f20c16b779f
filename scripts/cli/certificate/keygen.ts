import { writeFileSync } from 'node:fs';
import { fingerprintOf, newKeys, publicKeyFrom } from '../../../certificate/keys/keys.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';

/** Writes a new file and never replaces one: a key that is overwritten is lost. Throws ConfigurationError. */
function writeNew(file: string, text: string, mode: number): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode });
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    const seen = code === 'EEXIST' ? 'a file that is there already' : code;
    const hint = 'Name another file with --out.';
    throw new ConfigurationError('--out', [{ where: file, wanted: 'a new file', seen, hint }]);
  }
}

/** Makes a new key for certificates and writes its halves into two files; prints the fingerprint, and returns the exit code. */
export function keygen({ out = 'assay-key' }: { out?: string }): number {
  const keys = newKeys();
  const [secret, open] = [`${out}.pem`, `${out}.pub.pem`];
  writeNew(open, keys.public, 0o644);
  writeNew(secret, keys.secret, 0o600);
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
