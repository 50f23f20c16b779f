import { readFileSync } from 'node:fs';
import type { Verdict } from '../../judge/buildVerdict.ts';
import { stateAfter } from '../../judge/failures.ts';
import { rereadsIn } from '../../oracles/payments/rereadPayments.ts';
import { forecastLine, writeForecast } from '../../reports/run/plan/forecast.ts';
import { selectionNotes } from '../../reports/run/plan/selectionNotes.ts';
import { shellWord } from '../../reports/text/shell.ts';
import { readBaselineValues, writeBaselineValues } from '../../runner/baseline/baselineValues.ts';
import { writeFailures } from '../../runner/baseline/failuresFile.ts';
import { readPreviousPayments, settledIn, writePreviousPayments } from '../../runner/baseline/previousPayments.ts';
import { openStateFolder } from '../../runner/baseline/stateFolder.ts';
import { type Forecast, type ForecastTarget, forecast } from '../../runner/selection/forecast.ts';
import { scopeOf } from '../../runner/selection/selectionScope.ts';
import { readStoredExperiments } from '../../runner/webhooks/experiments/experimentsFile.ts';
import { needsReceiver, postsToRegister } from '../../runner/webhooks/receiver/registrationWays.ts';
import { canMoveClock } from '../../runner/worker/controlActions.ts';
import { noteRequests } from '../../traffic/journal/exchangeDimensions.ts';
import { openRecord } from '../../traffic/journal/openRecord.ts';
import { paceOfRun, runFilesOf, seedFrom, select } from '../../traffic/journal/run.ts';
import { quotaOfRun } from '../../traffic/rate/limiter/quotaShare.ts';
import type { Selection } from '../../traffic/requirements/selection.ts';
import { TouchedPairs } from '../../traffic/requirements/touchedPairs.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { decide } from '../../traffic/system/environment.ts';
import { furtherAccounts } from '../../traffic/target/credentials.ts';
import { decideOverrides, overridesFrom } from '../../traffic/target/file/overrides.ts';
import { stateFileOf, stateFolderOf } from '../../traffic/target/filesBeside.ts';
import { moneyProblem } from '../../traffic/target/moneyPermission.ts';
import { readTarget, type Target } from '../../traffic/target/target.ts';
import { confirmMoney } from './prepare/confirmMoney.ts';
import { askedAgain, type EarlierOptions, failuresBefore, keepEarlier } from './prepare/earlierFailures.ts';
import { namedTarget, placeOf, targetOptions } from './prepare/namedTarget.ts';
import { checkWritable, prepareOutput, prepareTarget } from './prepare/prepareTarget.ts';
import {
  catalogueAndCosts,
  participantsOfEmulator,
  type SelectionOptions,
  selectionOf,
} from './prepare/selectionOptions.ts';
import { keepAgain } from './prepare/storedHeader.ts';
import { say } from './process/say.ts';
import { type ReportOptions, runInto } from './session/runSession.ts';

/** The options of `assay run` and `assay plan`. */
export interface RunOptions extends ReportOptions, SelectionOptions, Omit<EarlierOptions, 'place'> {
  target?: string;
  set?: readonly string[];
  seed?: string;
  pin?: boolean;
  /** A complete selection, for a caller who draws one. */
  selection?: Selection;
}

/** Returns the day as a common seed for all shards, since the shards must draw the same values without communication. */
function seedOfShards({ shard, day }: Selection): string | undefined {
  return shard && day.replaceAll('-', '');
}

/** Returns the options that let another run use the same target. */
const againOf = (options: RunOptions): string => targetOptions(options).map(shellWord).join(' ');

/** A prepared run: its target, its selection, and its forecast cost. */
interface Prepared {
  place: string | undefined;
  target: Target | undefined;
  selection: Selection;
  foretold: Forecast;
  /** What the operator should know of a selection by name. */
  notes: readonly string[];
}

/** Prepares a run: its target, its selection and its cost; nothing is sent. Throws ConfigurationError. */
export async function prepareRun(options: RunOptions): Promise<Prepared> {
  const named = namedTarget(options.target);
  const place = named === undefined ? undefined : placeOf(named);
  decideOverrides(overridesFrom(options.set ?? [], place));
  const target: Target | undefined = place === undefined ? undefined : await prepareTarget(place);
  if (target) {
    readBaselineValues(target.baselineFile);
    readStoredExperiments(target.experimentsFile);
  }
  const selection = options.selection ?? selectionOf(options, target);
  const known = catalogueAndCosts();
  return {
    place,
    target,
    selection,
    foretold: forecast(selection, { ...known, ...circumstances(target, selection) }),
    notes: selectionNotes(selection, scopeOf(selection, known)),
  };
}

/** Returns what a forecast depends on; without a target it is for the embedded emulator, whose clock the run can move. */
function circumstances(target: Target | undefined, selection: Selection): ForecastTarget {
  if (!target)
    return {
      quota: { windowMs: 60_000 },
      canMoveClock: selection.shard === undefined,
      readsBack: true,
      furtherAccounts: participantsOfEmulator.length,
      previousPayments: 0,
    };
  const { quota, previousPaymentsFile, facts } = target;
  const { shard } = selection;
  return {
    quota: quotaOfRun(quota, { shard, redis: quota.redisUrl }),
    canMoveClock: canMoveClock(target, selection),
    readsBack: target.paths.checkout !== undefined && target.paths.request !== undefined,
    furtherAccounts: furtherAccounts(target.credentials).length,
    previousPayments: (shard?.index ?? 1) === 1 ? readPreviousPayments(previousPaymentsFile).length : 0,
    limited: facts.limited?.[0],
    registrations: registrationsOf(target, selection),
    paceMs: paceOfRun(),
    isForeign: true,
  };
}

