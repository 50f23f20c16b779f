import type { JsonRecord } from '../domain/json.ts';
import { conformingRules, type Rules } from '../rules/index.ts';
import { gatedRules } from './corners/gate.ts';
import { cornerNamed } from './corners/names.ts';
import { mechanicalMutants } from './mechanical.ts';
import { mutants } from './mutants/index.ts';
import type { Mutant } from './shared/faultTypes.ts';
import { variants } from './variants/index.ts';

type ByName = ReadonlyMap<string, Partial<Rules>>;

const faulty: ByName = new Map([...mutants, ...mechanicalMutants].map(({ name, rules }) => [name, rules]));

const overrides: ByName = new Map([...faulty, ...variants.map(({ name, rules }) => [name, rules] as const)]);

/** The maximum number of faults that one instance may combine; their names are joined by `+`. */
const MAX_JOINED = 8;

/** The rules of a corner mutant; undefined for another name, or for a corner of an unknown mutant. */
function cornerRules(name: string): Partial<Rules> | undefined {
  const corner = cornerNamed(name);
  const rules = corner && faulty.get(corner.mutant);
  return rules && gatedRules(rules, corner.predicate);
}

/** The rules of a mutant, variant, mechanical mutant or corner mutant, or of several joined by `+`; undefined for an unknown name. */
export function rulesNamed(name: string): Rules | undefined {
  const changed = name.split('+', MAX_JOINED + 1).map((one) => overrides.get(one) ?? cornerRules(one));
  if (changed.length > MAX_JOINED || changed.includes(undefined)) return undefined;
  return Object.assign({}, conformingRules, ...changed) as Rules;
}

const listed = (kind: string, all: readonly Mutant[]): JsonRecord[] =>
  all.map(({ name, breaks, level, because, warns, rules }) => ({
    name,
    kind,
    breaks,
    level,
    because,
    ...(warns && { warns }),
    overrides: Object.keys(rules),
  }));

/** Lists a corner mutant with the clause of its mutant; nothing for an unknown name. */
function listedCorner(name: string): JsonRecord[] {
  const corner = cornerNamed(name);
  const mutant = faultList().find((one) => one['name'] === corner?.mutant);
  return corner && mutant && faulty.has(corner.mutant)
    ? [{ ...mutant, name, kind: 'corner', because: `${mutant['because']}, in a corner` }]
    : [];
}

/** Lists every fault with its kind and the clause that it breaks or the freedom that it uses, and the corner mutants with these names. */
export const faultList = (corners: readonly string[] = []): JsonRecord[] => [
  ...listed('mutant', mutants),
  ...variants.map(({ name, because, warns, rules }) => ({
    name,
    kind: 'variant',
    because,
    warns,
    overrides: Object.keys(rules),
  })),
  ...mechanicalMutants.map(({ name, rule, because }) => ({ name, kind: 'mechanical', rule, because })),
  ...corners.flatMap(listedCorner),
];
