import { operationsCalled } from '../../client/oracles/recorded/recordChecks.ts';
import { readClientJournal } from '../../client/record/clientJournal.ts';
import { ClientRecord } from '../../client/record/clientRecord.ts';
import { type RecordOptions, runRecord } from '../../client/recorded/runRecord.ts';
import { shellWord } from '../../reports/text/shell.ts';
import { lockEachAccount } from '../../traffic/rate/lock/accountLocks.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { decideOverrides, overridesFrom } from '../../traffic/target/file/overrides.ts';
import type { Target } from '../../traffic/target/target.ts';
import { confirmMoney } from './prepare/confirmMoney.ts';
import { namedTarget, placeOf, targetOptions } from './prepare/namedTarget.ts';
import { prepareTarget } from './prepare/prepareTarget.ts';
import { say } from './process/say.ts';

/** The options of `assay client --record`. */
export interface RecordingOptions {
  record?: boolean;
  name?: string;
  target?: string;
  set?: readonly string[];
  allowMoney?: string;
  signAnew?: boolean;
  disturb?: boolean;
  json?: boolean;
}

const problem = (where: string, wanted: string, seen: string) => {
  const hint = 'Write npx assay client --record -- npm test.';
  return new ConfigurationError('assay client', [{ where, wanted, seen, hint }]);
};

const onlyForRecord = ['name', 'target', 'set', 'allowMoney', 'signAnew', 'disturb'] as const;

const flagOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Checks the options of a gate without a record: those of a record would change nothing. Throws ConfigurationError. */
export function checkNothingRecorded(options: RecordingOptions, words: readonly string[]): void {
  const [name] = onlyForRecord.filter((one) => options[one] !== undefined);
  if (name) throw problem(flagOf(name), '--record beside it', 'none');
  const [first] = words;
  if (first !== undefined) throw problem('the command after --', '--record before it', first);
}

/** Returns the words of the command that is recorded. Throws ConfigurationError. */
export function recordedWords(
  options: RecordingOptions & { testee?: string; scheme?: string; deadline?: string },
  words: readonly string[],
) {
  const [name] = (['testee', 'scheme', 'deadline'] as const).filter((one) => options[one] !== undefined);
  if (name) throw problem(flagOf(name), 'no option of a testee beside --record', String(options[name]));
  const [file, ...args] = words;
  if (!file) throw problem('--record', 'the command of the tests after --', 'none');
  return [file, ...args] as const;
}

/** Reads the target, and makes sure that money may be moved there. Throws ConfigurationError. */
async function targetFor({
  target: given,
  set = [],
  allowMoney,
  signAnew,
}: RecordingOptions): Promise<Target | undefined> {
  const named = namedTarget(given);
  if (named === undefined) {
    if (signAnew)
      throw problem('--sign-anew', 'a target', 'the embedded emulator, for which requests are always signed anew');
    return undefined;
  }
  const place = placeOf(named);
  decideOverrides(overridesFrom(set, place));
  const target = await prepareTarget(place);
  await confirmMoney(target, { named: allowMoney, instead: 'Without it, record before the embedded emulator.' });
  return target;
}

function againOf(options: RecordingOptions, command: string): string {
  const { name, allowMoney, signAnew, disturb } = options;
  const words = [
    '--record',
    ...(disturb ? ['--disturb'] : []),
    ...(name === undefined ? [] : ['--name', name]),
    ...targetOptions(options),
    ...(allowMoney === undefined ? [] : ['--allow-money', allowMoney]),
    ...(signAnew ? ['--sign-anew'] : []),
  ];
  return `${words.map(shellWord).join(' ')} -- ${command}`;
}

/** Says which operations the tests never called, and whose requests were not judged. */
function sayCoverage(out: string): void {
  const record = new ClientRecord(readClientJournal(out));
  const { called, never } = operationsCalled(record);
  const of = called.length + never.length;
  say(`the tests called ${called.length} of ${of} operations${never.length > 0 ? `, never ${never.join(', ')}` : ''}`);
}

/** Records the tests of an SDK, and says what they never called. */
export async function recordClient(
  options: RecordingOptions,
  words: readonly [string, ...string[]],
  given: Pick<RecordOptions, 'out' | 'run' | 'seed' | 'only' | 'signal'>,
): Promise<void> {
  const target = await targetFor(options);
  const release = target
    ? lockEachAccount({ baseUrl: target.baseUrl, tokens: [target.credentials[0].tokenId], run: given.run })
    : () => undefined;
  const command = words.map(shellWord).join(' ');
  try {
    await runRecord({
      ...given,
      words,
      command,
      ...(options.name !== undefined && { name: options.name }),
      again: againOf(options, command),
      isResigned: options.signAnew ?? false,
      isDisturbed: options.disturb ?? false,
      ...(target && { target }),
      stdout: options.json ? process.stderr : process.stdout,
      stderr: process.stderr,
    });
  } finally {
    release();
  }
  sayCoverage(given.out);
}
