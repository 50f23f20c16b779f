import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './packageRoot.ts';

/** The texts of the package's files, in a program that consists of one file (`scripts/build.js`); elsewhere it is not defined. */
declare const ASSAY_FILES: Readonly<Record<string, string>> | undefined;

const embedded = typeof ASSAY_FILES === 'undefined' ? undefined : ASSAY_FILES;

/** Reads a file of the package by its path from the root, or its text in a program that consists of one file. */
export function packageFile(path: string): string {
  const text = embedded?.[path];
  if (embedded && text === undefined) throw new Error(`expected ${path} inside of this program, got nothing`);
  return text ?? readFileSync(join(packageRoot, path), 'utf8');
}
