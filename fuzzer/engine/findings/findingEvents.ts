import { anyOf, filledListOf, isText, objectWith, oneOf } from '../../../schemas/json/guards.ts';
import { parsedPlain } from '../../../schemas/json/plain.ts';
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

const isEvent = anyOf(
  objectWith({ event: oneOf('found'), run: isText, found: isFound }),
  objectWith({ event: oneOf('tried'), run: isText, fingerprint: isFingerprint, trial: isTrial }),
  objectWith({ event: oneOf('shrunk'), run: isText, fingerprint: isFingerprint, smaller: isSmaller }),
  objectWith({ event: oneOf('kept'), run: isText, lastRun: isText, found: isFound, trials: filledListOf(isTrial) }),
);

/** Parses the event of a line; undefined if the line is not a valid event. */
export function eventOf(text: string): FindingEvent | undefined {
  const value = parsedPlain(text);
  return isEvent(value) ? (value as unknown as FindingEvent) : undefined;
}
