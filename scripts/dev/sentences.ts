import ts from 'typescript';
import { commentsOf } from './tidy/source/comments.ts';
import { type Source, walk } from './tidy/source/sourceTree.ts';

/** A piece of prose in a source: its place, and the line of code that it stands above or in. */
export interface Sentence {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly beside: string;
}

const fewestWords = 4;

/** The comments of a source of at least four words, without their marks. */
export function commentSentences(source: Source): readonly Sentence[] {
  const lines = source.text.split('\n');
  return commentsOf(source)
    .map(({ text, line }) => {
      const end = line - 1 + text.split('\n').length;
      return { path: source.path, line, text: withoutMarks(text), beside: (lines[end] ?? '').trim() };
    })
    .filter(({ text }) => isProse(text));
}

/** The string literals and templates of a source that hold at least four words, as they are written there. */
export function messageSentences(source: Source): readonly Sentence[] {
  const lines = source.text.split('\n');
  return [...walk(source.ast)].filter(isMessage).map((node) => {
    const { line } = source.ast.getLineAndCharacterOfPosition(node.getStart(source.ast));
    const text = node.getText(source.ast).slice(1, -1);
    return { path: source.path, line: line + 1, text, beside: (lines[line] ?? '').trim() };
  });
}

function isMessage(node: ts.Node): node is ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression {
  if (!ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node) && !ts.isTemplateExpression(node))
    return false;
  return isProse(node.getText().replaceAll(/\$\{[^}]*\}/g, ' '));
}

const isProse = (text: string) => (text.match(/\b[a-z]+(?=[\s,.:;?!)'’]|$)/gi) ?? []).length >= fewestWords;

const withoutMarks = (comment: string) =>
  comment
    .replaceAll(/^\/\*\*?|\*\/$/g, '')
    .replaceAll(/^\s*(?:\*|\/\/)/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
