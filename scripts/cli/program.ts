import { Command, InvalidArgumentError } from 'commander';
import { entryCommand } from '../../schemas/packageRoot.ts';
import { questions } from '../../traffic/target/file/starterQuestions.ts';
import { compare } from './compare.ts';
import { explain, list } from './explain.ts';
import { init } from './init.ts';
import { runNode } from './process/childProcess.ts';
import { misuse, ourFault } from './process/exitCodes.ts';

/** Takes the exit code of the command that was called. */
type Exit = (code: number) => void;

// Half of the code each, and read only by a command that runs or judges.
const running = () => import('./run.ts');
const rejudging = () => import('./judge.ts');
const mutating = () => import('./fleet.ts');
const receiving = () => import('./inbox.ts');
const fuzzing = () => import('./fuzz.ts');
const replaying = () => import('./replay.ts');
const fuzzingAny = () => import('./fuzzOpenapi.ts');

/** Adds one command, or a few that belong together. */
type Door = (assay: Command, exit: Exit) => void;

/** The emulator in the caller's folder, so that a file it is told to write lands where the caller means it. */
async function emulator(args: readonly string[]): Promise<number> {
  const code = await runNode([...entryCommand('emulator/main.ts'), ...args], {
    folder: process.cwd(),
    isTied: true,
  });
  return code === 0 || code === misuse ? code : ourFault;
}

const judging = (command: Command) =>
  command
    .option('--out <folder>', 'where to write what the run leaves; reports/out/<run> by default', single)
    .option('--strict', 'let warnings and changes count as failures (exit 1)')
    .option('--json', 'print the verdict as one JSON document on standard output');

const collect = (value: string, values: readonly string[] = []) => [...values, value];

/** A value that may be given once: which of two was meant nobody can say. */
function single(value: string, before: string | undefined): string {
  if (before !== undefined) throw new InvalidArgumentError('It is given twice.');
  return value;
}

const selecting = (command: Command) =>
  command
    .option('--target <file or base address>', 'who is under test; the embedded emulator by default', single)
    .option('--set <path=value>', 'override a field of the target file; may be repeated', collect)
    .option('--profile <name>', 'smoke (at most 20 POSTs), nightly (the default) or full (every cell)', single)
    .option('--tier <name>', 'passive (reads only) or active (the default)', single)
    .option('--only <ids or sections>', 'only these requirements, and the probes that feed their laws', collect)
    .option('--shard <i/n>', 'run one of n parts; assay report merge joins them', single)
    .option('--day <date>', 'repeat the cells of another day', single)
    .option(
      '--allow-money <host>',
      'the host of the target, where a run may move money; this machine need not be named',
      single,
    );

const askingTarget: Door = (assay, exit) => {
  judging(selecting(assay.command('run').description('run the suite against a target')))
    .option('--seed <number>', 'repeat the values of an earlier run', single)
    .option('--pin', 'keep what was learned beside the target file: a change of it is told from now on')
    .action(async (options) => exit(await (await running()).run(options)));
  selecting(assay.command('plan').description('say what a run would send and consume; sends nothing'))
    .option('--json', 'print the plan as one JSON document')
    .action(async (options) => exit(await (await running()).plan(options)));
};

/** Who is sent to, and how much may be done there. */
const sending = (command: Command) =>
  command
    .option('--target <file or base address>', 'who is under test; the embedded emulator by default', single)
    .option('--set <path=value>', 'override a field of the target file; may be repeated', collect)
    .option('--tier <name>', 'passive (reads only) or active (the default)', single)
    .option(
      '--allow-money <host>',
      'the host of the target, where it may move money; this machine need not be named',
      single,
    )
    .option('--out <folder>', 'where to write what it leaves; reports/out/<run> by default', single);

