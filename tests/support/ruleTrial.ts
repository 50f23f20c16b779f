import { parseTree, type Tree } from '../../scripts/dev/tidy/source/sourceTree.ts';
import type { Rule } from '../../scripts/dev/tidy/source/violation.ts';

/** Returns what a rule finds in a small tree (path → text), each finding as `path:line seen`; for tests of rules. */
export function violationsIn(
  rule: Rule,
  files: Readonly<Record<string, string>>,
  mutants: Tree['mutants'] = [],
): string[] {
  const tree = parseTree(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    mutants,
  );
  return [...rule.find(tree)].map(({ path, line, seen }) => `${path}:${line} ${seen}`);
}
