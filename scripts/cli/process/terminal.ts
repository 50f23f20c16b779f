import type { Readable, Writable } from 'node:stream';

/** Where questions are asked and answered, and where the next steps are printed. */
export interface Terminal {
  isTerminal: boolean;
  answers: Readable;
  questions: Writable;
  print(text: string): void;
}

/** The terminal of whoever started this process, where there is one. */
export const terminal: Terminal = {
  isTerminal: process.stdin.isTTY === true && process.stderr.isTTY === true,
  answers: process.stdin,
  questions: process.stderr,
  print: (text) => void process.stdout.write(text),
};
