import type { Found } from './finding.ts';
import type { Trial } from './states.ts';

/** What becomes of a finding, as a line of its file. */
export type FindingEvent =
  | { event: 'found'; run: string; found: Found }
  | { event: 'tried'; run: string; fingerprint: string; trial: Trial }
  | {
      event: 'shrunk';
      run: string;
      fingerprint: string;
      smaller: Pick<Found, 'case' | 'exchanges'> & Required<Pick<Found, 'shrunk'>>;
    }
  /** All that was known of one when the file was last written anew. */
  | { event: 'kept'; run: string; lastRun: string; found: Found; trials: readonly Trial[] };

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown) => typeof value === 'string';

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

const isTrial = (value: unknown) =>
  isObject(value) && isCount(value['shown']) && isCount(value['of']) && Number(value['shown']) <= Number(value['of']);

const isStep = (value: unknown) =>
  isObject(value) && isText(value['method']) && isText(value['path']) && Array.isArray(value['headers']);

const isCase = (value: unknown) =>
  isObject(value) &&
  Array.isArray(value['steps']) &&
  value['steps'].length > 0 &&
  value['steps'].every(isStep) &&
  isObject(value['label']);

const isFound = (value: unknown) =>
  isObject(value) &&
  ['fingerprint', 'requirement', 'operation', 'outcome', 'wanted', 'seen'].every((name) => isText(value[name])) &&
  isCase(value['case']) &&
  Array.isArray(value['exchanges']);

const isSmaller = (value: unknown) =>
  isObject(value) && isCase(value['case']) && isObject(value['shrunk']) && Array.isArray(value['exchanges']);

const shapes: Readonly<Record<FindingEvent['event'], (fields: Fields) => boolean>> = {
  found: ({ found }) => isFound(found),
  tried: ({ fingerprint, trial }) => isText(fingerprint) && isTrial(trial),
  shrunk: ({ fingerprint, smaller }) => isText(fingerprint) && isSmaller(smaller),
  kept: ({ found, trials, lastRun }) =>
    isFound(found) && isText(lastRun) && Array.isArray(trials) && trials.length > 0 && trials.every(isTrial),
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The event that a line tells of; undefined where it tells of none. */
export function eventOf(text: string): FindingEvent | undefined {
  const value = parsed(text);
  if (!isObject(value) || !isText(value['run']) || !isText(value['event'])) return undefined;
  const { event } = value as { event: string };
  const isSound = Object.hasOwn(shapes, event) && shapes[event as FindingEvent['event']](value);
  return isSound ? (value as unknown as FindingEvent) : undefined;
}
