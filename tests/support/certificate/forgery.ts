import type { KeyObject } from 'node:crypto';
import {
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { configurationOf } from '../../../certificate/bundle/bundleFiles.ts';
import { sha256, storeStatement, writePart } from '../../../certificate/bundle/writeBundle.ts';
import { publicHalf, publicKeyText } from '../../../certificate/keys/keys.ts';
import { writeBadge } from '../../../certificate/pages/badge.ts';
import { writeCertificatePage } from '../../../certificate/pages/certificatePage.ts';
import type { Certificate, CertificateStatement, TestResult } from '../../../certificate/statement/certificate.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import { filesBelow } from '../product/temporaryFolder.ts';

/** A part of a statement that a forger may write as he likes. */
type Loose<T> = { -readonly [Key in keyof T]: T[Key] extends object ? Loose<T[Key]> : T[Key] };

/** The statement of a bundle in a form that can be changed. */
export type LooseStatement = Loose<CertificateStatement>;

const textOf = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

/** Changes the text of a file of a bundle. Throws if that changes nothing: the forgery would be none. */
export function edit(folder: string, path: string, change: (text: string) => string): void {
  const text = textOf(folder, path);
  const changed = change(text);
  if (changed === text) throw new Error(`expected a change of ${path}, got the same text`);
  writeFileSync(join(folder, path), changed);
}

/** Changes the lines of a file of a journal. */
export const editLines = (folder: string, path: string, change: (lines: string[]) => string[]): void =>
  edit(folder, path, (text) =>
    change(text.split('\n').slice(0, -1))
      .map((line) => `${line}\n`)
      .join(''),
  );

/** Changes a file that is one JSON value. */
export const editJson = (folder: string, path: string, change: (value: { [key: string]: Plain }) => void): void =>
  edit(folder, path, (text) => {
    const value = JSON.parse(text);
    change(value);
    return `${JSON.stringify(value, null, 1)}\n`;
  });

/** Reads the statement of a bundle. */
export const statementIn = (folder: string): LooseStatement =>
  JSON.parse(Buffer.from(JSON.parse(textOf(folder, 'statement.json')).payload, 'base64').toString());

/** Returns what our own field of a statement says. */
export const certificateOf = ({ predicate }: LooseStatement): Loose<Certificate> =>
  (predicate as unknown as Loose<TestResult>).assayCertificate;

/** Signs a changed bundle again, as whoever holds a key can: new digests, a changed statement, badge and page that follow from it. */
export function signAgain(
  folder: string,
  key: KeyObject,
  change: (statement: LooseStatement) => void = () => {},
): void {
  const statement = statementIn(folder);
  for (const subject of statement.subject)
    if (existsSync(join(folder, subject.name)))
      subject.digest.sha256 = sha256(readFileSync(join(folder, subject.name)));
  Object.assign(statement.predicate, { configuration: configurationOf(statement.subject) });
  certificateOf(statement).signer = publicKeyText(publicHalf(key));
  change(statement);
  const signed = statement as unknown as CertificateStatement;
  storeStatement(folder, signed, key);
  try {
    writePart(folder, 'certificate.html', writeCertificatePage(signed));
    writePart(folder, 'badge.svg', writeBadge(signed));
  } catch {
    // A statement that is none has no page; its old one stays.
  }
}

/** Copies a bundle. */
export const copyOf = (bundle: string, to: string): string => {
  cpSync(bundle, to, { recursive: true });
  return to;
};

/** Draws numbers below a bound, the same for the same seed. */
export interface Draw {
  seed: number;
  below(bound: number): number;
}

/** Returns a source of numbers: SHA-256 over the seed and a counter. */
export function drawFrom(seed: number): Draw {
  let count = 0;
  const below = (bound: number) => {
    count += 1;
    return Number(BigInt(`0x${sha256(`${seed} ${count}`).slice(0, 12)}`) % BigInt(bound));
  };
  return { seed, below };
}

/** Changes one drawn byte of a drawn file of a bundle to another value, each byte of the bundle alike. */
export function editByte(folder: string, draw: Draw): { where: string; restore(): void } {
  const sizes = filesBelow(folder).map((file) => ({ file, bytes: statSync(file).size }));
  let at = draw.below(sizes.reduce((sum, { bytes }) => sum + bytes, 0));
  const found = sizes.find(({ bytes }) => {
    if (at < bytes) return true;
    at -= bytes;
    return false;
  });
  if (!found) throw new Error('expected a byte to change, got none');
  const handle = openSync(found.file, 'r+');
  const before = Buffer.alloc(1);
  readSync(handle, before, 0, 1, at);
  const put = (value: number) => writeSync(handle, Buffer.from([value]), 0, 1, at);
  put(((before[0] ?? 0) + 1 + draw.below(255)) % 256);
  const restore = () => {
    put(before[0] ?? 0);
    closeSync(handle);
  };
  return { where: `${found.file}:${at}`, restore };
}
