/** A moment in nanoseconds since 1970, UTC. */
export type Instant = bigint;

const NS_PER_MS = 1_000_000n;
const NS_PER_SECOND = 1_000_000_000n;

/** The moment of a number of milliseconds since 1970. */
export function fromMs(ms: number): Instant {
  return BigInt(ms) * NS_PER_MS;
}

/** The first whole millisecond that is not before a moment. */
export function toMsCeil(at: Instant): number {
  return Number((at + NS_PER_MS - 1n) / NS_PER_MS);
}

/** A moment some milliseconds later. */
export function plusMs(at: Instant, ms: number): Instant {
  return at + fromMs(ms);
}

/** Writes a moment as ISO 8601 UTC with 0, 3, 6 or 9 digits of fraction, as few as it needs. */
export function formatInstant(at: Instant): string {
  const seconds = new Date(Number(at / NS_PER_MS)).toISOString().slice(0, 19);
  let fraction = (at % NS_PER_SECOND).toString().padStart(9, '0');
  while (fraction.endsWith('000')) fraction = fraction.slice(0, -3);
  return fraction === '' ? `${seconds}Z` : `${seconds}.${fraction}Z`;
}

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/i;
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

function isRealDay(day: string): boolean {
  const [, year, month, date] = DAY.exec(day) ?? [];
  const parsed = new Date(`${day}T00:00:00Z`);
  return (
    parsed.getUTCFullYear() === Number(year) &&
    parsed.getUTCMonth() + 1 === Number(month) &&
    parsed.getUTCDate() === Number(date)
  );
}

/** Reads an ISO 8601 time (UTC when it names no zone); undefined when the text is not one. */
export function parseInstant(text: string): Instant | undefined {
  const match = ISO.exec(text.trim());
  const day = match?.[1];
  if (match === null || day === undefined || !isRealDay(day)) return undefined;
  const [, , minutes = '00:00', seconds = '00', fraction = '', zone = 'Z'] = match;
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const ms = Date.parse(`${day}T${minutes}:${seconds}${offset}`);
  if (Number.isNaN(ms) || ms < 0) return undefined;
  return fromMs(ms) + BigInt(fraction.padEnd(9, '0'));
}

/** How many digits of fraction an ISO 8601 text is written with. */
export function fractionDigits(text: string): number {
  return ISO.exec(text.trim())?.[4]?.length ?? 0;
}
