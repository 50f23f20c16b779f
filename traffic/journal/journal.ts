import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Plain } from '../../schemas/json/plain.ts';
import { type DiskWriteError, writeToDisk, writeWhole } from '../system/atomicWrite.ts';
import type { Body, ExchangeLine, Line } from './journalTypes.ts';
import { lineProblem } from './lineValidators.ts';

/**
 * What one worker may write of answers, or a receiver of deliveries, in characters, before their bodies are cut to nothing: a hostile target cannot fill
 * the disk, and who judges a run holds the journals of all its workers in memory.
 */
const answerBudget = 128 * 1024 * 1024;

/** More than one line takes, in characters: both bodies of an exchange, each character of them escaped. */
const longestLine = 32 * 1024 * 1024;

/** A journal that is not readable: which file, which line, why. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

/** One worker's journal file: append-only NDJSON, each line written whole before the next step of the test. */
export class Journal {
  readonly #place: string;
  readonly #file: number;
  readonly #budget: number;
  #answered = 0;
  #isOpen = true;
  #unkept: DiskWriteError | undefined;

  /** Opens `<folder>/<name>.ndjson` for appending; the folder is made if it is not there. Throws Unkept. */
  constructor(folder: string, name: string, budget: number = answerBudget) {
    this.#budget = budget;
    this.#place = join(folder, `${name}.ndjson`);
    this.#file = writeToDisk(folder, () => {
      mkdirSync(folder, { recursive: true });
      return openSync(this.#place, 'a', 0o600);
    });
  }

  /**
   * Appends one line and gives it as it is kept. Secrets must have been replaced before. After closing, what a broken-off test still
   * writes is dropped. Throws Unkept, and does so ever after: what follows half a line could not be read.
   */
  write(line: Line): Line {
    if (!this.#isOpen) return line;
    if (this.#unkept) throw this.#unkept;
    const { line: own, text } = this.#bounded(line);
    try {
      writeToDisk(this.#place, () => writeWhole(this.#file, `${text}\n`));
    } catch (error) {
      this.#unkept = error as DiskWriteError;
      throw error;
    }
    return own;
  }

  /** Closes the file; the journal stays. */
  close(): void {
    this.#isOpen = false;
    closeSync(this.#file);
  }

  #bounded(line: Line): { line: Line; text: string } {
    const text = JSON.stringify(line);
    const cut = withoutBody(line);
    if (!cut) return { line, text };
    this.#answered += text.length;
    if (this.#answered <= this.#budget) return { line, text };
    return { line: cut, text: JSON.stringify(cut) };
  }
}

const emptied = ({ bytes, sha256 }: Body): Body => ({ text: '', bytes, sha256, cut: true });

type Headers = readonly (readonly [string, string])[];

/** The headers that judgement may need, where the rest is too much to keep. */
const needed = (headers: Headers): Headers =>
  headers.filter(([name, value]) => /^(?:content-type|date|retry-after)$/i.test(name) && value.length < 200);

/** The same line without the body that a target sent; undefined where it sent none. */
function withoutBody(line: Line): Line | undefined {
  if (line.kind === 'delivery') return { ...line, request: { ...line.request, body: emptied(line.request.body) } };
  if (line.kind !== 'exchange' || !line.answer) return undefined;
  const { status, headers, body } = line.answer;
  return { ...line, answer: { status, headers: needed(headers), body: emptied(body) } };
}

/** What to do about a line that cannot be read. */
const hint = 'Put the file back as its run has written it: a changed journal is not judged.';

function parseLine(text: string, where: string): Line {
  if (text.length > longestLine)
    throw new JournalError(
      `wanted a line of at most ${longestLine} characters, found ${text.length} at ${where}. ${hint}`,
    );
  const value = parsed(text);
  if (value === undefined)
    throw new JournalError(`wanted one JSON value on a line of the journal, there is none at ${where}. ${hint}`);
  const flaw = lineProblem(value);
  if (flaw !== undefined) throw new JournalError(`${flaw}, at ${where}. ${hint}`);
  return value as unknown as Line;
}

function parsed(text: string): Plain | undefined {
  try {
    return JSON.parse(text) as Plain;
  } catch {
    return undefined;
  }
}

/** The text of a file. Throws JournalError where it cannot be had: it may have been put there by anybody. */
function textOf(file: string): string {
  try {
    if (statSync(file).isFile()) return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new JournalError(`wanted a file of a journal that can be read, found ${code} at ${file}. ${hint}`);
  }
  throw new JournalError(`wanted a file of a journal, found something else at ${file}. ${hint}`);
}

/** The whole lines of a file: what follows the last line break is one that its writer did not live to finish. */
const textsIn = (folder: string, name: string) => textOf(join(folder, name)).split('\n').slice(0, -1);

function readFile(folder: string, name: string): Line[] {
  return textsIn(folder, name).map((text, index) => parseLine(text, `${name}:${index + 1} in ${folder}`));
}

/** The lines of one file of a journal folder, by its name; none where there is no such file. Throws JournalError. */
export function readJournalFile(folder: string, name: string): Line[] {
  return existsSync(join(folder, `${name}.ndjson`)) ? readFile(folder, `${name}.ndjson`) : [];
}

const filesIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.ndjson'));

/** How many whole lines a journal folder has. */
export function countLines(folder: string): number {
  return filesIn(folder).reduce((sum, name) => sum + textsIn(folder, name).length, 0);
}

/** The line that says what run it is of comes first. */
const runFile = 'run.ndjson';

/** The files of a journal folder: the one of its run first, then in name order. */
function orderedIn(folder: string): string[] {
  const names = filesIn(folder);
  const rest = names.filter((name) => name !== runFile).sort();
  return [...names.filter((name) => name === runFile), ...rest];
}

/** Every line of a journal folder, file by file: the first line of its run, then in name order. Throws JournalError when a whole line cannot be read. */
export const readJournal = (folder: string): Line[] => orderedIn(folder).flatMap((name) => readFile(folder, name));

/** The problem of a line of a journal that is well-formed and says what nobody can judge, by its place among all that were read. */
export function unjudgeableLine(folder: string, nth: number, flaw: string): JournalError {
  let at = nth;
  const name = orderedIn(folder).find((one) => {
    const { length } = textsIn(folder, one);
    if (at < length) return true;
    at -= length;
    return false;
  });
  return new JournalError(`${flaw}, at ${name}:${at + 1} in ${folder}. ${hint}`);
}

/** The exchanges of a journal by their numbers; none when there is no journal. */
export function exchangesIn(folder: string): ReadonlyMap<string, ExchangeLine> {
  const lines = existsSync(folder) ? readJournal(folder) : [];
  return new Map(lines.flatMap((line) => (line.kind === 'exchange' ? [[line.id, line] as const] : [])));
}
