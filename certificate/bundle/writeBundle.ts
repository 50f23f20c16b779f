import { createHash, type KeyObject } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { openEnvelope, payloadOf, signStatement } from '../envelope/dsse.ts';
import { fingerprintOf, publicHalf } from '../keys/keys.ts';
import { statementFrom } from '../statement/readStatement.ts';
import type { Statement, Subject } from '../statement/statement.ts';
import { bundleFiles, bundleFolders, bundleLimits } from './bundleFiles.ts';
import { type Bundle, textOf } from './readBundle.ts';

/** Returns the SHA-256 of a text or of bytes, in hex. */
export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** Writes a file of a bundle, readable by its owner, and returns the subject that names it. */
export function writePart(folder: string, name: string, text: string): Subject {
  const place = join(folder, name);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text, { mode: 0o600 });
  return { name, digest: { sha256: sha256(text) } };
}

/** Copies a file into a bundle and returns the subject that names it. */
export function copyPart(folder: string, name: string, from: string): Subject {
  const place = join(folder, name);
  mkdirSync(dirname(place), { recursive: true });
  copyFileSync(from, place);
  return { name, digest: { sha256: sha256(readFileSync(place)) } };
}

/** Copies the files of a journal into a bundle and returns their subjects. */
export const copyJournal = (folder: string, journal: string): Subject[] =>
  readdirSync(journal)
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .map((name) => copyPart(folder, `${bundleFolders.journal}/${name}`, join(journal, name)));

/** Signs a statement and stores its envelope as the statement of a bundle. */
export function storeStatement(folder: string, statement: Statement<unknown>, key: KeyObject): void {
  writePart(folder, bundleFiles.statement, signStatement(statement, key));
}

/** Names the statement of a bundle as the subject of another statement, such as a countersignature. */
export const subjectOfStatement = (bundle: Bundle): Subject => ({
  name: bundleFiles.statement,
  digest: { sha256: sha256(textOf(bundle, bundleFiles.statement)) },
});

const envelopeIn = (bundle: Bundle) => openEnvelope(textOf(bundle, bundleFiles.statement), bundleFiles.statement);

/** Returns the fingerprint of the key that signed the statement of a bundle, without verifying anything. Throws Refusal. */
export const signerIn = (bundle: Bundle): string => envelopeIn(bundle).keyid;

/** Reads the certificate of a bundle without verifying anything: for a countersigner, which verifies the bundle first. Throws Refusal. */
export function certificateIn(bundle: Bundle) {
  return statementFrom(payloadOf(envelopeIn(bundle), bundleFiles.statement)).predicate.assayCertificate;
}

/** Counts the files of a folder that may be absent. */
const filesIn = (folder: string): number => (existsSync(folder) ? readdirSync(folder).length : 0);

/** Returns the path that the next countersignature by a key gets in a bundle, beside those that are there. Throws ConfigurationError for a full bundle. */
export function nextCountersignature(folder: string, key: KeyObject): string {
  const [, digits = ''] = fingerprintOf(publicHalf(key)).split(':');
  const stem = `${bundleFolders.countersignatures}/${digits.slice(0, 32)}`;
  const most = bundleLimits.countersignatures;
  const names = [`${stem}.json`, ...Array.from({ length: most - 1 }, (_, at) => `${stem}-${at + 2}.json`)];
  const name = names.find((one) => !existsSync(join(folder, one)));
  const seen = filesIn(join(folder, bundleFolders.countersignatures));
  if (name !== undefined && seen < most) return name;
  const [where, wanted] = [
    bundleFolders.countersignatures,
    `fewer than ${most} files, of which yours would be the last`,
  ];
  const hint = 'Take out those of keys that you do not know; they are no part of the certificate.';
  throw new ConfigurationError('the bundle', [{ where, wanted, seen: `${seen} files`, hint }]);
}

/** Adds somebody's statement about a bundle to it; returns its path in the bundle. Throws ConfigurationError for a full bundle. */
export function storeCountersignature(folder: string, statement: Statement<unknown>, key: KeyObject): string {
  const name = nextCountersignature(folder, key);
  writePart(folder, name, signStatement(statement, key));
  return name;
}
