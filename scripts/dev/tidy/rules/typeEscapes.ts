import ts from 'typescript';
import { commentsOf } from '../source/comments.ts';
import { isTest, lineOf, type Source, walk } from '../source/sourceTree.ts';
import type { Rule } from '../source/violation.ts';

interface Escape {
  readonly line: number;
  readonly seen: string;
  readonly fix: string;
}

/** Nothing escapes the compiler: no `any`, no `!`, no silenced line. A self-test may expect a type error. */
export const typeEscapes: Rule = {
  name: 'escapes',
  *find({ sources }) {
    for (const source of sources) {
      for (const each of [...inCode(source), ...inComments(source)]) {
        yield { path: source.path, wanted: 'types that the compiler checks', ...each };
      }
    }
  },
};

function* inCode(source: Source): Generator<Escape> {
  for (const node of walk(source.ast)) {
    const line = lineOf(source, node);
    if (node.kind === ts.SyntaxKind.AnyKeyword) yield { line, seen: 'any', fix: 'say unknown and narrow it' };
    const isAssured = 'exclamationToken' in node && node.exclamationToken !== undefined;
    if (ts.isNonNullExpression(node) || isAssured) yield { line, seen: 'a non-null !', fix: 'check it, or type it so' };
  }
}

function* inComments(source: Source): Generator<Escape> {
  for (const { text, line } of commentsOf(source)) {
    const word = /^\/[/*]+\s*(@ts-(?:ignore|nocheck|expect-error))\b/.exec(text)?.[1];
    if (word === undefined || (word === '@ts-expect-error' && isTest(source.path))) continue;
    yield {
      line,
      seen: word,
      fix: 'mend the type; only a self-test may use @ts-expect-error, to show what must not compile',
    };
  }
}
