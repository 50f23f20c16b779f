import type { RuleKinds } from './ruleKind.ts';

/** Where operations are found (§ Versioning). */
export const versionRules = {
  /** An operation answers under the version of its path only: /v2 for search, /v1 for all else. */
  versionAnswered(asked: string, documented: string): boolean {
    return asked === documented;
  },
};

/** How each rule of this group can be broken mechanically. */
export const versionKinds: RuleKinds<typeof versionRules> = { versionAnswered: 'predicate' };
