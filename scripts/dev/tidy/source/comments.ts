import ts from 'typescript';
import { lineAt, type Source } from './sourceTree.ts';

/** A comment with its marks (slashes, stars) and the line, from 1, on which it begins. */
interface Comment {
  readonly text: string;
  readonly line: number;
}

/** Every comment of a source once, in the order of the text; text inside strings is none. */
export function commentsOf(source: Source): readonly Comment[] {
  const ranges = new Map<number, ts.CommentRange>();
  for (const token of tokens(source.ast, source.ast)) {
    const around = [
      ...(ts.getLeadingCommentRanges(source.text, token.pos) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, token.end) ?? []),
    ];
    for (const range of around) ranges.set(range.pos, range);
  }
  return [...ranges.values()]
    .sort((left, right) => left.pos - right.pos)
    .map(({ pos, end }) => ({ text: source.text.slice(pos, end), line: lineAt(source, pos) }));
}

function* tokens(node: ts.Node, ast: ts.SourceFile): Generator<ts.Node> {
  if (ts.isJSDoc(node)) return;
  const children = node.getChildren(ast);
  if (children.length === 0) yield node;
  for (const child of children) yield* tokens(child, ast);
}
