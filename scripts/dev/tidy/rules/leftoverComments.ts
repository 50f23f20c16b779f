import { commentsOf } from '../source/comments.ts';
import type { Rule } from '../source/violation.ts';

/** Joined from halves, so that a search for leftovers does not find this file. */
const words = ['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'];
const leftover = new RegExp(`\\b(${words.join('|')})\\b(?!-)`);

/** A comment leaves no work behind. (`XXX-NN` is the shape of an id, no leftover.) */
export const leftoverComments: Rule = {
  name: 'leftovers',
  *find({ sources }) {
    for (const source of sources) {
      for (const { text, line } of commentsOf(source)) {
        const seen = leftover.exec(text)?.[1];
        if (seen) yield { path: source.path, line, wanted: 'finished work', seen, fix: 'do it, or leave it out' };
      }
    }
  },
};
