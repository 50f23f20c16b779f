import type { JsonRecord } from '../domain/json.ts';
import { conformingRules, type Rules } from '../rules/index.ts';
import { mechanicalMutants } from './mechanical.ts';
import { campaignOnlyMutants, mutants } from './mutants/index.ts';
import type { Mutant } from './shared/faultTypes.ts';
import { variants } from './variants/index.ts';

const overrides: ReadonlyMap<string, Partial<Rules>> = new Map(
  [...mutants, ...campaignOnlyMutants, ...variants, ...mechanicalMutants].map(({ name, rules }) => [name, rules]),
);

/** The maximum number of faults that one instance may combine; their names are joined by `+`. */
const MAX_JOINED = 8;

/** The rules of a mutant, variant or mechanical mutant, or of several joined by `+`; undefined for an unknown name. */
export function rulesNamed(name: string): Rules | undefined {
  const changed = name.split('+', MAX_JOINED + 1).map((one) => overrides.get(one));
  if (changed.length > MAX_JOINED || changed.includes(undefined)) return undefined;
  return Object.assign({}, conformingRules, ...changed) as Rules;
}

const listed = (kind: string, all: readonly Mutant[]): JsonRecord[] =>
  all.map(({ name, breaks, level, because, rules }) => ({
    name,
    kind,
    breaks,
    level,
    because,
    overrides: Object.keys(rules),
  }));

/** Lists every fault with its kind and the clause that it breaks or the freedom that it uses. */
export const faultList = (): JsonRecord[] => [
  ...listed('mutant', mutants),
  ...listed('hunted', campaignOnlyMutants),
  ...variants.map(({ name, because, warns, rules }) => ({
    name,
    kind: 'variant',
    because,
    warns,
    overrides: Object.keys(rules),
  })),
  ...mechanicalMutants.map(({ name, rule, because }) => ({ name, kind: 'mechanical', rule, because })),
];
