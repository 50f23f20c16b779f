import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { FailureState, FailuresBefore } from '../../../judge/failureHistory.ts';
import { noFailures, stateAfter } from '../../../judge/failures.ts';
import { failureStateIn, readFailures } from '../../../runner/baseline/failuresFile.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import { runFilesOf } from '../../../traffic/journal/run.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';
import { storedJson } from '../../../traffic/system/storedJson.ts';
import { type KnownFailure, readKnownFailures } from '../../../traffic/target/file/knownFailures.ts';
import { knownFailuresFileOf, stateFileOf } from '../../../traffic/target/filesBeside.ts';
import { isFolder } from './prepareTarget.ts';

/** Returns the state after the run whose folder or verdict.json is named. Throws ConfigurationError. */
function stateSince(place: string): FailureState {
  const file = isFolder(place) ? runFilesOf(place).verdict : place;
  const history = (storedJson(file) as Pick<Verdict, 'history'> | undefined)?.history;
  if (history) return failureStateIn(stateAfter(history) as unknown as Plain, file);
  const hint = 'Name the folder of a run of this version against a target file, or its verdict.json.';
  const seen = existsSync(file) ? 'a file without it' : 'no such file';
  throw new ConfigurationError('--since', [
    { where: file, wanted: 'the verdict of a run with its history', seen, hint },
  ]);
}

/** Where the failures before a run are found: the target, a run to compare with instead of the stored state, a file of known failures. */
export interface EarlierOptions {
  place?: string | undefined;
  since?: string | undefined;
  known?: string | undefined;
}

/** Reads the known failures of a target, from the named file or from the one beside its target file. Throws ConfigurationError. */
function knownFailuresOf({ place, known }: Omit<EarlierOptions, 'since'>): KnownFailure[] {
  if (known !== undefined && !existsSync(known))
    throw new ConfigurationError('--known', [
      { where: known, wanted: 'a file of known failures', seen: 'no such file', hint: 'Correct the path.' },
    ]);
  const file = known ?? (place === undefined ? undefined : knownFailuresFileOf(place));
  return file === undefined ? [] : readKnownFailures(file);
}

/** Returns the known failures for a campaign that begins on a day. Throws ConfigurationError with the line of each entry that has ended. */
export function knownFindingsOf(options: Omit<EarlierOptions, 'since'>, today: string): KnownFailure[] {
  const entries = knownFailuresOf(options);
  const problems = entries
    .filter(({ until }) => today > until)
    .map(({ id, until, line }) => ({
      where: id,
      ...(line !== undefined && { line }),
      wanted: `a day from ${today} on`,
      seen: `until: ${until}`,
      hint: 'Mend the failure, or move the date.',
    }));
  if (problems.length > 0) throw new ConfigurationError('the file of known failures', problems);
  return entries;
}

/** Returns the failures before a run; undefined if nothing is stored for its target, and nothing was named. Throws ConfigurationError. */
export function failuresBefore({ place, since, known }: EarlierOptions): FailuresBefore | undefined {
  if (place === undefined && since === undefined && known === undefined) return undefined;
  const knownFailures = knownFailuresOf({ place, known });
  const stored = () => (place === undefined ? noFailures : readFailures(stateFileOf(place, 'failures')));
  return { state: since === undefined ? stored() : stateSince(since), knownFailures };
}

/** Stores the failures before a run in the folder of the run, from which they are judged. */
export const keepEarlier = (out: string, before: FailuresBefore | undefined): void => {
  if (before) writeFileSync(runFilesOf(out).earlier, `${JSON.stringify(before, null, 1)}\n`);
};

/** Takes over what an earlier judgement of the same journal started from. */
export function copyEarlier(journal: string, out: string): void {
  const { earlier } = runFilesOf(dirname(journal));
  if (existsSync(earlier)) copyFileSync(earlier, runFilesOf(out).earlier);
}

/** Returns the failures before the run in a folder; undefined if it has none. */
export function earlierIn(out: string): FailuresBefore | undefined {
  const { earlier } = runFilesOf(out);
  return existsSync(earlier) ? (JSON.parse(readFileSync(earlier, 'utf8')) as FailuresBefore) : undefined;
}

/** Returns what to ask first: what showed the failures that are open, or that are still named as known, the last seen first. */
export const askedAgain = ({ state: { failures, watched = [] } }: FailuresBefore): string[] =>
  [...failures, ...watched]
    .toSorted((a, b) => (a.lastSeen < b.lastSeen ? 1 : -1))
    .flatMap(({ askedBy }) => askedBy.slice(-1));
