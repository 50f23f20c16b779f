import { isPlainObject, type Plain, type PlainObject } from '../../../schemas/json/plain.ts';
import type { Found, ShrunkCase } from './finding.ts';
import type { TrialCount } from './findingStatus.ts';
import { isFingerprint, isFound, isSmaller, isTrial } from './findingValidators.ts';

/** An event in the life of a finding, stored as a line of the findings file. */
export type FindingEvent =
  | { event: 'found'; run: string; found: Found }
  | { event: 'tried'; run: string; fingerprint: string; trial: TrialCount }
  | { event: 'shrunk'; run: string; fingerprint: string; smaller: ShrunkCase }
  /** The full state of a finding, written when the file is compacted. */
  | { event: 'kept'; run: string; lastRun: string; found: Found; trials: readonly TrialCount[] };

const isText = (value: Plain | undefined) => typeof value === 'string';

const validators: Readonly<Record<FindingEvent['event'], (fields: PlainObject) => boolean>> = {
  found: ({ found }) => isFound(found),
  tried: ({ fingerprint, trial }) => isFingerprint(fingerprint) && isTrial(trial),
  shrunk: ({ fingerprint, smaller }) => isFingerprint(fingerprint) && isSmaller(smaller),
  kept: ({ found, trials, lastRun }) =>
    isFound(found) && isText(lastRun) && Array.isArray(trials) && trials.length > 0 && trials.every(isTrial),
};

function parsed(text: string): Plain | undefined {
  try {
    return JSON.parse(text) as Plain;
  } catch {
    return undefined;
  }
}

/** Parses the event of a line; undefined if the line is not a valid event. */
export function eventOf(text: string): FindingEvent | undefined {
  const value = parsed(text);
  if (!isPlainObject(value) || !isText(value['run']) || !isText(value['event'])) return undefined;
  const { event } = value as unknown as { event: string };
  const isValid = Object.hasOwn(validators, event) && validators[event as FindingEvent['event']](value);
  return isValid ? (value as unknown as FindingEvent) : undefined;
}
