import type { Money } from '../../domain/money.ts';

/** The kind of a rule's result, which determines its mechanical mutants. */
export type RuleKind = 'predicate' | 'always' | 'never' | 'transform' | 'amount' | 'choice' | 'manner';

type Rule<Result = unknown> = (...given: never[]) => Result;

const kinds = new WeakMap<Rule, RuleKind>();

const ofKind =
  <Result>(kind: RuleKind) =>
  <One extends Rule<Result>>(rule: One): One => {
    kinds.set(rule, kind);
    return rule;
  };

/** Returns the kind that a rule was declared with; undefined for a function that was not. */
export const kindOf = (rule: Rule): RuleKind | undefined => kinds.get(rule);

/** A rule that answers true or false. */
export const predicate = ofKind<boolean>('predicate');

/** A rule that always answers true. */
export const always = ofKind<boolean>('always');

/** A rule that always answers false. */
export const never = ofKind<boolean>('never');

/** A rule that returns another value of its first argument's type. */
export const transform = ofKind('transform');

/** A rule that returns a decimal. */
export const amount = ofKind<Money | null>('amount');

/** A rule that has hand-written mutants only. */
export const choice = ofKind('choice');

/** A rule whose result interface.md leaves open, so that it has no mutants. */
export const manner = ofKind('manner');
