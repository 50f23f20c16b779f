import { noOutlay, type Outlay, outlayOf, sumOfOutlays } from '../../../runner/selection/outlay.ts';
import { parseExact } from '../../../schemas/json/exact.ts';
import type { FuzzCase } from './fuzzCase.ts';
import { subjectStepAt } from './stepGroups.ts';

/** Looks up the currency of a method by its id, if it is known. */
export type CurrencyOf = (methodId: string) => string | undefined;

/**
 * Returns the most money that the orders of a case can move. Every order counts as accepted, repeated ids and races included. Control requests that are not
 * sent again do not count, and neither does the malformed step of an invalid case, since it must be refused. A test moves what is expected of it.
 */
export function caseOutlay(one: FuzzCase, currencyOf: CurrencyOf = () => undefined, known = new Set<string>()): Outlay {
  if (one.test) return one.test.outlay;
  const refused = one.label.is === 'invalid' ? subjectStepAt(one.steps) : undefined;
  const all = one.steps.map(({ operation, body, twin: control }, at): Outlay => {
    if (at === refused || (control !== undefined && known.has(control)) || !body || !('text' in body)) return noOutlay;
    const parsed = parseExact(body.text);
    return 'value' in parsed ? outlayOf(operation, parsed.value, currencyOf) : noOutlay;
  });
  return sumOfOutlays(all);
}
