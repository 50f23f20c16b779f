/** Longest text that a report takes from a target, in UTF-16 units: more of it says nothing new. */
const mostUnits = 2_000;

/**
 * A text as it may stand on one line of any report: no control character, no change of direction, no line break, nothing
 * that XML 1.0 forbids; U+FFFD stands for each of them, and what is beyond 2,000 units is left out.
 */
export function plain(text: string): string {
  const bounded = text.length > mostUnits ? `${text.slice(0, mostUnits - 3)}...` : text;
  return bounded.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/gu, '\ufffd');
}
