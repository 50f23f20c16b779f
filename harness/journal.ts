import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Body, ExchangeLine, Line } from './lines.ts';

/**
 * What one worker may write of answers, in characters, before their bodies are cut to nothing: a hostile target cannot fill
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

  /** Appends one line. Secrets must have been replaced before. After closing, what a broken-off test still writes is dropped. */
  write(line: Line): void {
    if (!this.#isOpen) return;
    writeSync(this.#file, `${line.kind === 'exchange' ? this.#bounded(line) : JSON.stringify(line)}\n`);
  }

  /** Closes the file; the journal stays. */
  close(): void {
    this.#isOpen = false;
    closeSync(this.#file);
  }

  #bounded(line: ExchangeLine): string {
    const text = JSON.stringify(line);
    if (!line.answer) return text;
    this.#answered += text.length;
    if (this.#answered <= this.#budget) return text;
    const { bytes, sha256 } = line.answer.body;
    const body: Body = { text: '', bytes, sha256, cut: true };
    return JSON.stringify({ ...line, answer: { ...line.answer, body } });
  }
}

function parseLine(text: string, where: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    throw new JournalError(`wanted one JSON value on a line of the journal, there is none at ${where}`);
  }
}

function readFile(folder: string, name: string): Line[] {
  const lines = readFileSync(join(folder, name), 'utf8').split('\n');
  // What follows the last line break is a line that its writer did not live to finish.
  return lines.slice(0, -1).map((text, index) => parseLine(text, `${name}:${index + 1}`));
}

/** The line that says what run it is of comes first. */
const runFile = 'run.ndjson';

/** Every line of a journal folder, file by file: the first line of its run, then in name order. Throws JournalError when a whole line cannot be read. */
export function readJournal(folder: string): Line[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ndjson'));
  const first = names.filter((name) => name === runFile);
  const rest = names.filter((name) => name !== runFile).sort();
  return [...first, ...rest].flatMap((name) => readFile(folder, name));
}

/** The exchanges of a journal by their numbers; none when there is no journal. */
export function exchangesIn(folder: string): ReadonlyMap<string, ExchangeLine> {
  const lines = existsSync(folder) ? readJournal(folder) : [];
  return new Map(lines.flatMap((line) => (line.kind === 'exchange' ? [[line.id, line] as const] : [])));
}
