import { CommanderError } from 'commander';
import { exitCodeFor, guardExit, misuse } from './cli/process/exitCodes.ts';
import { program } from './cli/program.ts';

async function main(): Promise<void> {
  // Whatever we write, and whoever we start writes, may show what a target told: it is for its owner alone, as the journal is.
  process.umask(0o077);
  const done = guardExit();
  try {
    await program((code) => {
      process.exitCode = code;
    }).parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : misuse;
    else process.exitCode = exitCodeFor(error);
  }
  done();
}

await main();
