/**
 * The kind of a rule's result, which determines its mechanical mutants. A predicate returns true or false; `always` and `never` are predicates with a single
 * answer. A transform returns another value of its first argument's type. An amount is a decimal. A choice has hand-written mutants only. A manner has no
 * mutants, because interface.md leaves the result open.
 */
export type RuleKind = 'predicate' | 'always' | 'never' | 'transform' | 'amount' | 'choice' | 'manner';

/** The kind of each rule of a group. */
export type RuleKinds<Group> = { readonly [Rule in keyof Group]: RuleKind };
