import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';
import type { CaseAssertion } from './fuzzCase.ts';
import { referencedSteps, renamedText, renumberedText, type StepPlacement } from './references.ts';

/** A step of a case among the arguments of a claim. */
const stepMark = /^#([1-9]\d?)$/;

/** Every text and number among the arguments of a claim, as text. */
function leavesIn(args: Plain): string[] {
  if (typeof args === 'string' || typeof args === 'number') return [String(args)];
  if (Array.isArray(args)) return args.flatMap(leavesIn);
  return isPlainObject(args) ? Object.values(args).flatMap(leavesIn) : [];
}

/** The steps that a claim names, or takes a value of, counted from 1. */
export function stepsNamedBy({ args }: CaseAssertion): ReadonlySet<number> {
  return new Set(
    leavesIn(args).flatMap((leaf) => {
      const [, step] = stepMark.exec(leaf) ?? [];
      return step === undefined ? referencedSteps(leaf) : [Number(step)];
    }),
  );
}

/** What a claim says beside the steps that it names: values that steps may have been sent with. */
export function assertedValues({ args }: CaseAssertion): ReadonlySet<string> {
  return new Set(leavesIn(args).filter((leaf) => !stepMark.test(leaf)));
}

/** The arguments of a claim with the steps that they name at other places, and every other text written anew. */
function rewritten(args: Plain, places: ReadonlyMap<number, number>, as: (text: string) => string): Plain {
  if (Array.isArray(args)) return args.map((one) => rewritten(one, places, as));
  if (isPlainObject(args))
    return Object.fromEntries(Object.entries(args).map(([name, one]) => [name, rewritten(one, places, as)]));
  if (typeof args !== 'string') return args;
  const [, step] = stepMark.exec(args) ?? [];
  return step === undefined ? as(args) : `#${places.get(Number(step)) ?? step}`;
}

/** A claim that names other places of the steps that it is about. */
export function renumberedAssertion(claim: CaseAssertion, places: ReadonlyMap<number, number>): CaseAssertion {
  return { ...claim, args: rewritten(claim.args, places, (text) => renumberedText(text, places)) };
}

/** The same of a case that is joined to another. */
export function renamedAssertion(claim: CaseAssertion, apart: StepPlacement): CaseAssertion {
  return { ...claim, args: rewritten(claim.args, apart.places, (text) => renamedText(text, apart)) };
}
