import { writeSync } from 'node:fs';
import { escapeLines } from '../../../reports/text/escape.ts';
import { ContractError } from '../../../schemas/document/problem.ts';
import { JournalError } from '../../../traffic/journal/journal.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';

/** Exit codes beside those of a verdict: usage or configuration, and a fault of our own. */
export const misuse = 2;
export const ourFault = 5;

const told = [ConfigurationError, ContractError, JournalError];

/** Says what was thrown, and gives the exit code of it. */
export function exitCodeFor(error: unknown): number {
  const isKnown = told.some((kind) => error instanceof kind);
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  const words = isKnown ? message : `a fault of our own: ${stack}`;
  try {
    writeSync(process.stderr.fd, `${escapeLines(words)}\n`);
  } catch {
    // Nobody reads it: the code is what is left.
  }
  return isKnown ? misuse : ourFault;
}

/** Nobody reads what is printed any more, as after `| head`: that is the reader's to decide. */
const isUnread = (error: NodeJS.ErrnoException) => error.code === 'EPIPE' && error.syscall === 'write';

/**
 * Ends this process with the code of our own fault where something goes wrong that nobody waits for, and where it comes to its end before its
 * work is done. Node itself would give 1, which is the word for a target that breaks the interface. The result says that the work is done.
 */
export function guardExit(): () => void {
  let isDone = false;
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (!isUnread(error)) throw error;
    });
  process.on('uncaughtException', (error) => process.exit(exitCodeFor(error)));
  process.on('exit', (code) => {
    // 13 is what Node gives where it waits for what never comes.
    if (!isDone && (code === 0 || code === 13))
      process.exitCode = exitCodeFor(new Error('it came to its end before its work was done'));
  });
  return () => {
    isDone = true;
  };
}
