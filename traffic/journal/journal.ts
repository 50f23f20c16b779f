import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parsedPlain } from '../../schemas/json/plain.ts';
import { type DiskWriteError, writeToDisk, writeWhole } from '../system/atomicWrite.ts';
import type { Body, ExchangeLine, Line } from './journalTypes.ts';
import { lineProblem } from './lineValidators.ts';

/**
 * The budget in characters: for the answers that one worker records, or for the deliveries that one receiver records. Above the budget no bodies are stored,
 * because a hostile target must not fill the disk, and the judge holds the journals of all workers in memory.
 */
const answerBudget = 128 * 1024 * 1024;

/** More characters than any line needs: both bodies of an exchange with every character escaped. */
const longestLine = 32 * 1024 * 1024;

/** A journal that cannot be read: which file, which line and why. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

/** The journal file of one worker: append-only NDJSON, each line fully written before the next step of the test. */
export class Journal {
  readonly #place: string;
  readonly #file: number;
  readonly #budget: number;
  #answered = 0;
  #isOpen = true;
  #unkept: DiskWriteError | undefined;

  /** Opens `<folder>/<name>.ndjson` for appending and creates the folder if necessary. Throws DiskWriteError. */
  constructor(folder: string, name: string, budget: number = answerBudget) {
    this.#budget = budget;
    this.#place = join(folder, `${name}.ndjson`);
    this.#file = writeToDisk(folder, () => {
      mkdirSync(folder, { recursive: true });
      return openSync(this.#place, 'a', 0o600);
    });
  }

  /**
   * Appends one line and returns it as stored. Secrets must already be replaced. Lines that an aborted test writes after close are dropped. Throws
   * DiskWriteError; then every later call throws it again, because text after half a line could not be read.
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

  /** Closes the file; the journal remains. */
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

/** Returns the headers that oracles may need, for an answer that is too large to store. */
const needed = (headers: Headers): Headers =>
  headers.filter(([name, value]) => /^(?:content-type|date|retry-after)$/i.test(name) && value.length < 200);

/** Returns the line without the body that the target sent; undefined if the line has none. */
function withoutBody(line: Line): Line | undefined {
  if (line.kind === 'delivery') return { ...line, request: { ...line.request, body: emptied(line.request.body) } };
  if (line.kind !== 'exchange' || !line.answer) return undefined;
  const { status, headers, body } = line.answer;
  return { ...line, answer: { status, headers: needed(headers), body: emptied(body) } };
}

/** What to do about an unreadable line. */
const hint = 'Restore the file as its run wrote it: a changed journal is not judged.';

/** Reads one line of a journal; `where` is its place, for the error. Throws JournalError. */
export function journalLine(text: string, where: string): Line {
  if (text.length > longestLine)
    throw new JournalError(
      `expected a line of at most ${longestLine} characters, got ${text.length} at ${where}. ${hint}`,
    );
  const value = parsedPlain(text);
  if (value === undefined)
    throw new JournalError(`expected one JSON value on each line of the journal, got none at ${where}. ${hint}`);
  const problem = lineProblem(value);
  if (problem !== undefined) throw new JournalError(`${problem}, at ${where}. ${hint}`);
  return value as unknown as Line;
}

/** Reads the text of a file. Throws JournalError if the file cannot be read: anyone may have put the file there. */
function textOf(file: string): string {
  try {
    if (statSync(file).isFile()) return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new JournalError(`expected a readable journal file, got ${code} at ${file}. ${hint}`);
  }
  throw new JournalError(`expected a journal file, got something else at ${file}. ${hint}`);
}

/** The complete lines of a file; text after the last line break is a line that its writer could not finish. */
const textsIn = (folder: string, name: string) => textOf(join(folder, name)).split('\n').slice(0, -1);

function readFile(folder: string, name: string): Line[] {
  return textsIn(folder, name).map((text, index) => journalLine(text, `${name}:${index + 1} in ${folder}`));
}

/** Reads the lines of one file of a journal folder, by name; empty if there is no such file. Throws JournalError. */
export function readJournalFile(folder: string, name: string): Line[] {
  return existsSync(join(folder, `${name}.ndjson`)) ? readFile(folder, `${name}.ndjson`) : [];
}

const filesIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.ndjson'));

/** Counts the complete lines of a journal folder. */
export function countLines(folder: string): number {
  return filesIn(folder).reduce((sum, name) => sum + textsIn(folder, name).length, 0);
}

/** The file with the line that describes the run; it is read first. */
const runFile = 'run.ndjson';

/** Lists the files of a journal folder: the file of the run first, the others by name. */
function orderedIn(folder: string): string[] {
  const names = filesIn(folder);
  const rest = names.filter((name) => name !== runFile).sort();
  return [...names.filter((name) => name === runFile), ...rest];
}

/** Reads every line of a journal folder: the file of the run first, the others by name. Throws JournalError if a complete line cannot be read. */
export const readJournal = (folder: string): Line[] => orderedIn(folder).flatMap((name) => readFile(folder, name));

/** Makes the error for a well-formed line whose content cannot be judged; `nth` is its position among all lines read. */
export function unjudgeableLine(folder: string, nth: number, problem: string): JournalError {
  let at = nth;
  const name = orderedIn(folder).find((one) => {
    const { length } = textsIn(folder, one);
    if (at < length) return true;
    at -= length;
    return false;
  });
  return new JournalError(`${problem}, at ${name}:${at + 1} in ${folder}. ${hint}`);
}

/** Returns the exchanges among the lines of a journal, by their numbers. */
export const exchangesOf = (lines: readonly Line[]): ReadonlyMap<string, ExchangeLine> =>
  new Map(lines.flatMap((line) => (line.kind === 'exchange' ? [[line.id, line] as const] : [])));

/** Reads the exchanges of a journal by their numbers; empty if there is no journal. */
export const exchangesIn = (folder: string): ReadonlyMap<string, ExchangeLine> =>
  exchangesOf(existsSync(folder) ? readJournal(folder) : []);
