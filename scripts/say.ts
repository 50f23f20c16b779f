import { escapeLines } from '../reports/plain.ts';

/** Tells people something on standard error, whoever its words are of. */
export function say(text: string): void {
  process.stderr.write(`${escapeLines(text)}\n`);
}
