import { escapeLines } from '../../../reports/text/escape.ts';

/** Prints a message on standard error, with control characters escaped. */
export function say(text: string): void {
  process.stderr.write(`${escapeLines(text)}\n`);
}
