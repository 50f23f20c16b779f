import { escapeLines } from '../../../reports/text/escape.ts';

/** Tells people something on standard error, whoever its words are of. */
export function say(text: string): void {
  process.stderr.write(`${escapeLines(text)}\n`);
}
