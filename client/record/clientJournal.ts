import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isCount, isText, listOf, objectWith, optional, pairOf } from '../../schemas/json/guards.ts';
import { isPlainObject, parsedPlain } from '../../schemas/json/plain.ts';
import { JournalError } from '../../traffic/journal/journal.ts';
import { writeToDisk, writeWhole } from '../../traffic/system/atomicWrite.ts';
import type { ClientLine } from './clientLines.ts';

/** The file with the journal of a gate, in the folder of its run. */
const clientJournalOf = (out: string): string => join(out, 'client.ndjson');

/** Appends the lines of a gate to its file; only the owner can read it. */
export class ClientJournal {
  readonly #file: number;
  readonly #place: string;
  readonly lines: ClientLine[] = [];

  /** Opens the journal in the folder of a run. Throws DiskWriteError. */
  constructor(out: string) {
    this.#place = clientJournalOf(out);
    this.#file = writeToDisk(this.#place, () => {
      mkdirSync(dirname(this.#place), { recursive: true });
      return openSync(this.#place, 'a', 0o600);
    });
  }

  /** Appends one line, from which secrets have been replaced. Throws DiskWriteError. */
  write(line: ClientLine): void {
    this.lines.push(line);
    writeToDisk(this.#place, () => writeWhole(this.#file, `${JSON.stringify(line)}\n`));
  }

  /** Closes the file. */
  close(): void {
    closeSync(this.#file);
  }
}

const isBreak = objectWith({ kind: isText, seen: isText, hint: isText });
const isAnswer = objectWith({
  status: isCount,
  bytes: isCount,
  text: optional(isText),
  headers: optional(listOf(pairOf(isText, isText))),
});
const isFacts = objectWith({ schemes: listOf(isText), salts: listOf(isText), secretIn: listOf(isText) });

/** What a stored line of each kind must have. Anybody may have written it. */
const guards: Readonly<Record<ClientLine['kind'], ReturnType<typeof objectWith>>> = {
  gate: objectWith({
    run: isText,
    seed: isCount,
    startedAt: isText,
    way: isText,
    command: isText,
    name: optional(isText),
    again: isText,
  }),
  introduction: objectWith({
    testee: objectWith({ name: isText, version: isText, operations: listOf(isText), features: listOf(isText) }),
  }),
  call: objectWith({ id: isText, scenario: isText, at: isCount, request: isText, broken: optional(isBreak) }),
  request: objectWith({
    id: isText,
    scenario: isText,
    listener: isText,
    method: isText,
    path: isText,
    headers: listOf(pairOf(isText, isText)),
    body: objectWith({ bytes: isCount, sha256: isText }),
    facts: isFacts,
    answer: optional(isAnswer),
  }),
  claim: objectWith({ requirement: isText, scenario: isText, oracle: isText }),
  skipped: objectWith({ requirement: isText, scenario: isText, reason: isText }),
  broken: objectWith({ requirement: isText, scenario: isText, broken: isBreak }),
  unreadable: objectWith({ id: isText, firstLine: isText }),
  output: objectWith({ text: isText, bytes: isCount, leaks: listOf(isText) }),
  end: objectWith({}),
};

const isKind = (kind: unknown): kind is ClientLine['kind'] => typeof kind === 'string' && Object.hasOwn(guards, kind);

/** True if a folder has the journal of a gate. */
export const hasClientJournal = (out: string): boolean => existsSync(clientJournalOf(out));

/** Reads the journal of a gate. Throws JournalError for a line that is none of ours. */
export function readClientJournal(out: string): ClientLine[] {
  const place = clientJournalOf(out);
  const lines = readFileSync(place, 'utf8').split('\n').slice(0, -1);
  return lines.map((text, at) => {
    const value = parsedPlain(text);
    const isLine = isPlainObject(value) && isKind(value['kind']) && guards[value['kind']](value);
    if (!isLine)
      throw new JournalError(
        `expected a line of the journal of a gate, got another at ${place}:${at + 1}. Restore the file as its run wrote it.`,
      );
    return value as unknown as ClientLine;
  });
}
