import { performance } from 'node:perf_hooks';

/** Nanoseconds since 1970-01-01T00:00:00Z. */
export type Instant = bigint;

/** A source of the current time; tests supply their own. */
export type Clock = () => Instant;

/** One millisecond in nanoseconds. */
export const MILLISECOND = 1_000_000n;

/** One hour in milliseconds. */
export const HOUR_MS = 3_600_000;

const started = BigInt(Math.round(performance.timeOrigin * 1000)) * 1000n;
const startedTick = process.hrtime.bigint() - BigInt(Math.round(performance.now() * 1e6));

/** The machine's time in nanoseconds; it never goes back. */
export const machineClock: Clock = () => started + process.hrtime.bigint() - startedTick;

/** Returns the instant that is `ms` milliseconds after another instant. */
export const later = (instant: Instant, ms: number): Instant => instant + BigInt(Math.round(ms)) * MILLISECOND;

/** Writes an instant as ISO 8601 text without a zone, e.g. 2025-01-31T10:20:30.123456. The fraction is cut off after `digits` (0 to 9) digits. */
export function localText(instant: Instant, digits: number): string {
  const seconds = new Date(Number(instant / MILLISECOND)).toISOString().slice(0, 19);
  const fraction = (instant % 1_000_000_000n).toString().padStart(9, '0').slice(0, digits);
  return digits === 0 ? seconds : `${seconds}.${fraction}`;
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?)(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2}))?$/;

/** Reads ISO 8601 text with a zone (a bare date is midnight UTC); undefined for any other text. */
export function readInstant(text: string): Instant | undefined {
  const [whole, date, time = '00:00:00', fraction = '', zone = 'Z'] = ISO.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const ms = Date.parse(`${date}T${time}${zone}`);
  if (Number.isNaN(ms)) return undefined;
  return BigInt(ms) * MILLISECOND + BigInt(fraction.padEnd(9, '0'));
}
