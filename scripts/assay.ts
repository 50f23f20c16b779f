import { exitCodeFor, guardExit } from './cli/process/exitCodes.ts';
import { program } from './cli/program.ts';

async function main(): Promise<void> {
  // All output, including that of child processes, may show a target's data: only its owner may read it, like the journal.
  process.umask(0o077);
  const done = guardExit();
  try {
    await program((code) => {
      process.exitCode = code;
    }).parseAsync();
  } catch (error) {
    process.exitCode = exitCodeFor(error);
    done();
    // What the error left open, such as the rate limiter of a run, would keep the process alive for ever.
    process.exit();
  }
  done();
}

await main();
