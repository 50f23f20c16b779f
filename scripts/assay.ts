import { CommanderError } from 'commander';
import { JournalError } from '../harness/journal.ts';
import { ConfigurationError } from '../harness/targets/problem.ts';
import { ContractError } from '../schemas/problem.ts';
import { program } from './program.ts';

/** Exit codes beside those of a verdict: usage or configuration, and a fault of our own. */
const misuse = 2;
const ourFault = 5;

const told = [ConfigurationError, ContractError, JournalError];

async function main(): Promise<void> {
  try {
    await program((code) => {
      process.exitCode = code;
    }).parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : misuse;
    else {
      const known = told.some((kind) => error instanceof kind);
      process.stderr.write(`${known ? (error as Error).message : `a fault of our own: ${(error as Error).stack}`}\n`);
      process.exitCode = known ? misuse : ourFault;
    }
  }
}

await main();
