import { writeSync } from 'node:fs';
import { escapeLines } from '../../../reports/text/escape.ts';
import { ContractError } from '../../../schemas/document/problem.ts';
import { JournalError } from '../../../traffic/journal/journal.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';

/** Exit codes besides those of a verdict: wrong usage or configuration, and our own fault. */
export const misuse = 2;
export const ourFault = 5;

const reportedErrors = [ConfigurationError, ContractError, JournalError];

/** Prints an error and returns its exit code. */
export function exitCodeFor(error: unknown): number {
  const isKnown = reportedErrors.some((kind) => error instanceof kind);
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  const words = isKnown ? message : `a fault of Assay itself: ${stack}`;
  try {
    writeSync(process.stderr.fd, `${escapeLines(words)}\n`);
  } catch {
    // Standard error is closed: only the exit code remains.
  }
  return isKnown ? misuse : ourFault;
}

/** True if the reader has closed our output, as in `| head`: that is not an error. */
const isUnread = (error: NodeJS.ErrnoException) => error.code === 'EPIPE' && error.syscall === 'write';

/**
 * Ends this process with the code of our own fault on an uncaught error, or if it ends before its work is done. Node itself would exit with 1, the code for a
 * target that violates the interface. The returned function marks the work as done.
 */
export function guardExit(): () => void {
  let isDone = false;
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (!isUnread(error)) throw error;
    });
  process.on('uncaughtException', (error) => process.exit(exitCodeFor(error)));
  process.on('exit', (code) => {
    // Node exits with 13 if it waits for a promise that never settles.
    if (!isDone && (code === 0 || code === 13))
      process.exitCode = exitCodeFor(new Error('the process ended before its work was done'));
  });
  return () => {
    isDone = true;
  };
}
