import type { RuleName, Rules } from '../../rules/index.ts';
import { mechanicalMutants } from '../mechanical.ts';
import { mutants } from '../mutants/index.ts';

/** A mutant that corners are made of, with the section of the requirement that it names. */
export interface Source {
  readonly name: string;
  readonly section: string;
  /** The requirement that it names; null for a mechanical mutant. */
  readonly breaks: string | null;
  readonly rules: Partial<Rules>;
}

const sectionOf = (requirement: string): string => requirement.split('-')[0] ?? requirement;

/** The section of each rule: that of the first hand-written mutant which overrides it. A mechanical mutant names no requirement and takes it. */
const sectionsOfRules: ReadonlyMap<string, string> = new Map(
  mutants
    .flatMap(({ breaks, rules }) => Object.keys(rules).map((rule) => [rule, sectionOf(breaks)] as const))
    .reverse(),
);

/** Every mutant, hand-written or mechanical. */
export const sources: readonly Source[] = [
  ...mutants.map(({ name, breaks, rules }) => ({
    name,
    section: sectionOf(breaks),
    breaks,
    rules,
  })),
  ...mechanicalMutants.map(({ name, rule, rules }) => ({
    name,
    section: sectionsOfRules.get(rule) ?? 'MECH',
    breaks: null,
    rules,
  })),
];

/** The rules that a mutant replaces by another function. */
export const replacedBy = ({ rules }: Source): readonly (readonly [RuleName, Rules[RuleName]])[] =>
  (Object.entries(rules) as [RuleName, Rules[RuleName]][]).filter(([, rule]) => typeof rule === 'function');
