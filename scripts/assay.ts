import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { JournalError } from '../harness/journal.ts';
import { ConfigurationError } from '../harness/targets/problem.ts';
import { ContractError } from '../schemas/contract.ts';
import { command, root } from './command.ts';
import { fleet } from './fleet.ts';
import { judge, merge, plan, run } from './run.ts';

/** Exit codes beside those of a verdict: usage or configuration, and a fault of our own. */
const misuse = 2;
const ourFault = 5;

/** The emulator in the caller's folder, so that a file it is told to write lands where the caller means it. */
function emulator(args: readonly string[]): Promise<number> {
  return command(['--import', import.meta.resolve('tsx'), join(root, 'emulator', 'main.ts'), ...args], {
    folder: process.cwd(),
  });
}

function program(exit: (code: number) => void): Command {
  const assay = new Command('assay')
    .description('Says whether an implementation does what the interface says.')
    .exitOverride();
  const judging = (command: Command) =>
    command
      .option('--out <folder>', 'where to write what the run leaves; reports/out/<run> by default')
      .option('--strict', 'let warnings and changes count as failures (exit 1)')
      .option('--json', 'print the verdict as one JSON document on standard output');
  const selecting = (command: Command) =>
    command
      .option('--target <file or base address>', 'who is under test; the embedded emulator by default')
      .option('--profile <name>', 'smoke (at most 20 POSTs), nightly (the default) or full (every cell)')
      .option('--tier <name>', 'passive (reads only) or active (the default, but for production)')
      .option('--only <ids or sections>', 'only these requirements, and the probes that feed their laws')
      .option('--shard <i/n>', 'run one of n parts; assay report merge joins them')
      .option('--day <date>', 'repeat the cells of another day')
      .option('--allow-money <host>', 'let an active run move real money on this production host');
  judging(selecting(assay.command('run').description('run the suite against a target')))
    .option('--seed <number>', 'repeat the values of an earlier run')
    .option('--pin', 'keep what was learned beside the target file: a change of it is told from now on')
    .action(async (options) => exit(await run(options)));
  selecting(assay.command('plan').description('say what a run would send and consume; sends nothing'))
    .option('--json', 'print the plan as one JSON document')
    .action(async (options) => exit(await plan(options)));
  judging(
    assay.command('judge').argument('<journal folder>').description('judge a stored journal again, without traffic'),
  ).action(async (journal, options) => exit(await judge(journal, options)));
  const report = assay.command('report').description('work with what runs have left');
  judging(
    report
      .command('merge')
      .argument('<folders...>')
      .description('join the journals of all shards of a run, and judge them once'),
  ).action(async (folders, options) => exit(await merge(folders, options)));
  assay
    .command('emulator')
    .description('start the emulator by hand; --help tells its options')
    .allowUnknownOption()
    .helpOption(false)
    .argument('[options...]')
    .action(async (options) => exit(await emulator(options)));
  assay
    .command('fleet')
    .description('run the checks against every mutant and variant of the emulator, and print the matrix')
    .option('--only <names>', 'only these mutants and variants')
    .option('--mechanical', 'the mechanical mutants of every rule, too')
    .action(async (options) => exit(await fleet(options)));
  return assay;
}

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
