/** What a run may write before each of its ids. */
const beginning = '(?<![\\w/])(?:[a-z]{1,4}[-_.:/+@]?)?';

/** The ids and times in texts: ids that are filled up, UUIDs, ids that name their run, and ids of letters and digits, which only chance makes without either. */
export const freshValues = [
  [new RegExp(`${beginning}(?=[\\w.-]*\\d)[\\w.-]{44,}`, 'gi'), '<key>'],
  [new RegExp(`${beginning}[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}`, 'gi'), '<uuid>'],
  [/\b\d{8}-\d{6}-[0-9a-f]+(?:-[\w-]+)?/g, '<key>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [new RegExp(`${beginning}(?=[a-z]*\\d)(?=\\d*[a-z])[0-9a-z]{16,}\\b`, 'gi'), '<key>'],
  [/\b[0-9a-f]{16,}\b/gi, '<key>'],
] as const satisfies readonly (readonly [RegExp, string])[];

/** The placeholders for values that change with each sending; the most specific pattern comes first. */
const placeholders: readonly (readonly [RegExp, string])[] = [
  [/\?[\w%][^\s"]*/g, '?<query>'],
  ...freshValues,
  [/"(?:[^"\\]|\\.)*"/g, '<text>'],
  [/-?\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b/gi, '<number>'],
];

/** Returns a text without values that change with each sending: ids, times, numbers, quoted texts. */
export function normalised(words: string): string {
  const replaced = placeholders.reduce((text, [pattern, name]) => text.replaceAll(pattern, name), words);
  return replaced.replaceAll(/\s+/g, ' ').trim();
}
