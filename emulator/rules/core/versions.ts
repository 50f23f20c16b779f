import { predicate } from './ruleKind.ts';

/** The versions of the paths (§ Versioning). */
export const versionRules = {
  /** An operation answers only under its documented version: /v2 for search, /v1 for everything else. */
  versionAnswered: predicate((asked: string, documented: string): boolean => asked === documented),
};
