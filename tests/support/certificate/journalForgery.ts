import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newKeys, privateKeyFrom } from '../../../certificate/keys/keys.ts';
import type { RefusalCode } from '../../../certificate/refusal.ts';
import { edit, editLines, type LooseStatement, signAgain } from './forgery.ts';
import { sampleKey } from './sampleBundle.ts';

/** Changes a bundle in its folder. */
export type Forge = (folder: string) => void;

/** Forgeries: what was done, the reason for which each is refused, and the change. */
export type Forgeries = readonly (readonly [what: string, code: RefusalCode, forge: Forge])[];

/** The key of somebody else. */
export const foreignKey = privateKeyFrom(newKeys().secret);

/** Returns a moment some days from now. */
export const later = (days: number): Date => new Date(Date.now() + days * 86_400_000);

/** Changes files of a bundle and the statement about them, and signs both again with the key of the vendor. */
export const again =
  (change: (folder: string) => void, said: (statement: LooseStatement) => void = () => {}) =>
  (folder: string) => {
    change(folder);
    signAgain(folder, sampleKey, said);
  };

/** Only says something else, and signs it. */
export const saying = (said: (statement: LooseStatement) => void) => again(() => {}, said);

/** The file of the first worker. */
export const p0 = 'journal/p0.ndjson';
/** The file of the run. */
export const run = 'journal/run.ndjson';
const isOf = (kind: string) => (line: string) => line.startsWith(`{"kind":"${kind}"`);

/** Doubles the first line of a kind. */
export const doubled = (kind: string) => (lines: string[]) => {
  const at = lines.findIndex(isOf(kind));
  return lines.toSpliced(at, 0, lines[at] ?? '');
};
/** Removes the first line of a kind. */
export const without = (kind: string) => (lines: string[]) => lines.toSpliced(lines.findIndex(isOf(kind)), 1);
/** Moves the first line of a kind to the end. */
export const moved = (kind: string) => (lines: string[]) => [...without(kind)(lines), lines.find(isOf(kind)) ?? ''];
/** Swaps the first two lines of a kind that follow each other. */
export const swapped = (kind: string) => (lines: string[]) => {
  const at = lines.findIndex((line, index) => isOf(kind)(line) && isOf(kind)(lines[index + 1] ?? ''));
  return lines.toSpliced(at, 2, lines[at + 1] ?? '', lines[at] ?? '');
};
/** Moves the first line of a kind from the first worker to the one that looked whether the target is there. */
export function movedTo(folder: string, kind: string): void {
  const from = readFileSync(join(folder, p0), 'utf8').split('\n');
  editLines(folder, p0, without(kind));
  editLines(folder, 'journal/preflight.ndjson', (lines) => [...lines, from.find(isOf(kind)) ?? '']);
}
/** Replaces a text in every line. */
export const replaced = (pattern: RegExp, by: string) => (lines: string[]) =>
  lines.map((line) => line.replace(pattern, by));

/** Lets the closing line count what is there, as a careful forger does. */
const recount = (folder: string, by: number) =>
  edit(folder, run, (text) => text.replace(/"lines":(\d+)/, (_, lines) => `"lines":${Number(lines) + by}`));

/** Changes one file of the journal, and signs again. */
export const inJournal = (file: string, change: (lines: string[]) => string[], by = 0) =>
  again((folder) => {
    editLines(folder, file, change);
    if (by !== 0) recount(folder, by);
  });
