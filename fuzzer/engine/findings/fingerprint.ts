import { createHash } from 'node:crypto';
import type { CaseLabel } from '../cases/fuzzCase.ts';

/** What makes two findings one: other values of the same defect do not tell them apart. */
export interface FindingKey {
  /** The requirement that is broken. */
  requirement: string;
  /** The operation of the last step; its method and the described path. */
  operation: string;
  label: CaseLabel;
  /** What the answer was, as a class: accepted, refused, crashed … */
  outcome: string;
  /** What differs from what was wanted, in words. */
  difference: string;
}

/** What stands for a value that differs from sending to sending, the most exact first. */
const placeholders: readonly (readonly [RegExp, string])[] = [
  [/\?[\w%][^\s"]*/g, '?<query>'],
  [/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '<uuid>'],
  [/\b\d{8}-\d{6}-[0-9a-f]+(?:-[\w-]+)?/g, '<key>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b[0-9a-f]{16,}\b/gi, '<hex>'],
  [/"(?:[^"\\]|\\.)*"/g, '<text>'],
  [/-?\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b/gi, '<number>'],
];

/** Words without what differs from sending to sending: ids, times, numbers, texts in quotes. */
export function normalised(words: string): string {
  const replaced = placeholders.reduce((text, [pattern, name]) => text.replaceAll(pattern, name), words);
  return replaced.replaceAll(/\s+/g, ' ').trim();
}

/** The constraint of a label, without where the values of this one case lie: items of lists are all alike. What is sound breaks none, whatever makes it so. */
function constraintOf(label: CaseLabel): string {
  if (label.is === 'valid') return '';
  if (label.is === 'odd') return normalised(label.because);
  const { schema, keyword, place } = label.broken;
  return [schema, keyword, place.replaceAll(/\/\d+(?=\/|$)/g, '/*')].join(' ');
}

/** The fingerprint of a finding: 16 hexadecimal digits. */
export function fingerprintOf({ requirement, operation, label, outcome, difference }: FindingKey): string {
  const parts = [requirement, operation, label.is, constraintOf(label), outcome, normalised(difference)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}
