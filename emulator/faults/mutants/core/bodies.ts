import type { RefusalCode } from '../../../domain/refusal.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const crashes = (...codes: readonly RefusalCode[]): Mutant['rules'] => ({
  refusalStatus: (code) => (codes.includes(code) ? 500 : conformingRules.refusalStatus(code)),
});

/** Whether a text is JSON. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What a lenient reader tries on a text that is no JSON, one after the other. */
const MENDINGS: readonly ((text: string) => string)[] = [
  (text) => `${text}}`,
  (text) => `${text}"}`,
  (text) => text.replace(/,\s*([}\]])/g, '$1'),
  (text) => text.replaceAll("'", '"'),
  (text) => text.replace(/([{,]\s*)([A-Za-z]\w*)\s*:/g, '$1"$2":'),
  (text) => `${text.slice(0, Math.max(0, text.lastIndexOf(',')))}}`,
  (text) => text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1),
];

/** The last body without its clientOrderId, which was used, and with what else is there. */
function again(last: string, more: unknown = {}): string {
  const { clientOrderId: _used, ...body } = JSON.parse(last) as Record<string, unknown>;
  return JSON.stringify({ ...body, ...(typeof more === 'object' ? more : {}) });
}

/** A text that is no JSON, closed where it is left open and filled from the body before. */
function mended(sent: string, last: string): string {
  if (isJson(sent) || sent.trim() === '') return sent;
  const found = MENDINGS.map((mend) => mend(sent)).find(isJson);
  return again(last, found === undefined ? {} : JSON.parse(found));
}

/** The first element of an array that holds an object, as text. */
function firstElement(text: string): string {
  if (!isJson(text)) return text;
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) && value.length > 0 ? JSON.stringify(value[0]) : text;
}

/** The length from which the mutant of long bodies crashes, in bytes. */
const LONG = 500_000;

/** Mutants of how malformed bodies and conditions are answered (§ Errors). */
export const bodyMutants: readonly Mutant[] = [
  {
    name: 'condition-with-another-status',
    breaks: 'ERR-01',
    level: 'answer',
    because: 'an amount above the maximum is answered 409 from now on',
    rules: { refusalStatus: (code) => (code === 'above_maximum' ? 409 : conformingRules.refusalStatus(code)) },
  },
  {
    name: 'condition-answered-in-turns',
    breaks: 'ERR-01',
    level: 'answer',
    because: 'two versions of the service take turns, and one of them answers 422',
    rules: {
      refusalStatus: (code, nth = 1) => {
        const sound = conformingRules.refusalStatus(code);
        return sound === 400 && nth % 2 === 0 ? 422 : sound;
      },
    },
  },
  {
    name: 'empty-body-is-the-last',
    breaks: 'ERR-04a',
    level: 'request',
    because: 'the buffer of a connection still holds the body before',
    rules: { bodyText: (sent, last) => (sent.trim() === '' && last !== null ? again(last) : sent) },
  },
  {
    name: 'array-taken-by-its-first',
    breaks: 'ERR-04a',
    level: 'request',
    because: 'a batch of one is unwrapped, and so is any other array',
    rules: { bodyText: firstElement },
  },
  {
    name: 'broken-json-mended',
    breaks: 'ERR-04a',
    level: 'request',
    because: 'a lenient reader closes what is left open, and fills what it lost from the body before',
    rules: { bodyText: (sent, last) => (last === null ? sent : mended(sent, last)) },
  },
  {
    name: 'content-type-crashes',
    breaks: 'ERR-04b',
    level: 'request',
    because: 'the reader of another content type was never written',
    rules: {
      contentTypeAccepted: (type) => type === undefined || /^application\/json\b/i.test(type),
      ...crashes('unsupported_type'),
    },
  },
  {
    name: 'nesting-crashes',
    breaks: 'ERR-04b',
    level: 'request',
    because: 'a reader that calls itself ends where its stack does',
    rules: { depthAccepted: (depth) => depth <= 32, ...crashes('too_deep') },
  },
  {
    name: 'repeated-key-crashes',
    breaks: 'ERR-04b',
    level: 'request',
    because: 'the reader throws at a key that is there twice, and nobody catches it',
    rules: crashes('repeated_key'),
  },
  {
    name: 'long-text-crashes',
    breaks: 'ERR-04b',
    level: 'request',
    because: 'a body of half a megabyte is more than its buffer holds',
    rules: { bodySizeAccepted: (bytes) => bytes < LONG, ...crashes('too_long') },
  },
];
