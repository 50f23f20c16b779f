import { existsSync } from 'node:fs';
import type { FailureState } from '../../judge/failureHistory.ts';
import { noFailures } from '../../judge/failures.ts';
import {
  invalidMember,
  isCount,
  isText,
  isTime,
  isTrue,
  listOf,
  mapOf,
  objectWith,
  oneOf,
  optional,
} from '../../schemas/json/guards.ts';
import { isPlainObject, type Plain } from '../../schemas/json/plain.ts';
import { outcomes } from '../../traffic/outcome/outcome.ts';
import { replaceFile } from '../../traffic/system/atomicWrite.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { storedJson } from '../../traffic/system/storedJson.ts';

const isFailure = objectWith({
  requirement: isText,
  combination: optional(isText),
  fingerprint: isText,
  code: isText,
  wanted: isText,
  seen: isText,
  firstSeen: isTime,
  lastSeen: isTime,
  times: isCount,
  askedBy: listOf(isText),
});

const isNight = objectWith({
  run: isText,
  startedAt: isTime,
  profile: isText,
  isPartial: optional(isTrue),
  exit: isCount,
  failed: listOf(isText),
  others: optional(mapOf(oneOf(...outcomes))),
  fine: optional(listOf(isText)),
  new: isCount,
  fixed: isCount,
  passed: isCount,
  judged: isCount,
  posts: isCount,
  minutes: (value) => typeof value === 'number',
});

const members = {
  version: (value: Plain | undefined) => value === 1,
  failures: listOf(isFailure),
  watched: optional(listOf(isFailure)),
  nights: listOf(isNight),
  held: mapOf(isCount),
};

/** Returns the failures and runs that a value holds. Throws ConfigurationError naming what is wrong with it. */
export function failureStateIn(value: Plain | undefined, where: string): FailureState {
  const wrong = isPlainObject(value) ? invalidMember(members, value) : '';
  if (wrong === undefined) return value as unknown as FailureState;
  const seen = wrong === '' ? 'something else' : `a file in which ${wrong} is not what a run writes`;
  const hint = 'Restore the file, or remove it: then every failure of the next run is new.';
  throw new ConfigurationError(where, [{ where: '/', wanted: 'the failures of earlier runs', seen, hint }]);
}

/** Reads the failures and runs of a target; none if there is no file. Throws ConfigurationError for a file that no run has written. */
export const readFailures = (file: string): FailureState =>
  existsSync(file) ? failureStateIn(storedJson(file), file) : noFailures;

/** Stores the failures and runs of a target. */
export const writeFailures = (file: string, state: FailureState): void =>
  replaceFile(file, `${JSON.stringify(state, null, 1)}\n`);
