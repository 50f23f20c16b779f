import { parseInstant } from '../../schemas/domain/formats.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, type RunRecord, type Sighting, textField } from '../../traffic/journal/runRecord.ts';

/** A time known to be between two bounds, ns. */
interface Span {
  least: bigint;
  most: bigint;
}

const nsPerMs = 1_000_000n;

/** Returns by how much the target's clock was moved between two exchanges: `least` is certain, `most` is possible. */
function movedBetween({ controlActions }: RunRecord, from: Exchange, to: Exchange): Span {
  const moved: Span = { least: 0n, most: 0n };
  for (const { what, args, ok, askedNs, atNs } of controlActions) {
    const { advanceMs } = args as { advanceMs?: number };
    if (what !== 'clock' || advanceMs === undefined) continue;
    const [asked, answered, by] = [BigInt(askedNs ?? atNs), BigInt(atNs), BigInt(Math.round(advanceMs)) * nsPerMs];
    if (ok && asked >= from.receivedNs && answered <= to.sentNs) moved.least += by;
    if (answered >= from.sentNs && asked <= to.receivedNs) moved.most += by;
  }
  return moved;
}

/** True if the target's clock was moved between two exchanges, or may have been. */
export const wasClockMoved = (record: RunRecord, from: Exchange, to: Exchange): boolean =>
  movedBetween(record, from, to).most > 0n;

/** Returns how long the target's clock ran from one answer to a later one; undefined if the two were timed by different clocks of the suite. */
export function elapsedOnTarget(record: RunRecord, from: Exchange, to: Exchange): Span | undefined {
  if (from.clock !== to.clock) return undefined;
  const moved = movedBetween(record, from, to);
  return { least: to.sentNs - from.receivedNs + moved.least, most: to.receivedNs - from.sentNs + moved.most };
}

/** Returns the unit of the last digit of an instant, ns. Rounding may change it by less than that. */
const unitOf = (fractionDigits: number) => 10n ** BigInt(9 - Math.min(9, fractionDigits));

/** Returns the range of an instant that a record shows. */
export function instantSpan({ value }: Sighting, name: string): Span | undefined {
  const shown = textField(value, name);
  const instant = shown === undefined ? undefined : parseInstant(shown);
  if (!instant) return undefined;
  const unit = unitOf(instant.fractionDigits) - 1n;
  return { least: instant.epochNs - unit, most: instant.epochNs + unit };
}

/** Returns the end of the second in the Date header of an answer; 0 without one. */
function saidNs(answer: Exchange): bigint {
  const said = Date.parse(answer.header('date') ?? '');
  return Number.isNaN(said) ? 0n : (BigInt(said) + 1000n) * nsPerMs;
}

const later = (a: bigint, b: bigint) => (a > b ? a : b);

/**
 * Returns the time on the target's own clock when it sent an answer. The time is calculated from a creation: the target set createdAt between that request and
 * its answer. If the Date header of the answer is later, the range is extended to it.
 */
export function targetTimeAt(record: RunRecord, created: Sighting, answer: Exchange): Span | undefined {
  const start = instantSpan(created, 'createdAt');
  const elapsed = elapsedOnTarget(record, created.exchange, answer);
  if (!start || !elapsed) return undefined;
  return { least: start.least + elapsed.least, most: later(start.most + elapsed.most, saidNs(answer)) };
}

/** Formats a time to the millisecond. */
export function formatTime(ns: bigint): string {
  return new Date(Number(ns / nsPerMs)).toISOString();
}

/** Returns the latest of the times that a record shows under these names; undefined if it shows none. */
export function latestInstant(sighting: Sighting, names: readonly string[]): Span | undefined {
  const spans = names.flatMap((name) =>
    field(sighting.value, name) === undefined ? [] : (instantSpan(sighting, name) ?? []),
  );
  return spans.reduce<Span | undefined>(
    (latest, one) => (latest === undefined || one.most > latest.most ? one : latest),
    undefined,
  );
}
