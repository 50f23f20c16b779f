/** The time between two moments, ISO 8601, on one clock. */
export interface TimeSpan {
  fromAt: string;
  untilAt: string;
}

/** The longest gap, in ms, when one receiver hands over to another. */
const handOverMs = 60_000;

const byBeginning = (one: TimeSpan, other: TimeSpan) => Date.parse(one.fromAt) - Date.parse(other.fromAt);

const later = (one: string, other: string) => (Date.parse(one) > Date.parse(other) ? one : other);

/** Sorts spans and merges those that touch or have at most a hand-over between them. */
export function joinedSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const joined: TimeSpan[] = [];
  for (const span of spans.toSorted(byBeginning)) {
    const last = joined.at(-1);
    if (last && Date.parse(span.fromAt) - Date.parse(last.untilAt) <= handOverMs)
      joined[joined.length - 1] = { ...last, untilAt: later(last.untilAt, span.untilAt) };
    else joined.push(span);
  }
  return joined;
}

/** Returns the parts of the spans within another span. */
export function spansWithin(spans: readonly TimeSpan[], { fromAt, untilAt }: TimeSpan): TimeSpan[] {
  const [from, until] = [Date.parse(fromAt), Date.parse(untilAt)];
  return spans
    .filter((span) => Date.parse(span.untilAt) >= from && Date.parse(span.fromAt) <= until)
    .map((span) => ({
      fromAt: Date.parse(span.fromAt) < from ? fromAt : span.fromAt,
      untilAt: Date.parse(span.untilAt) > until ? untilAt : span.untilAt,
    }));
}

/** Returns the gaps in a span that these spans do not cover. A gap that is not longer than a hand-over does not count. */
export function gapsIn(spans: readonly TimeSpan[], { fromAt, untilAt }: TimeSpan): TimeSpan[] {
  const within = joinedSpans(spansWithin(spans, { fromAt, untilAt }));
  const edges = [fromAt, ...within.flatMap((span) => [span.fromAt, span.untilAt]), untilAt];
  return edges.flatMap((edge, index) => {
    const next = edges[index + 1];
    if (index % 2 === 1 || next === undefined) return [];
    return Date.parse(next) - Date.parse(edge) > handOverMs ? [{ fromAt: edge, untilAt: next }] : [];
  });
}
