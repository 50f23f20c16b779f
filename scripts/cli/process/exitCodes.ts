import { writeSync } from 'node:fs';
import { CommanderError } from 'commander';
import { escapeLines } from '../../../reports/text/escape.ts';
import { ContractError } from '../../../schemas/document/problem.ts';
import { JournalError } from '../../../traffic/journal/journal.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';

/** Exit codes besides those of a verdict: wrong usage or configuration, and our own fault. */
export const misuse = 2;
export const ourFault = 5;

const reportedErrors = [ConfigurationError, ContractError, JournalError];

/** What a command without its subcommand still lacks; the list of them has been printed. */
const missingCommand =
  'expected one of these commands, got none of them. Name one; with --help behind it, it says what it takes.';

/** The exit code for an error, and what is still to be printed of it. */
interface Ending {
  code: number;
  words?: string;
}

/** Returns how an error of usage ends the command: commander has printed it. */
function endingOfUsage({ code, exitCode }: CommanderError): Ending {
  if (exitCode === 0) return { code: 0 };
  return { code: misuse, ...(code === 'commander.help' && { words: missingCommand }) };
}

/** Returns how an error ends the command. */
export function endingFor(error: unknown): Ending {
  if (error instanceof CommanderError) return endingOfUsage(error);
  const isKnown = reportedErrors.some((kind) => error instanceof kind);
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  return isKnown ? { code: misuse, words: message } : { code: ourFault, words: `a fault of Assay itself: ${stack}` };
}

/** Prints an error and returns its exit code. */
export function exitCodeFor(error: unknown): number {
  const { code, words } = endingFor(error);
  try {
    if (words !== undefined) writeSync(process.stderr.fd, `${escapeLines(words)}\n`);
  } catch {
    // Standard error is closed: only the exit code remains.
  }
  return code;
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
