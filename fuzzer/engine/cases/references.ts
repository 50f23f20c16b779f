import { parsePlain } from '../../../schemas/json/exact.ts';
import { valueAt } from '../../../schemas/json/pointer.ts';
import { uriEncoded } from '../../../schemas/json/uriEncoding.ts';
import { isHeaderValue } from '../../../schemas/wire/httpSyntax.ts';
import type { CaseStep } from './fuzzCase.ts';

/**
 * References of a stored case to values that exist only when it is sent. `{{key}}` and `{{key:a}}`: an id that no other request carries, the same for every use
 * of its name in the case. `{{key#256}}` and `{{key:a#256}}`: the same, padded to that many characters. `{{1/id}}`: the value at
 * `/id` of the answer to the first step. `{{in:3600}}`: the instant that many seconds from now, in whole seconds, or with milliseconds as in `{{in:3600.347}}`.
 */
const reference =
  /\{\{(?:key(?::(?<name>[a-z0-9]{1,16}))?(?:#(?<length>[1-9]\d{0,4}))?|in:(?<after>\d{1,8}(?:\.\d{3})?)|(?<step>[1-9]\d?)(?<pointer>(?:\/[^{}/]{0,100}){1,16}))\}\}/g;

/** The sources that fill references. */
export interface ReferenceSources {
  /** Returns a fresh id. */
  freshKey(): string;
  /** Returns the text of the answer to a step, counted from 1; undefined if there was no answer. */
  answerTo(step: number): string | undefined;
  /** The time by the target's clock, ms; by our own clock if the target's time is not known. */
  now?(): number;
}

/** Thrown for a reference that cannot be resolved: the answer does not hold its value. */
export class UnresolvedReference extends Error {
  override readonly name = 'Unresolved';
}

/** Returns what is filled, or the error of the reference that cannot be resolved. */
export function attempt<T>(fill: () => T): T | UnresolvedReference {
  try {
    return fill();
  } catch (error) {
    if (error instanceof UnresolvedReference) return error;
    throw error;
  }
}

function textAt(answer: string | undefined, place: string, pointer: string): string {
  const parsed = parsePlain(answer ?? '');
  const value = 'fault' in parsed ? undefined : valueAt(parsed.value, pointer);
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new UnresolvedReference(
    `${place}: expected a text or a number at ${pointer} of that answer, got ${typeof value}`,
  );
}

/** Returns a filled header value. Throws UnresolvedReference if the value contains a text from an answer that HTTP does not allow in a header. */
function carriedBy(filled: string, text: string): string {
  if (isHeaderValue(filled)) return filled;
  throw new UnresolvedReference(`${text}: expected a value that a header can carry, got another text in that answer`);
}

/** Returns the instant that is this many seconds after a time, as text. The seconds count from the next whole second. */
function instantAfter(nowMs: number, after: string): string {
  const ms = Math.ceil(nowMs / 1000) * 1000 + Math.round(Number(after) * 1000);
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

type Rewriting = Readonly<Record<'path' | 'header' | 'body', (text: string) => string>>;

/** Returns a step with every text that may hold references rewritten. */
function rewritten(step: CaseStep, as: Rewriting): CaseStep {
  const { path, headers, body } = step;
  return {
    ...step,
    path: as.path(path),
    headers: headers.map(([name, value]) => [name, as.header(value)] as const),
    ...(body && { body: 'text' in body ? { ...body, text: as.body(body.text) } : body }),
  };
}

/** Fills the references of one sending of a case; keys stay the same from step to step. */
export class References {
  readonly #sources: ReferenceSources;
  readonly #keys = new Map<string, string>();
  readonly #instants = new Map<string, string>();

  constructor(sources: ReferenceSources) {
    this.#sources = sources;
  }

  /** The keys that were generated so far, by name. */
  get keys(): ReadonlyMap<string, string> {
    return this.#keys;
  }

  /** Returns a step with its references filled. Throws UnresolvedReference. */
  filled(step: CaseStep): CaseStep {
    return rewritten(step, {
      path: (text) => this.#fill(text, uriEncoded),
      header: (text) => carriedBy(this.filledText(text), text),
      body: (text) => this.#fill(text, (value) => JSON.stringify(value).slice(1, -1)),
    });
  }

  /** Fills a text of an assertion, which is not sent. Throws UnresolvedReference. */
  filledText(text: string): string {
    return this.#fill(text, (value) => value);
  }

  #fill(text: string, written: (value: string) => string): string {
    return text.replaceAll(reference, (match, ...found) => {
      const { name = '', length = '0', after, step, pointer = '' } = found.at(-1) as Record<string, string | undefined>;
      if (after !== undefined) return written(this.#instantFor(after));
      if (step === undefined) return written(this.#keyFor(name).padEnd(Number(length), 'x'));
      return written(textAt(this.#sources.answerTo(Number(step)), match, pointer));
    });
  }

  #keyFor(name: string): string {
    const key = this.#keys.get(name) ?? this.#sources.freshKey();
    this.#keys.set(name, key);
    return key;
  }

  #instantFor(after: string): string {
    const instant = this.#instants.get(after) ?? instantAfter(this.#sources.now?.() ?? Date.now(), after);
    this.#instants.set(after, instant);
    return instant;
  }
}

/** True if a step holds an instant that is computed from the target's time. */
export function usesTargetTime({ path, body }: CaseStep): boolean {
  const texts = [path, ...(body && 'text' in body ? [body.text] : [])];
  return texts.some((text) => /\{\{in:\d/.test(text));
}

/** True if a text holds a reference. */
export function holdsReference(text: string): boolean {
  return text.search(reference) >= 0;
}

/** Returns a text whose references have new step numbers. */
export function renumberedText(text: string, places: ReadonlyMap<number, number>): string {
  return text.replaceAll(reference, (match, ...found) => {
    const { step: from, pointer = '' } = found.at(-1) as Record<string, string | undefined>;
    return from === undefined ? match : `{{${places.get(Number(from)) ?? from}${pointer}}}`;
  });
}

/** Returns a step whose references have new step numbers. */
export function renumbered(step: CaseStep, places: ReadonlyMap<number, number>): CaseStep {
  const moved = (text: string) => renumberedText(text, places);
  return rewritten(step, { path: moved, header: moved, body: moved });
}

/** The new step numbers of a case that becomes part of another case, and the suffix that makes its keys different from the keys of the other case. */
export interface StepPlacement {
  places: ReadonlyMap<number, number>;
  suffix: string;
}

/** Returns a text whose references have new step numbers, and whose keys differ from those of the other case. */
export function renamedText(text: string, { places, suffix }: StepPlacement): string {
  return renumberedText(text, places).replaceAll(
    /\{\{key(?::([a-z0-9]{1,16}))?(#\d+)?\}\}/g,
    (_, name = '', length = '') => `{{key:${name}${suffix}${length}}}`,
  );
}

/** Returns a step whose references have new step numbers, and whose keys differ from those of the other case. */
export function renamed(step: CaseStep, apart: StepPlacement): CaseStep {
  const moved = (text: string) => renamedText(text, apart);
  return rewritten(step, { path: moved, header: moved, body: moved });
}

/**
 * A part of a text with references: literal text, a fresh id by its name with a minimum length, an instant some seconds from now, or a value of an earlier
 * answer.
 */
export type Piece =
  | { text: string }
  | { key: string; length: number }
  | { after: string }
  | { step: number; pointer: string };

/** Splits a text into its parts, in order; literal parts are never empty. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: match, index, groups } of text.matchAll(reference)) {
    pieces.push({ text: text.slice(end, index) });
    const { name = '', length = '0', after, step, pointer = '' } = groups ?? {};
    if (after !== undefined) pieces.push({ after });
    else pieces.push(step === undefined ? { key: name, length: Number(length) } : { step: Number(step), pointer });
    end = index + match.length;
  }
  return [...pieces, { text: text.slice(end) }].filter((piece) => !('text' in piece) || piece.text !== '');
}

/** Returns the steps that a text refers to, counted from 1. */
export function referencedSteps(text: string): number[] {
  return [...text.matchAll(reference)].flatMap(({ groups }) => (groups?.['step'] ? [Number(groups['step'])] : []));
}

/** Returns the earlier steps that a step depends on, counted from 1. */
export function requiredSteps({ path, headers, body }: CaseStep): ReadonlySet<number> {
  const texts = [path, ...headers.map(([, value]) => value), ...(body && 'text' in body ? [body.text] : [])];
  return new Set(texts.flatMap(referencedSteps));
}
