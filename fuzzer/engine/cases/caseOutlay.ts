import { noOutlay, type Outlay, outlayOf, sumOfOutlays } from '../../../runner/selection/outlay.ts';
import { parseExact } from '../../../schemas/json/exact.ts';
import type { FuzzCase } from './fuzzCase.ts';
import { subjectStepAt } from './stepGroups.ts';

/** The currency of a method by its id, where it is known. */
export type CurrencyOf = (methodId: string) => string | undefined;

/**
 * What the orders of a case move at the most: all of them are taken to be made, second uses of an id and races as well. Left aside are twins that are not sent again,
 * and what the case is about where it is broken, since that is to be refused.
 */
export function caseOutlay(one: FuzzCase, currencyOf: CurrencyOf = () => undefined, known = new Set<string>()): Outlay {
  const refused = one.label.is === 'invalid' ? subjectStepAt(one.steps) : undefined;
  const all = one.steps.map(({ operation, body, twin }, at): Outlay => {
    if (at === refused || (twin !== undefined && known.has(twin)) || !body || !('text' in body)) return noOutlay;
    const parsed = parseExact(body.text);
    return 'value' in parsed ? outlayOf(operation, parsed.value, currencyOf) : noOutlay;
  });
  return sumOfOutlays(all);
}
