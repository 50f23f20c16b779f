import type { Mutant, Tree } from '../source/sourceTree.ts';
import { requirementsOf } from '../source/specRequirements.ts';
import type { Rule, Violation } from '../source/violation.ts';

const list = 'emulator/main.ts';
const mutantFolder = 'emulator/faults/mutants/';

/** No check counts until it was seen to fail: every must has a mutant, and every mutant breaks a requirement. */
export const requirementMutants: Rule = {
  name: 'mutants',
  find(tree) {
    if ('fault' in tree.mutants) {
      const wanted = `the mutants from \`node scripts/start.js ${list} --list\` as JSON`;
      return [{ path: list, line: 1, wanted, seen: tree.mutants.fault, fix: 'mend the list' }];
    }
    return [...unbroken(tree, tree.mutants), ...aimless(tree, tree.mutants)];
  },
};

/** What binds the suite itself is broken by a record of ours, in the test of its oracle: no target can. */
const ours = new Set(['LIM-06', 'SBX-10', 'WHK-08']);

function* unbroken(tree: Tree, known: readonly Mutant[]): Generator<Violation> {
  const broken = new Set(known.map(({ breaks }) => breaks));
  for (const { path, line, id, kind } of requirementsOf(tree)) {
    if (kind !== 'must' || id === undefined || broken.has(id) || ours.has(id)) continue;
    const fix = `write the mutant that it catches in ${mutantFolder}`;
    yield { path, line, wanted: `a mutant that breaks ${id}`, seen: 'none', fix };
  }
}

function* aimless(tree: Tree, known: readonly Mutant[]): Generator<Violation> {
  const ids = new Set([...requirementsOf(tree)].map(({ id }) => id));
  for (const { name, breaks } of known) {
    if (breaks !== undefined && ids.has(breaks)) continue;
    const wanted = `a requirement that the mutant ${name} breaks`;
    const seen = breaks === undefined ? 'no id' : `${breaks}, which no spec declares`;
    yield { ...homeOf(tree, name), wanted, seen, fix: 'name the id of the check that catches it, or write the check' };
  }
}

function homeOf({ sources }: Tree, name: string): Pick<Violation, 'path' | 'line'> {
  for (const { path, text } of sources.filter((source) => source.path.startsWith(mutantFolder))) {
    const index = text.split('\n').findIndex((line) => line.includes(`'${name}'`));
    if (index >= 0) return { path, line: index + 1 };
  }
  return { path: list, line: 1 };
}
