import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ReportName, reportNames, reportsNamed, usualReports } from './session/reportNames.ts';

/** Receives the exit code of the command. */
export type Exit = (code: number) => void;

/** Adds one command, or a few that belong together. */
export type AddCommands = (assay: Command, exit: Exit) => void;

/** Parses the names of reports; the option may be repeated. */
const reports = (value: string, before: readonly ReportName[] = []) => [...before, ...reportsNamed(value)];

/** The option for known failures, of runs and campaigns. */
export const knownOption = [
  '--known <file>',
  'the file of known failures; <name of the target file>.known.yaml by default',
  single,
] as const;

/** Adds the options for the output of a judgement that is compared with no earlier run, and for what counts as failure. */
export const reporting = (command: Command) =>
  command
    .option('--out <folder>', 'the folder for the output of the run; reports/out/<run> by default', single)
    .option('--strict', 'let warnings and changes count as failures (exit 1)')
    .option('--json', 'print the verdict as one JSON document on standard output')
    .option('--verbose', 'print also what was learned, what is not applicable, and the counts by section')
    .addOption(new Option('--quiet', 'print only the verdict and the failures').conflicts('verbose'))
    .option(...knownOption)
    .option('--report <names>', `${reportNames.join(', ')}; by default ${usualReports.join(', ')}`, reports);

/** Adds the options of `reporting`, and the one for the run that a judgement is compared with. */
export const judging = (command: Command) =>
  reporting(command).option(
    '--since <run>',
    'say what is new since this run (its folder or verdict.json), not since the last one',
    single,
  );

/** Parses an option that may be repeated. */
export const collect = (value: string, values: readonly string[] = []) => [...values, value];

/** Parses an option that may be given only once. */
export function single(value: string, before: string | undefined): string {
  if (before !== undefined) throw new InvalidArgumentError('It may be given only once.');
  return value;
}

/** Adds the options for the target, and for what of the suite runs there. */
export const selecting = (command: Command) =>
  command
    .option('--target <file or base address>', 'the target under test; the embedded emulator by default', single)
    .option('--set <path=value>', 'override a field of the target file; may be repeated', collect)
    .option('--profile <name>', 'smoke (at most 20 POSTs), nightly (the default) or full (every combination)', single)
    .option('--tier <name>', 'passive (reads only) or active (the default)', single)
    .option(
      '--only <ids or sections>',
      'only these requirements, and the tests that feed their trace checks; all others for names with ! before them',
      collect,
    )
    .option('--shard <i/n>', 'run one of n parts; assay report merge joins their results', single)
    .option('--day <date>', 'repeat the combinations of another day', single)
    .option(
      '--allow-money <host>',
      'the host of the target if a run may move money there; not needed for this machine',
      single,
    );

/** Adds the options for the target, and for what may be done there. */
export const sending = (command: Command) =>
  command
    .option('--target <file or base address>', 'the target under test; the embedded emulator by default', single)
    .option('--set <path=value>', 'override a field of the target file; may be repeated', collect)
    .option('--tier <name>', 'passive (reads only) or active (the default)', single)
    .option(
      '--allow-money <host>',
      'the host of the target if money may be moved there; not needed for this machine',
      single,
    )
    .option('--out <folder>', 'the folder for the output; reports/out/<run> by default', single);
