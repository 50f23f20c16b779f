import { type Plain, withTexts } from '../../../schemas/json/plain.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { stepMarkedBy } from '../../engine/cases/caseAssertions.ts';
import { attempt, type References, UnresolvedReference } from '../../engine/cases/references.ts';

/** The exchanges of the steps of a case, as far as they were sent. */
export type SentExchanges = (Exchange | undefined)[];

/** The exchanges of the steps sent so far, and the values of the references. */
export interface FillSources {
  steps: SentExchanges;
  references: References;
}

/**
 * Replaces the step numbers in the arguments of an assertion with the numbers of their exchanges, and fills its references; undefined if the step of an
 * exchange or value was not sent.
 */
export function filledArguments(args: Plain, { steps, references }: FillSources): Plain | undefined {
  const filled = attempt(() =>
    withTexts(args, (text) => {
      const step = stepMarkedBy(text);
      if (step === undefined) return references.filledText(text);
      const { id } = steps[step - 1] ?? {};
      if (id === undefined) throw new UnresolvedReference(`${text} was not sent`);
      return id;
    }),
  );
  return filled instanceof UnresolvedReference ? undefined : filled;
}

/** Returns the other account that sent every request which an assertion names; undefined if the account under test sent one. */
export function accountOf(args: Plain, steps: SentExchanges): string | undefined {
  const text = JSON.stringify(args);
  const named = steps.filter((sent) => sent && text.includes(`"${sent.id}"`));
  const [account, ...others] = new Set(named.map((sent) => sent?.line.request.account));
  return others.length === 0 ? account : undefined;
}
