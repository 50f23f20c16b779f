import { Command } from 'commander';
import { entryCommand } from '../../schemas/packageRoot.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { questions } from '../../traffic/target/file/starterQuestions.ts';
import { attacking } from './attackCommands.ts';
import { certificates } from './certificateCommands.ts';
import { judgingClients } from './clientCommand.ts';
import { compare } from './compare.ts';
import { explain, list } from './explain.ts';
import { history } from './history.ts';
import { init } from './init.ts';
import type { HarOptions } from './judgeHar.ts';
import { runsToCompare } from './prepare/comparedRuns.ts';
import { runNode } from './process/childProcess.ts';
import { misuse, ourFault } from './process/exitCodes.ts';
import { type AddCommands, collect, type Exit, judging, selecting, single } from './sharedOptions.ts';

// These modules hold most of the code, and are loaded only by commands that need them.
const running = () => import('./run.ts');
const rejudging = () => import('./judge.ts');
const mutating = () => import('./fleet.ts');
const receiving = () => import('./inbox.ts');
const doctoring = () => import('./doctor.ts');
const waiting = () => import('./wait.ts');

/** Runs the emulator in the caller's folder, so that relative paths of its options refer to that folder. */
async function emulator(args: readonly string[]): Promise<number> {
  const code = await runNode([...entryCommand('emulator/main.ts'), ...args], {
    folder: process.cwd(),
    isTied: true,
  });
  return code === 0 || code === misuse ? code : ourFault;
}

const askingTarget: AddCommands = (assay, exit) => {
  judging(selecting(assay.command('run').description('run the suite against a target')))
    .option('--seed <number>', 'repeat the values of an earlier run', single)
    .option('--pin', 'store what was learned beside the target file; later runs report changes of it')
    .action(async (options) => exit(await (await running()).run(options)));
  selecting(assay.command('plan').description('print what a run would send and consume, without sending anything'))
    .option('--json', 'print the plan as one JSON document')
    .action(async (options) => exit(await (await running()).plan(options)));
  assay
    .command('doctor')
    .description('say what of a target file works and what is missing, with at most 30 GETs and no POST')
    .option('--target <file or base address>', 'the target to examine', single)
    .option('--set <path=value>', 'override a field of the target file; may be repeated', collect)
    .option('--json', 'print the checks as one JSON document')
    .action(async (options) => exit(await (await doctoring()).doctor(options)));
};

const listening: AddCommands = (assay, exit) => {
  assay
    .command('inbox')
    .description('receive webhooks between runs, for experiments that outlive a run')
    .option('--target <file>', 'whose webhooks', single)
    .option('--set <path=value>', 'override a field of the target file; may be repeated', collect)
    .action(async (options) => exit(await (await receiving()).inbox(options)));
};

const describing: AddCommands = (assay, exit) => {
  const described = assay
    .command('init')
    .description('write a first target file; asks on a terminal for values that no option gives')
    .option('--out <file>', 'the file to write; target.yaml by default')
    .option('--ci <system>', 'also write a nightly job beside the target file, which may exist: github or gitlab');
  for (const { flag, words } of questions) described.option(`${flag} <value>`, words);
  described.action(async (options) => exit(await init(options)));
};

/** Judges a journal, or a recording; exactly one of the two is named. */
async function judgeStored(
  journal: string | undefined,
  { har, ...options }: HarOptions & { har?: string },
): Promise<number> {
  if ((journal === undefined) === (har === undefined))
    throw new ConfigurationError('assay judge', [
      {
        where: 'assay judge',
        wanted: 'a journal folder, or --har with a file',
        seen: har === undefined ? 'neither' : 'both',
        hint: 'Name one of them.',
      },
    ]);
  if (har !== undefined) return (await import('./judgeHar.ts')).judgeHar(har, options);
  return (await rejudging()).judge(journal ?? '', options);
}

