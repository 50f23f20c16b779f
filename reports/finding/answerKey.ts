import { freshValues } from '../../traffic/outcome/normalised.ts';

/** Parts of an answer that differ each time it is sent: ids of every kind, and times. */
const fresh = freshValues.map(([pattern]) => pattern);

/** Returns an answer without the parts that differ each time. */
export function answerKey({ status, body }: { status: number; body: string }): string {
  return `${status} ${fresh.reduce((text, pattern) => text.replaceAll(pattern, '<fresh>'), body)}`;
}

/** The same function as JavaScript code. */
export const answerKeyCode = [
  'const likenessOf = ({ status, body }) =>',
  '  status + " " + body',
  ...fresh.map((pattern) => `    .replaceAll(${pattern}, "<fresh>")`),
  '  ;',
];
