import type { Plain } from '../../../schemas/json/plain.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { type References, UnresolvedReference } from '../../engine/cases/references.ts';

/** The exchanges of the steps of a case, as far as they were sent. */
export type SentExchanges = (Exchange | undefined)[];

/** The exchanges of the steps sent so far, and the values of the references. */
export interface FillSources {
  steps: SentExchanges;
  references: References;
}

const stepMark = /^#([1-9]\d?)$/;

/**
 * Resolves a text in the arguments of an assertion: to an exchange, to a value of the case, or to the text itself. Undefined if the step of the exchange or
 * value was not sent.
 */
function filledWord(text: string, { steps, references }: FillSources): string | undefined {
  const found = stepMark.exec(text);
  if (found) return steps[Number(found[1]) - 1]?.id;
  try {
    return references.filledText(text);
  } catch (error) {
    if (error instanceof UnresolvedReference) return undefined;
    throw error;
  }
}

/** Replaces the step numbers in the arguments of an assertion with the numbers of their exchanges; undefined if a step was not sent. */
export function filledArguments(args: Plain, way: FillSources): Plain | undefined {
  let isLacking = false;
  const fill = (value: Plain): Plain => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one)]));
    if (typeof value !== 'string') return value;
    const filled = filledWord(value, way);
    isLacking ||= filled === undefined;
    return filled ?? '';
  };
  const filled = fill(args);
  return isLacking ? undefined : filled;
}
