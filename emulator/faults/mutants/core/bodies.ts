import type { RefusalCode } from '../../../domain/refusal.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const crashes = (...codes: readonly RefusalCode[]): Mutant['rules'] => ({
  refusalStatus: (code) => (codes.includes(code) ? 500 : conformingRules.refusalStatus(code)),
});

/** True if a text is JSON. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The repairs that a lenient reader tries on malformed JSON, in order. */
const MENDINGS: readonly ((text: string) => string)[] = [
  (text) => `${text}}`,
  (text) => `${text}"}`,
  (text) => text.replace(/,\s*([}\]])/g, '$1'),
  (text) => text.replaceAll("'", '"'),
  (text) => text.replace(/([{,]\s*)([A-Za-z]\w*)\s*:/g, '$1"$2":'),
  (text) => `${text.slice(0, Math.max(0, text.lastIndexOf(',')))}}`,
  (text) => text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1),
];

/** Returns the last body without its clientOrderId, which is already used. Further fields are merged in. */
function again(last: string, more: unknown = {}): string {
  const { clientOrderId: _used, ...body } = JSON.parse(last) as Record<string, unknown>;
  return JSON.stringify({ ...body, ...(typeof more === 'object' ? more : {}) });
}

/** Repairs malformed JSON and fills it with the fields of the last body. */
function mended(sent: string, last: string): string {
  if (isJson(sent) || sent.trim() === '') return sent;
  const found = MENDINGS.map((mend) => mend(sent)).find(isJson);
  return again(last, found === undefined ? {} : JSON.parse(found));
}

/** The first element of a JSON array as text; other text stays unchanged. */
function firstElement(text: string): string {
  if (!isJson(text)) return text;
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) && value.length > 0 ? JSON.stringify(value[0]) : text;
}

/** The body length from which the long-body mutant crashes, in bytes. */
const LONG = 500_000;

/** Mutants of the answers to malformed bodies and failed conditions (§ Errors). */
export const bodyMutants: readonly Mutant[] = [
  {
    name: 'condition-with-another-status',
    breaks: 'ERR-01',
    level: 'answer',
    because: 'an amount above the maximum is now answered with 409',
    rules: { refusalStatus: (code) => (code === 'above_maximum' ? 409 : conformingRules.refusalStatus(code)) },
  },
  {
    name: 'condition-answered-in-turns',
    breaks: 'ERR-01',
    level: 'answer',
    because: 'two versions of the service alternate, and one of them answers 422',
    rules: {
      refusalStatus: (code, nth = 1) => {
        const conforming = conformingRules.refusalStatus(code);
        return conforming === 400 && nth % 2 === 0 ? 422 : conforming;
      },
    },
  },
  {
    name: 'empty-body-is-the-last',
    breaks: 'ERR-04a',
    level: 'request',
    because: 'the buffer of a connection still holds the previous body',
    rules: { bodyText: (sent, last) => (sent.trim() === '' && last !== null ? again(last) : sent) },
  },
  {
    name: 'array-taken-by-its-first',
    breaks: 'ERR-04a',
    level: 'request',
    because: 'every array is unwrapped like a batch of one',
    rules: { bodyText: firstElement },
  },
  {
    name: 'broken-json-mended',
    breaks: 'ERR-04a',
    level: 'request',
    because: 'a lenient reader closes unfinished JSON and fills the gaps from the previous body',
    rules: { bodyText: (sent, last) => (last === null ? sent : mended(sent, last)) },
  },
  {
    name: 'content-type-crashes',
    breaks: 'ERR-04b',
    level: 'request',
    because: 'the reader for other content types was never written',
    rules: {
      contentTypeAccepted: (type) => type === undefined || /^application\/json\b/i.test(type),
      ...crashes('unsupported_type'),
    },
  },
  {
    name: 'nesting-crashes',
    breaks: 'ERR-04b',
    level: 'request',
    because: 'a recursive reader overflows its stack',
    rules: { depthAccepted: (depth) => depth <= 32, ...crashes('too_deep') },
  },
  {
    name: 'repeated-key-crashes',
    breaks: 'ERR-04b',
    level: 'request',
    because: 'the reader throws at a repeated key, and nothing catches the error',
    rules: crashes('repeated_key'),
  },
  {
    name: 'long-text-crashes',
    breaks: 'ERR-04b',
    level: 'request',
    because: 'a body of half a megabyte exceeds its buffer',
    rules: { bodySizeAccepted: (bytes) => bytes < LONG, ...crashes('too_long') },
  },
];