const reporting: AddCommands = (assay, exit) => {
  judging(
    assay
      .command('judge')
      .argument('[journal folder]')
      .description('judge a stored journal again, or recorded traffic of a real client, without traffic')
      .option('--har <file>', 'a HAR file, or the folder of a recording by assay client --record', single)
      .option('--base <address>', 'with --har: the address to judge, by default that of most requests', single),
  ).action(async (journal, options) => exit(await judgeStored(journal, options)));
  const report = assay.command('report').description('work with the results of runs');
  judging(
    report
      .command('merge')
      .argument('<folders...>')
      .description('join the journals of all shards of a run and judge them together'),
  ).action(async (folders, options) => exit(await (await rejudging()).merge(folders, options)));
  report
    .command('compare')
    .argument('[before]', 'a verdict.json, or the folder of a run; without names the last two runs in reports/out')
    .argument('[after]')
    .description('print regressions, fixes, what still fails, then what else differs; exit 1 for regressions only')
    .option('--json', 'print the comparison as one JSON document')
    .action((before, after, options) => exit(compare(...runsToCompare(before, after), options)));
};

const remembering: AddCommands = (assay, exit) => {
  assay
    .command('history')
    .description(
      'print the last runs against a target: pass rate, new and fixed failures, cost, and what changes its outcome',
    )
    .option('--target <file or base address>', 'the target; its runs are kept in <name of the file>.state', single)
    .option('--json', 'print the history as one JSON document')
    .action((options) => exit(history(options)));
};

const explaining: AddCommands = (assay, exit) => {
  assay
    .command('list')
    .argument('[ids or sections...]')
    .description('list the requirements')
    .option('--json', 'print them as one JSON document')
    .action((names, options) => exit(list(names, options)));
  assay
    .command('explain')
    .argument('<ids or sections...>')
    .description('explain what a requirement is based on, how it is checked, and what it costs')
    .action((names) => exit(explain(names)));
};

const emulating: AddCommands = (assay, exit) => {
  assay
    .command('emulator')
    .description('start the emulator by hand; --help lists its options')
    .allowUnknownOption()
    .helpOption(false)
    .argument('[options...]')
    .action(async (options) => exit(await emulator(options)));
  assay
    .command('wait')
    .argument('<target>', 'a target file, which need not exist yet, or the address of a server')
    .description('wait until a server that is being started answers; exit 3 if it does not')
    .option('--seconds <n>', 'the most seconds to wait; 60 by default', single)
    .action(async (target, options) => exit(await (await waiting()).wait(target, options)));
  assay
    .command('fleet')
    .description('run the checks against every mutant and variant of the emulator, and print the matrix')
    .option('--only <names>', 'only these mutants and variants')
    .option('--ask <ids or sections>', 'check the conforming emulator and variants for only these requirements')
    .option('--mechanical', 'include the mechanical mutants of every rule')
    .option('--clean <verdict.json>', 'the verdict of a full run on the conforming emulator, which is not run again')
    .option('--quick', 'run only the check that a mutant names, and variants only with the combinations of one night')
    .action(async (options) => exit(await (await mutating()).runMutations(options)));
};

/** Lets every error of usage end with the command that explains what is allowed. */
function nameNextStep(command: Command, path: string): void {
  command.showHelpAfterError(`Run ${path} --help for what it takes.`);
  for (const one of command.commands) nameNextStep(one, `${path} ${one.name()}`);
}

/** Returns the `assay` command with all its subcommands. */
export function program(exit: Exit): Command {
  const assay = new Command('assay')
    .description('Checks whether an implementation conforms to the interface.')
    .exitOverride();
  for (const addCommands of [
    askingTarget,
    attacking,
    judgingClients,
    listening,
    describing,
    reporting,
    remembering,
    explaining,
    emulating,
    certificates,
  ])
    addCommands(assay, exit);
  nameNextStep(assay, assay.name());
  return assay;
}