/** Returns the number of POSTs that register webhooks. If there are several shards, only the first shard has the receiver. */
function registrationsOf(target: Target, selection: Selection): number {
  const hasReceiver = (selection.shard?.index ?? 1) === 1 && needsReceiver({ run: { selection }, target });
  return hasReceiver ? postsToRegister(target, selection.tier === 'passive') : 0;
}

/** Prints what a run would send to its target, and sends nothing; returns the exit code. */
export async function plan(options: RunOptions): Promise<number> {
  const { target, selection, foretold, notes } = await prepareRun(options);
  const problem =
    target && selection.tier === 'active' ? moneyProblem(target, { named: options.allowMoney }) : undefined;
  process.stdout.write(
    options.json ? `${JSON.stringify({ selection, ...foretold }, null, 2)}\n` : writeForecast(foretold),
  );
  if (!options.json) for (const note of notes) say(note);
  if (problem) say(`a run needs permission: ${problem.hint}`);
  return 0;
}

const pinless = {
  where: '--target',
  wanted: 'a target whose baseline values can be stored',
  seen: 'the embedded emulator, which is new each time',
  hint: 'Name a target, or leave --pin out.',
};

/** Opens the folder for what is stored between runs, and checks that what `--pin` stores can be written. */
function openState(place: string, isPinned: boolean): void {
  const moved = openStateFolder(place);
  if (moved.length > 0) say(`moved ${moved.join(', ')} into ${stateFolderOf(place)}`);
  const { baselineFile, previousPaymentsFile } = readTarget(place);
  if (isPinned) for (const file of [baselineFile, previousPaymentsFile]) checkWritable('--pin', file);
}

/** Stores the failures of a run, which the next run follows. A run that could not begin teaches nothing about them. */
function keepFailures(out: string, place: string): void {
  const { history, exit, halt } = JSON.parse(readFileSync(runFilesOf(out).verdict, 'utf8')) as Verdict;
  if (history && !(halt && (exit === 2 || exit === 3)))
    writeFailures(stateFileOf(place, 'failures'), stateAfter(history));
}

/** Stores payments of a run beside the target file, which the next run reads again, and what it has touched, which the next campaign tries last. */
async function keep(out: string, { place, file }: { place: string; file: string }): Promise<void> {
  const record = await openRecord(runFilesOf(out).journal);
  const touched = TouchedPairs.in(stateFileOf(place, 'touched'));
  noteRequests(touched, record);
  touched.store(stateFileOf(place, 'touched'));
  const before = readPreviousPayments(file);
  writePreviousPayments(file, {
    before,
    reread: new Set(rereadsIn(record).map(({ previous }) => previous.id)),
    own: settledIn(record),
  });
}

/** Stores what a run has learned beside the target file: later runs report changes of it. */
function pin(out: string, file: string): void {
  const { requirements } = JSON.parse(readFileSync(runFilesOf(out).verdict, 'utf8')) as Verdict;
  writeBaselineValues(
    file,
    Object.fromEntries(requirements.flatMap(({ id, learned }) => (learned ? [[id, learned]] : []))),
  );
  say(`stored the baseline values in ${file}`);
}

/** Runs the suite against a target, by default the embedded emulator; returns the exit code. */
export async function run(options: RunOptions): Promise<number> {
  if (options.seed !== undefined) decide('ASSAY_SEED', seedFrom('--seed', options.seed));
  const { place, target, selection, foretold, notes } = await prepareRun(options);
  if (options.pin && place === undefined) throw new ConfigurationError('--pin', [pinless]);
  const seed = options.seed ?? seedOfShards(selection);
  if (seed !== undefined) decide('ASSAY_SEED', seed);
  // The shards of a run know nothing of each other's failures: only their merge can say what is new.
  const before = selection.shard ? undefined : failuresBefore({ ...options, place });
  const again = before ? askedAgain(before) : [];
  select({ ...selection, ...(again.length > 0 && { again }) });
  say(forecastLine(foretold));
  for (const note of notes) say(note);
  if (target && selection.tier === 'active') await confirmMoney(target, { named: options.allowMoney });
  if (place !== undefined) openState(place, options.pin ?? false);
  const out = prepareOutput(options.out);
  keepEarlier(out, before);
  keepAgain(out, againOf(options));
  const code = await runInto(out, options, {
    ASSAY_FORETOLD: String(Math.round(foretold.minutes * 60_000)),
    ASSAY_FORECAST: JSON.stringify({ posts: foretold.posts, gets: foretold.gets }),
    ...(place !== undefined && { ASSAY_TARGET: place }),
    ASSAY_AGAIN: againOf(options),
  });
  if (place !== undefined) keepFailures(out, place);
  if (options.pin && place !== undefined) {
    const { baselineFile, previousPaymentsFile } = readTarget(place);
    pin(out, baselineFile);
    await keep(out, { place, file: previousPaymentsFile });
  }
  return code;
}
