import { isMoney, lastUnit } from '../domain/money.ts';
import { kindOf, type RuleKind } from '../rules/core/ruleKind.ts';
import { conformingRules, type RuleName, type Rules } from '../rules/index.ts';
import type { MechanicalMutant } from './shared/faultTypes.ts';

interface Change {
  readonly name: string;
  readonly because: string;
  readonly make: (rule: (...given: never[]) => unknown) => (...given: never[]) => unknown;
}

const YES: Change = { name: 'always-true', because: 'always answers true', make: () => () => true };
const NO: Change = { name: 'always-false', because: 'always answers false', make: () => () => false };

const CHANGES: Partial<Record<RuleKind, readonly Change[]>> = {
  predicate: [YES, NO],
  always: [NO],
  never: [YES],
  transform: [{ name: 'unchanged', because: 'returns its input unchanged', make: () => (first) => first }],
  amount: [
    {
      name: 'off-by-one-unit',
      because: 'adds one unit in the last decimal place',
      make:
        (rule) =>
        (...given) => {
          const amount = rule(...given);
          return isMoney(amount) ? amount.plus(lastUnit(amount)) : amount;
        },
    },
  ],
};

/** Every change that the kind of each rule allows, for predicates, transforms and amounts; named `mech:<rule>:<change>`. */
export const mechanicalMutants: readonly MechanicalMutant[] = Object.entries(conformingRules).flatMap(
  ([name, conforming]) =>
    (CHANGES[kindOf(conforming) ?? 'choice'] ?? []).map((change) => ({
      name: `mech:${name}:${change.name}`,
      rule: name as RuleName,
      because: `${name} ${change.because}`,
      rules: { [name]: change.make(conforming) } as Partial<Rules>,
    })),
);
