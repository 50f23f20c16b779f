import { existsSync, readFileSync } from 'node:fs';
import { isPlainObject, type Plain, type PlainObject } from '../../../schemas/json/plain.ts';
import { ConfigurationError, type Problem } from '../../system/configurationError.ts';
import type { FilePlace } from './filePlace.ts';
import { readDocument } from './targetDocument.ts';

/** A failure that is known and does not count, until a day. The file of known failures has a list of these (docs/nightly.md). */
export interface KnownFailure {
  /** The requirement. */
  id: string;
  /** The failure, by the first digits of its fingerprint (8 to 16), by the combination in which it shows, or by both. */
  fingerprint?: string;
  combination?: string;
  reason: string;
  owner?: string;
  link?: string;
  /** The last day on which it is known, YYYY-MM-DD. */
  until: string;
  /** The line of the file at which the entry begins. */
  line?: number;
}

/** What each member of an entry must be. */
const members: Readonly<Record<string, { pattern: RegExp; wanted: string; isRequired?: true }>> = {
  id: { pattern: /^[A-Z]{3}-\d{2}[a-z]?$/, wanted: 'the id of a requirement, such as PAY-12', isRequired: true },
  fingerprint: { pattern: /^[0-9a-f]{8,16}$/, wanted: 'the hexadecimal digits that a report prints, 8 to 16' },
  combination: { pattern: /\S/, wanted: 'the name of a combination' },
  reason: { pattern: /\S/, wanted: 'why the failure is known', isRequired: true },
  owner: { pattern: /\S/, wanted: 'who mends it' },
  link: { pattern: /^https?:\/\/\S+$/, wanted: 'an address' },
  until: { pattern: /^\d{4}-\d\d-\d\d$/, wanted: 'a day, such as 2026-12-31', isRequired: true },
};

const example = '- { id: PAY-12, fingerprint: 0123456789abcdef, reason: …, until: 2026-12-31 }';

type Place = (place: FilePlace) => number | undefined;

/** A file has at most this many entries, and this many characters. */
const most = { entries: 1_000, characters: 1_048_576 };

function problemsOf(entry: Plain, at: number, lineOf: Place): Problem[] {
  const problem = (place: FilePlace, words: Pick<Problem, 'wanted' | 'seen' | 'hint'>): Problem => {
    const line = lineOf(place);
    return { where: `/${place.join('/')}`, ...(line !== undefined && { line }), ...words };
  };
  if (!isPlainObject(entry))
    return [problem([String(at)], { wanted: 'an entry', seen: 'something else', hint: `Write ${example}.` })];
  const unknown = Object.keys(entry).filter((name) => !Object.hasOwn(members, name));
  const names = Object.keys(members).join(', ');
  const wrong = Object.entries(members).filter(([name, { pattern, isRequired }]) => {
    const value = entry[name];
    return value === undefined ? isRequired : typeof value !== 'string' || !pattern.test(value);
  });
  const isNamed = entry['fingerprint'] !== undefined || entry['combination'] !== undefined;
  return [
    ...unknown.map((name) =>
      problem([String(at), name], { wanted: `one of ${names}`, seen: name, hint: 'Remove it.' }),
    ),
    ...wrong.map(([name, { wanted }]) =>
      problem([String(at), name], {
        wanted,
        seen: entry[name] === undefined ? 'nothing' : 'something else',
        hint: 'Correct it.',
      }),
    ),
    ...(isNamed
      ? []
      : [
          problem([String(at)], {
            wanted: 'a fingerprint or a combination',
            seen: 'neither',
            hint: 'An entry names one failure, not all of a requirement.',
          }),
        ]),
  ];
}

/** Reads a file of known failures; none if there is no file. Throws ConfigurationError with all problems of the file. */
export function readKnownFailures(file: string): KnownFailure[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8').slice(0, most.characters);
  const document = readDocument(text);
  if ('problems' in document) throw new ConfigurationError(file, document.problems);
  const { value, lineOf } = document as { value: Plain; lineOf: Place };
  const entries = value ?? [];
  if (!Array.isArray(entries) || entries.length > most.entries) {
    const wanted = `a list of at most ${most.entries} known failures`;
    throw new ConfigurationError(file, [{ where: '/', wanted, seen: 'something else', hint: `Write ${example}.` }]);
  }
  const problems = entries.flatMap((entry, at) => problemsOf(entry as Plain, at, lineOf));
  if (problems.length > 0) throw new ConfigurationError(file, problems);
  return entries.map((entry, at) => {
    const line = lineOf([String(at)]);
    return { ...(entry as PlainObject), ...(line !== undefined && { line }) } as unknown as KnownFailure;
  });
}
