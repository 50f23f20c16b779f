import { parseInstant } from '../../schemas/domain/formats.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, type RunRecord, type Sighting, textField } from '../../traffic/journal/runRecord.ts';

/** A time that is known to lie between two, ns. */
interface Span {
  least: bigint;
  most: bigint;
}

const nsPerMs = 1_000_000n;

/** By how much the target's clock was moved between two exchanges: what surely was, and what may have been. */
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

/** True where the target's clock was moved between two exchanges, or may have been. */
export const wasClockMoved = (record: RunRecord, from: Exchange, to: Exchange): boolean =>
  movedBetween(record, from, to).most > 0n;

/** How long the target's clock ran from one answer to a later one; undefined where the two are of no one clock of ours. */
export function elapsedOnTarget(record: RunRecord, from: Exchange, to: Exchange): Span | undefined {
  if (from.clock !== to.clock) return undefined;
  const moved = movedBetween(record, from, to);
  return { least: to.sentNs - from.receivedNs + moved.least, most: to.receivedNs - from.sentNs + moved.most };
}

/** The last digit that an instant is written with, ns: what it may be rounded by. */
const unitOf = (fractionDigits: number) => 10n ** BigInt(9 - Math.min(9, fractionDigits));

/** An instant that a record shows, as the span in which it lies. */
export function instantSpan({ value }: Sighting, name: string): Span | undefined {
  const shown = textField(value, name);
  const instant = shown === undefined ? undefined : parseInstant(shown);
  if (!instant) return undefined;
  const unit = unitOf(instant.fractionDigits) - 1n;
  return { least: instant.epochNs - unit, most: instant.epochNs + unit };
}

/** The second in which an answer says that it was made, at its end. */
function saidNs(answer: Exchange): bigint {
  const said = Date.parse(answer.header('date') ?? '');
  return Number.isNaN(said) ? 0n : (BigInt(said) + 1000n) * nsPerMs;
}

const later = (a: bigint, b: bigint) => (a > b ? a : b);

/**
 * The time by the target's own clock at which it answered: reckoned from the answer of a creation, whose createdAt it took from that
 * clock between our sending and its answer. Where the answer's Date says later, that may be so, too.
 */
export function targetTimeAt(record: RunRecord, created: Sighting, answer: Exchange): Span | undefined {
  const start = instantSpan(created, 'createdAt');
  const elapsed = elapsedOnTarget(record, created.exchange, answer);
  if (!start || !elapsed) return undefined;
  return { least: start.least + elapsed.least, most: later(start.most + elapsed.most, saidNs(answer)) };
}

/** A time as text, to the millisecond. */
export function formatTime(ns: bigint): string {
  return new Date(Number(ns / nsPerMs)).toISOString();
}

/** The later of the times that a record shows under these names; undefined where it shows none. */
export function latestInstant(sighting: Sighting, names: readonly string[]): Span | undefined {
  const spans = names.flatMap((name) =>
    field(sighting.value, name) === undefined ? [] : (instantSpan(sighting, name) ?? []),
  );
  return spans.reduce<Span | undefined>(
    (latest, one) => (latest === undefined || one.most > latest.most ? one : latest),
    undefined,
  );
}
