import { type Exact, isExactNumber } from '../../schemas/json/exact.ts';

/** A time as it was written: ms since the epoch, and how much its last digit is worth, in ms. */
interface Moment {
  ms: number;
  stepMs: number;
}

const secondMs = 1_000;

/** Nothing is compared more finely than this: SDKs round, and most dates have no more digits. */
const finestMs = 1;

/** A date and a time of day with any mark between them; without a zone it is UTC, and Java leaves out seconds that are zero. */
const written = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?\s*(?:Z|UTC|GMT|([+-]\d\d):?(\d\d)?)?/i;

/** Numbers of so many digits count these units, in ms: seconds, milliseconds, microseconds, nanoseconds. */
const units: readonly (readonly [below: number, unitMs: number])[] = [
  [1e11, secondMs],
  [1e14, 1],
  [1e17, 1e-3],
  [Number.POSITIVE_INFINITY, 1e-6],
];

const stepOf = (unitMs: number, fraction = '') => Math.max(finestMs, unitMs / 10 ** fraction.length);

function ofNumber(text: string): Moment {
  const [, unitMs = 1] = units.find(([below]) => Number(text) < below) ?? [];
  return { ms: Number(text) * unitMs, stepMs: stepOf(unitMs, text.split('.')[1]) };
}

function momentOf(value: Exact | undefined): Moment | undefined {
  const text = isExactNumber(value) ? value.value : value;
  if (typeof text !== 'string') return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return ofNumber(text);
  const [, date, time, fraction = '', hours, minutes = '00'] = written.exec(text) ?? [];
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const ms = date === undefined ? Date.parse(text) : Date.parse(`${date}T${time}${zone}`);
  if (Number.isNaN(ms)) return undefined;
  return { ms: ms + Number(`0.${fraction}0`) * secondMs, stepMs: stepOf(secondMs, fraction) };
}

/** True if a time that was handed over, in any form and zone, is the one that was sent, as exactly as its digits say and at most to the millisecond. */
export function sameMoment(sent: string, handed: Exact | undefined): boolean {
  const [one, other] = [momentOf(sent), momentOf(handed)];
  return one !== undefined && other !== undefined && Math.abs(one.ms - other.ms) < other.stepMs;
}
