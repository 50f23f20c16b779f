import { LRUCache } from 'lru-cache';

// Nanoseconds since 1970-01-01T00:00Z (digits after the ninth are cut), the number of fraction digits as written, and the zone.
type Instant = { epochNs: bigint; fractionDigits: number; zone: 'utc' | 'missing' | 'offset' };

const extendedDateTime =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

const nsPerMs = 1_000_000n;
const nsPerMinute = 60_000n * nsPerMs;

/** Longer texts are not times and are not cached. */
const longestCached = 64;

/** Cache of parsed texts: a run record shows the same times again and again. */
const read = new LRUCache<string, { instant: Instant | undefined }>({
  max: 5_000,
  memoMethod: (text) => ({ instant: instantOf(text) }),
});

/**
 * Reads an ISO 8601 extended date-time; a missing zone is read as UTC. Returns undefined if the text is not a date-time or names a day that does not exist (§
 * General conventions).
 */
export function parseInstant(text: string): Instant | undefined {
  return text.length > longestCached ? instantOf(text) : read.memo(text).instant;
}

function instantOf(text: string): Instant | undefined {
  const found = extendedDateTime.exec(text);
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', zone] = found;
  const ms = civilMs([year, month, day, hour, minute, second ?? '00'].map(Number));
  const offset = offsetMinutes(zone);
  if (ms === undefined || offset === undefined) return undefined;
  const fractionNs = BigInt(fraction.slice(0, 9).padEnd(9, '0'));
  return {
    epochNs: BigInt(ms) * nsPerMs + fractionNs - BigInt(offset) * nsPerMinute,
    fractionDigits: fraction.length,
    zone: zone === undefined ? 'missing' : offset === 0 ? 'utc' : 'offset',
  };
}

function civilMs([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: number[]): number | undefined {
  const date = new Date(0);
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  // ISO 8601 writes a leap second as 23:59:60.
  const leap = second === 60 && hour === 23 && minute === 59;
  if (hour > 23 || minute > 59 || (second > 59 && !leap)) return undefined;
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000;
}

function offsetMinutes(zone = 'Z'): number | undefined {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return undefined;
  // `|| 0` prevents a negative zero for -00:00: BigInt accepts it and `===` does not distinguish it.
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) || 0;
}
