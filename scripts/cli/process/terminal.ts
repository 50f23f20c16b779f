import type { Readable, Writable } from 'node:stream';

/** The streams for questions and answers, and for printing the next steps. */
export interface Terminal {
  isTerminal: boolean;
  answers: Readable;
  questions: Writable;
  print(text: string): void;
}

/** The terminal of this process, if there is one. */
export const terminal: Terminal = {
  isTerminal: process.stdin.isTTY === true && process.stderr.isTTY === true,
  answers: process.stdin,
  questions: process.stderr,
  print: (text) => void process.stdout.write(text),
};
