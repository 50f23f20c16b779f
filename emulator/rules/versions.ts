import type { RuleKinds } from './ruleKind.ts';

/** The versions of the paths (§ Versioning). */
export const versionRules = {
  /** An operation answers only under its documented version: /v2 for search, /v1 for everything else. */
  versionAnswered(asked: string, documented: string): boolean {
    return asked === documented;
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
export const versionKinds: RuleKinds<typeof versionRules> = { versionAnswered: 'predicate' };
