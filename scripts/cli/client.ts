import { clientVerdict } from '../../client/gate/clientVerdict.ts';
import { type GateOptions, runGate } from '../../client/gate/runGate.ts';
import { wordsOfCommand } from '../../client/protocol/commandLine.ts';
import { readClientJournal } from '../../client/record/clientJournal.ts';
import { ClientRecord } from '../../client/record/clientRecord.ts';
import { clientRequirements } from '../../client/requirements.ts';
import { clientExchanges } from '../../reports/html/run/clientExchanges.ts';
import { shellWord } from '../../reports/text/shell.ts';
import { decideRun, seedFrom } from '../../traffic/journal/run.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { decide, decideAll } from '../../traffic/system/environment.ts';
import { failuresBefore } from './prepare/earlierFailures.ts';
import { prepareOutput } from './prepare/prepareTarget.ts';
import { interruptSignal } from './process/interrupt.ts';
import { checkNothingRecorded, type RecordingOptions, recordClient, recordedWords } from './recordClient.ts';
import { type ReportOptions, reportVariables } from './session/runSession.ts';
import { writeReports } from './session/writeReports.ts';

/** The options of `assay client`. */
export interface ClientOptions extends ReportOptions, RecordingOptions {
  testee?: string;
  scheme?: string;
  only?: readonly string[];
  known?: string | undefined;
  seed?: string;
  deadline?: string;
}

/** What both ways in are given. */
type GivenToGate = Pick<GateOptions, 'out' | 'run' | 'seed' | 'signal' | 'only'>;

/** An answer of a testee may take this many seconds. */
const usualDeadline = '10';

const problem = (where: string, words: { wanted: string; seen: string; hint: string }) =>
  new ConfigurationError(where, [{ where, ...words }]);

/** Returns the requirements that `--only` names, by id or as CLI; undefined for all of them. */
function onlyOf({ only }: ClientOptions): string[] | undefined {
  const names = only?.flatMap((one) => one.split(/[\s,]+/)).filter(Boolean);
  if (!names) return undefined;
  const ids = names.flatMap((name) => {
    const found = clientRequirements.filter(({ id, section }) =>
      [id, section].some((one) => one.toLowerCase() === name.toLowerCase()),
    );
    if (found.length === 0)
      throw problem('--only', {
        wanted: 'ids of requirements such as CLI-04',
        seen: name,
        hint: 'Run assay list CLI to see them.',
      });
    return found.map(({ id }) => id);
  });
  return [...new Set(ids)];
}

function schemeOf({ scheme }: ClientOptions): 'signed' | 'simple' | undefined {
  if (scheme === undefined || scheme === 'signed' || scheme === 'simple') return scheme;
  throw problem('--scheme', { wanted: 'signed or simple', seen: scheme, hint: 'Without it the testee chooses.' });
}

function deadlineOf({ deadline = usualDeadline }: ClientOptions): number {
  if (/^\d{1,3}(?:\.\d+)?$/.test(deadline) && Number(deadline) > 0) return Number(deadline) * 1000;
  throw problem('--deadline', {
    wanted: 'seconds, at most 999',
    seen: deadline,
    hint: 'It is how long an answer may take.',
  });
}

function againOf({ testee = '', scheme, deadline }: ClientOptions): string {
  const words = [
    '--testee',
    testee,
    ...(scheme === undefined ? [] : ['--scheme', scheme]),
    ...(deadline === undefined ? [] : ['--deadline', deadline]),
  ];
  return words.map(shellWord).join(' ');
}

/** Judges the journal of a gate in a folder, and writes the reports into another; returns the exit code. */
async function conclude(journal: string, out: string, options: ClientOptions): Promise<number> {
  const lines = readClientJournal(journal);
  const record = new ClientRecord(lines);
  const knownFailures = failuresBefore({ known: options.known })?.knownFailures ?? [];
  const verdict = await clientVerdict(record, { journal, knownFailures, strict: options.strict ?? false });
  return writeReports(verdict, { ...decideRun(), out }, { shown: clientExchanges(lines) });
}

/** Checks the command of a testee; returns the gate that plays scenarios with it. Throws ConfigurationError. */
function testeeGate(options: ClientOptions, words: readonly string[]): (given: GivenToGate) => Promise<void> {
  const { testee } = options;
  checkNothingRecorded(options, words);
  if (testee === undefined)
    throw problem('--testee', {
      wanted: 'the command of a testee',
      seen: 'none',
      hint: 'Write a program that speaks the protocol of client/protocol/testee.schema.json: --testee "python testee.py".',
    });
  wordsOfCommand(testee);
  const [scheme, deadlineMs] = [schemeOf(options), deadlineOf(options)];
  return (given) =>
    runGate({ ...given, command: testee, again: againOf(options), deadlineMs, ...(scheme && { scheme }) });
}

/** Checks the command of the tests; returns the gate that records them. Throws ConfigurationError. */
function recordingGate(options: ClientOptions, words: readonly string[]): (given: GivenToGate) => Promise<void> {
  const command = recordedWords(options, words);
  return (given) => recordClient(options, command, given);
}

/** Judges a client library, for which a testee speaks, or whose own tests are recorded; returns the exit code. */
export async function client(words: readonly string[], options: ClientOptions): Promise<number> {
  const { seed } = options;
  const gate = options.record ? recordingGate(options, words) : testeeGate(options, words);
  const only = onlyOf(options);
  failuresBefore({ known: options.known });
  if (seed !== undefined) decide('ASSAY_SEED', seedFrom('--seed', seed));
  const out = prepareOutput(options.out);
  decideAll(reportVariables(options));
  const { id: run, seed: drawn } = decideRun();
  const { signal, done } = interruptSignal();
  await gate({ out, run, seed: drawn, signal, ...(only && { only }) });
  done();
  return conclude(out, out, options);
}

/** Judges the stored journal of a gate again; returns the exit code. */
export async function rejudgeClient(
  folder: string,
  options: ClientOptions & { since?: string | undefined },
): Promise<number> {
  if (options.since !== undefined)
    throw problem('--since', {
      wanted: 'no run to compare with: the verdict on a client stands by itself',
      seen: options.since,
      hint: 'Leave it out; assay compare shows what differs.',
    });
  const out = prepareOutput(options.out);
  decideAll(reportVariables(options));
  return conclude(folder, out, options);
}
