import { commentsOf } from '../source/comments.ts';
import { isTest } from '../source/sourceTree.ts';
import type { Rule } from '../source/violation.ts';

/** Joined from halves, so that a search for leftovers does not find this file. */
const words = ['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'];
const leftover = new RegExp(`\\b(${words.join('|')})\\b(?!-)`);
const silencing = /^\/[/*]+\s*(@ts-(?:nocheck|expect-error))\b/;

/** A comment leaves no work behind and silences no compiler, but in a self-test that shows what must not compile. (`XXX-NN` is the shape of an id, no leftover.) */
export const leftoverComments: Rule = {
  name: 'leftovers',
  *find({ sources }) {
    // Only few texts have such a word at all.
    for (const source of sources.filter(({ text }) => leftover.test(text) || text.includes('@ts-'))) {
      for (const { text, line } of commentsOf(source)) {
        const seen = leftover.exec(text)?.[1] ?? silencedBy(text, source.path);
        if (seen)
          yield {
            path: source.path,
            line,
            wanted: 'finished work that the compiler checks',
            seen,
            fix: 'do it, or leave it out',
          };
      }
    }
  },
};

/** The word that switches the compiler off, but for the one that Biome knows. */
function silencedBy(comment: string, path: string): string | undefined {
  const word = silencing.exec(comment)?.[1];
  return word === '@ts-expect-error' && isTest(path) ? undefined : word;
}
