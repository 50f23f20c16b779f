import type { Tree } from './sourceTree.ts';

/** One broken rule at one place: `line` counts from 1; the three texts are fragments, not sentences. */
export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly wanted: string;
  readonly seen: string;
  readonly fix: string;
}

/** A house rule: pure over the tree; `name` is the word printed before each of its breaches. */
export interface Rule {
  readonly name: string;
  readonly find: (tree: Tree) => Iterable<Violation>;
}

/** The one sentence of a breach: `path:line rule: wanted …; seen …; what to do`. */
export function violationSentence(rule: string, breach: Violation): string {
  const { path, line, wanted, seen, fix } = breach;
  return `${path}:${line} ${rule}: wanted ${wanted}; seen ${seen}; ${fix}`;
}
