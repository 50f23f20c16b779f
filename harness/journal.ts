import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Body, ExchangeLine, Line } from './lines.ts';

/**
 * What one worker may write of answers, or a receiver of deliveries, in characters, before their bodies are cut to nothing: a hostile target cannot fill
 * the disk, and a journal file stays below the 512 MB that one string can hold.
 */
const answerBudget = 256 * 1024 * 1024;

/** A journal that is not readable: which file, which line, why. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

/** One worker's journal file: append-only NDJSON, each line written whole before the next step of the test. */
export class Journal {
  readonly #file: number;
  readonly #budget: number;
  #answered = 0;
  #isOpen = true;

  /** Opens `<folder>/<name>.ndjson` for appending; the folder is made if it is not there. */
  constructor(folder: string, name: string, budget: number = answerBudget) {
    this.#budget = budget;
    mkdirSync(folder, { recursive: true });
    this.#file = openSync(join(folder, `${name}.ndjson`), 'a', 0o600);
  }

  /**
   * Appends one line and gives it as it is kept. Secrets must have been replaced before. After closing, what a broken-off test still
   * writes is dropped.
   */
  write(line: Line): Line {
    if (!this.#isOpen) return line;
    const { kept, text } = this.#bounded(line);
    writeSync(this.#file, `${text}\n`);
    return kept;
  }

  /** Closes the file; the journal stays. */
  close(): void {
    this.#isOpen = false;
    closeSync(this.#file);
  }

  #bounded(line: Line): { kept: Line; text: string } {
    const text = JSON.stringify(line);
    const cut = withoutBody(line);
    if (!cut) return { kept: line, text };
    this.#answered += text.length;
    if (this.#answered <= this.#budget) return { kept: line, text };
    return { kept: cut, text: JSON.stringify(cut) };
  }
}

const emptied = ({ bytes, sha256 }: Body): Body => ({ text: '', bytes, sha256, cut: true });

/** The same line without the body that a target sent; undefined where it sent none. */
function withoutBody(line: Line): Line | undefined {
  if (line.kind === 'delivery') return { ...line, request: { ...line.request, body: emptied(line.request.body) } };
  if (line.kind !== 'exchange' || !line.answer) return undefined;
  return { ...line, answer: { ...line.answer, body: emptied(line.answer.body) } };
}

function parseLine(text: string, where: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    throw new JournalError(`wanted one JSON value on a line of the journal, there is none at ${where}`);
  }
}

/** The whole lines of a file: what follows the last line break is one that its writer did not live to finish. */
const textsIn = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1);

function readFile(folder: string, name: string): Line[] {
  return textsIn(folder, name).map((text, index) => parseLine(text, `${name}:${index + 1}`));
}

/** The lines of one file of a journal folder, by its name; none where there is no such file. Throws JournalError. */
export function readPart(folder: string, name: string): Line[] {
  return existsSync(join(folder, `${name}.ndjson`)) ? readFile(folder, `${name}.ndjson`) : [];
}

const filesIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.ndjson'));

/** How many whole lines a journal folder has. */
export function countLines(folder: string): number {
  return filesIn(folder).reduce((sum, name) => sum + textsIn(folder, name).length, 0);
}

/** The line that says what run it is of comes first. */
const runFile = 'run.ndjson';

/** Every line of a journal folder, file by file: the first line of its run, then in name order. Throws JournalError when a whole line cannot be read. */
export function readJournal(folder: string): Line[] {
  const names = filesIn(folder);
  const first = names.filter((name) => name === runFile);
  const rest = names.filter((name) => name !== runFile).sort();
  return [...first, ...rest].flatMap((name) => readFile(folder, name));
}

/** The exchanges of a journal by their numbers; none when there is no journal. */
export function exchangesIn(folder: string): ReadonlyMap<string, ExchangeLine> {
  const lines = existsSync(folder) ? readJournal(folder) : [];
  return new Map(lines.flatMap((line) => (line.kind === 'exchange' ? [[line.id, line] as const] : [])));
}
