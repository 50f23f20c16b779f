/**
 * What a rule decides, which says how it can be broken mechanically: a predicate answers yes or no, a transform turns
 * its first argument into another value of the same type, an amount is a decimal; a choice and a manner are neither.
 */
export type RuleKind = 'predicate' | 'transform' | 'amount' | 'choice' | 'manner';

/** The kind of each rule of a group. */
export type RuleKinds<Group> = { readonly [Rule in keyof Group]: RuleKind };