const attacking: Door = (assay, exit) => {
  sending(
    assay
      .command('fuzz')
      .description('attack a target through its contract; a finding names the requirement that it breaks'),
  )
    .option('--seed <number>', 'repeat, or go on with, an earlier campaign; to be named where CI is set', single)
    .option('--posts <n>', 'POSTs that may be spent; 300 by default, 0 to read only', single)
    .option('--gets <n>', 'GETs that may be spent, 40 or more without --contract; 30 for each POST by default', single)
    .option('--minutes <n>', 'how long it may take', single)
    .option('--until-stopped', 'go on until it is interrupted; no limit beside it but --posts 0')
    .option('--shrink-posts <n>', 'POSTs for making one finding smaller; 12 by default', single)
    .option(
      '--money <amounts>',
      'what its orders may move in all, however often it goes on, such as "100 USDT, 0.01 BTCUSDT"; little where not said',
      single,
    )
    .option('--anew', 'begin anew where a campaign of this seed was broken off')
    .option('--strict', 'let warnings count as failures (exit 1)')
    .option('--json', 'print what it came to as one JSON document on standard output')
    .option(
      '--contract <file or address>',
      'attack any API by its OpenAPI document alone, at the base address of --target',
      single,
    )
    .option(
      '--auth <scheme=env:VAR>',
      'with --contract: the credential of a security scheme, by reference; may be repeated',
      collect,
    )
    .option('--allow-writes <host>', 'with --contract: another name of --allow-money', single)
    .option(
      '--findings <file>',
      'with --contract: where findings are kept; <host>.findings.ndjson in this folder by default',
      single,
    )
    .action(async (options) =>
      exit(
        options.contract !== undefined
          ? await (await fuzzingAny()).fuzzOpenApi(options)
          : await (await fuzzing()).fuzz(options),
      ),
    );
  sending(
    assay
      .command('replay')
      .argument('<fingerprint>', 'a finding, by its fingerprint or the first digits of it')
      .description('send a finding again with fresh ids; exit 1 when it shows'),
  )
    .option('--times <n>', 'how often; by default as often as decides what it is by now, at least 3', single)
    .option('--findings <file>', 'where it is kept, if not beside the target file', single)
    .option('--contract <file or address>', 'of a finding on any API: the contract, if it is no longer there', single)
    .option('--auth <scheme=env:VAR>', 'of a finding on any API: other credentials than it names', collect)
    .option('--allow-writes <host>', 'of a finding on any API: another name of --allow-money', single)
    .action(async (fingerprint, options) => exit(await (await replaying()).replay(fingerprint, options)));
};

const listening: Door = (assay, exit) => {
  assay
    .command('inbox')
    .description('receive webhooks between runs, for experiments that outlive a run')
    .option('--target <file>', 'whose webhooks', single)
    .option('--set <path=value>', 'override a field of the target file; may be repeated', collect)
    .action(async (options) => exit(await (await receiving()).inbox(options)));
};

const describing: Door = (assay, exit) => {
  const described = assay
    .command('init')
    .description('write a first target file; asks on a terminal for what no flag tells')
    .option('--out <file>', 'the file to write; target.yaml by default');
  for (const { flag, words } of questions) described.option(`${flag} <value>`, words);
  described.action(async (options) => exit(await init(options)));
};

const reporting: Door = (assay, exit) => {
  judging(
    assay.command('judge').argument('<journal folder>').description('judge a stored journal again, without traffic'),
  ).action(async (journal, options) => exit(await (await rejudging()).judge(journal, options)));
  const report = assay.command('report').description('work with what runs have left');
  judging(
    report
      .command('merge')
      .argument('<folders...>')
      .description('join the journals of all shards of a run, and judge them once'),
  ).action(async (folders, options) => exit(await (await rejudging()).merge(folders, options)));
  report
    .command('compare')
    .argument('<before>', 'a verdict.json, or the folder of a run')
    .argument('<after>')
    .description('tell what differs between two verdicts; exit 1 when something does')
    .option('--json', 'print the comparison as one JSON document')
    .action((before, after, options) => exit(compare(before, after, options)));
};

const telling: Door = (assay, exit) => {
  assay
    .command('list')
    .argument('[ids or sections...]')
    .description('list the requirements')
    .option('--json', 'print them as one JSON document')
    .action((names, options) => exit(list(names, options)));
  assay
    .command('explain')
    .argument('<ids or sections...>')
    .description('tell what a requirement rests on, how it is checked, and what it costs')
    .action((names) => exit(explain(names)));
};

const emulating: Door = (assay, exit) => {
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
    .option('--ask <ids or sections>', 'ask the sound emulator and variants for these requirements alone')
    .option('--mechanical', 'the mechanical mutants of every rule, too')
    .option('--quick', 'show a mutant only to the check that it names, a variant only to the cells of one night')
    .action(async (options) => exit(await (await mutating()).runMutations(options)));
};

/** The `assay` command, with all that it can do. */
export function program(exit: Exit): Command {
  const assay = new Command('assay')
    .description('Says whether an implementation does what the interface says.')
    .exitOverride();
  for (const door of [askingTarget, attacking, listening, describing, reporting, telling, emulating]) door(assay, exit);
  return assay;
}
