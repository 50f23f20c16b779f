import { escapeLines } from '../../../reports/text/escape.ts';

/** Clears the line of the cursor, which may show progress. */
export const clearLine = '\r\u001b[K';

/** Prints a message on standard error, with control characters escaped; on a terminal it takes the place of the progress. */
export function say(text: string): void {
  process.stderr.write(`${process.stderr.isTTY ? clearLine : ''}${escapeLines(text)}\n`);
}
