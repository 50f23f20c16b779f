import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';
import type { CaseAssertion } from './fuzzCase.ts';
import { referencedSteps, renamedText, renumberedText, type StepPlacement } from './references.ts';

/** The mark that stands for a step of the case in the arguments of an assertion. */
const stepMark = /^#([1-9]\d?)$/;

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
      const [, step] = stepMark.exec(leaf) ?? [];
      return step === undefined ? referencedSteps(leaf) : [Number(step)];
    }),
  );
}

/** Returns the values in an assertion that name no step: steps may have been sent with these values. */
export function assertedValues({ args }: CaseAssertion): ReadonlySet<string> {
  return new Set(leavesIn(args).filter((leaf) => !stepMark.test(leaf)));
}

/** Returns the arguments of an assertion with new numbers for the steps that they name, and with every other text passed through `as`. */
function rewritten(args: Plain, places: ReadonlyMap<number, number>, as: (text: string) => string): Plain {
  if (Array.isArray(args)) return args.map((one) => rewritten(one, places, as));
  if (isPlainObject(args))
    return Object.fromEntries(Object.entries(args).map(([name, one]) => [name, rewritten(one, places, as)]));
  if (typeof args !== 'string') return args;
  const [, step] = stepMark.exec(args) ?? [];
  return step === undefined ? as(args) : `#${places.get(Number(step)) ?? step}`;
}

/** Returns an assertion with new numbers for the steps that it names. */
export function renumberedAssertion(assertion: CaseAssertion, places: ReadonlyMap<number, number>): CaseAssertion {
  return { ...assertion, args: rewritten(assertion.args, places, (text) => renumberedText(text, places)) };
}

/** Returns an assertion of a case, rewritten for another case that the case becomes part of. */
export function renamedAssertion(assertion: CaseAssertion, apart: StepPlacement): CaseAssertion {
  return { ...assertion, args: rewritten(assertion.args, apart.places, (text) => renamedText(text, apart)) };
}
