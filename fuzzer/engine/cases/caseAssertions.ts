import { isPlainObject, type Plain, withTexts } from '../../../schemas/json/plain.ts';
import type { CaseAssertion } from './fuzzCase.ts';
import { referencedSteps, renamedText, renumberedText, type StepPlacement } from './references.ts';

/** Returns the step of the case that a text among the arguments of an assertion stands for, counted from 1; undefined if it stands for none. */
export function stepMarkedBy(text: string): number | undefined {
  const [, step] = /^#([1-9]\d?)$/.exec(text) ?? [];
  return step === undefined ? undefined : Number(step);
}

/** Lists every text and number among the arguments of an assertion, as text. */
function leavesIn(args: Plain): string[] {
  if (typeof args === 'string' || typeof args === 'number') return [String(args)];
  if (Array.isArray(args)) return args.flatMap(leavesIn);
  return isPlainObject(args) ? Object.values(args).flatMap(leavesIn) : [];
}

/** Returns the steps that an assertion names or takes a value from, counted from 1. */
export function stepsNamedBy({ args }: CaseAssertion): ReadonlySet<number> {
  return new Set(
    leavesIn(args).flatMap((leaf) => {
      const step = stepMarkedBy(leaf);
      return step === undefined ? referencedSteps(leaf) : [step];
    }),
  );
}

/** Returns the values in an assertion that name no step: steps may have been sent with these values. */
export function assertedValues({ args }: CaseAssertion): ReadonlySet<string> {
  return new Set(leavesIn(args).filter((leaf) => stepMarkedBy(leaf) === undefined));
}

/** Returns the arguments of an assertion with new numbers for the steps that they name, and with every other text passed through `as`. */
const rewritten = (args: Plain, places: ReadonlyMap<number, number>, as: (text: string) => string): Plain =>
  withTexts(args, (text) => {
    const step = stepMarkedBy(text);
    return step === undefined ? as(text) : `#${places.get(step) ?? step}`;
  });

/** Returns an assertion with new numbers for the steps that it names. */
export function renumberedAssertion(assertion: CaseAssertion, places: ReadonlyMap<number, number>): CaseAssertion {
  return { ...assertion, args: rewritten(assertion.args, places, (text) => renumberedText(text, places)) };
}

/** Returns an assertion of a case, rewritten for another case that the case becomes part of. */
export function renamedAssertion(assertion: CaseAssertion, apart: StepPlacement): CaseAssertion {
  return { ...assertion, args: rewritten(assertion.args, apart.places, (text) => renamedText(text, apart)) };
}
