import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { timesIn } from '../core/contractShape.ts';

const fractionOf = (text: string) => /\.(\d{3,9})(?:Z|[+-][\d:]+)?$/.exec(text)?.[1];

/** That none of so many fractions begins with a zero happens by chance once in a million runs: one in ten does. */
const enough = 130;

/** Returns the different fractions of a second that answers show, by their number of digits, each with an answer that shows it. */
function fractionsIn(answers: readonly Exchange[]): Map<number, Map<string, Exchange>> {
  const byDigits = new Map<number, Map<string, Exchange>>();
  for (const answer of answers)
    for (const [, text] of timesIn(answer)) {
      const fraction = fractionOf(text);
      if (fraction === undefined) continue;
      const alike = byDigits.get(fraction.length) ?? new Map<string, Exchange>();
      byDigits.set(fraction.length, alike.set(fraction, answer));
    }
  return byDigits;
}

/**
 * Fractions of a second keep the zeros that they begin with (§ General conventions, time and timestamp fields; GEN-04a): without them a time is up to 0.9 s late.
 * Fractions of each number of digits are looked at apart, since a service may write times of different sources in different ways.
 */
export function keepsLeadingZeros(answers: readonly Exchange[]): Fault[] {
  return [...fractionsIn(answers)].flatMap(([digits, fractions]): Fault[] => {
    const all = [...fractions.keys()];
    if (all.length < enough || all.some((one) => one.startsWith('0'))) return [];
    const exchanges = [...new Set([...fractions.values()].map(({ id }) => id))].slice(0, 3);
    const what = `${all.length} different fractions of a second with ${digits} digits`;
    return [{ code: 'differs', what, wanted: 'one in ten that begins with 0', seen: 'none', exchanges }];
  });
}
