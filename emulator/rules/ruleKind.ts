/**
 * What a rule decides, which says how it can be broken mechanically: a predicate answers yes or no (`always` yes and
 * `never` yes are predicates that know one answer only), a transform turns its first argument into another value of the
 * same type, an amount is a decimal; a choice is broken by hand, a manner cannot be broken, because the text leaves it open.
 */
export type RuleKind = 'predicate' | 'always' | 'never' | 'transform' | 'amount' | 'choice' | 'manner';

/** The kind of each rule of a group. */
export type RuleKinds<Group> = { readonly [Rule in keyof Group]: RuleKind };
