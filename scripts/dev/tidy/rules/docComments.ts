import ts from 'typescript';
import { exportsOf } from '../source/exports.ts';
import type { Source } from '../source/sourceTree.ts';
import type { Rule } from '../source/violation.ts';

const folders = ['schemas/', 'generators/', 'traffic/', 'oracles/', 'judge/', 'runner/', 'tests/support/'];

/** Every export of the rooms up to the runner, and of what tests share, has its sentence right above it. */
export const docComments: Rule = {
  name: 'docs',
  *find({ sources }) {
    for (const source of sources.filter(({ path }) => folders.some((folder) => path.startsWith(folder)))) {
      const seen = new Set<ts.Statement>();
      for (const { name, line, declaration } of exportsOf(source)) {
        if (!declaration || seen.has(declaration) || isOverloadOf(source, declaration)) continue;
        seen.add(declaration);
        if (hasSentence(source, declaration)) continue;
        const wanted = `a doc comment right above ${name}`;
        const fix = 'say in one sentence what it means, its shape, unit, default or limit, errors, and its §';
        yield { path: source.path, line, wanted, seen: 'none', fix };
      }
    }
  },
};

function hasSentence({ ast, text }: Source, declaration: ts.Statement): boolean {
  const comments = ts.getLeadingCommentRanges(text, declaration.pos) ?? [];
  const last = comments.findLast(({ kind }) => kind === ts.SyntaxKind.MultiLineCommentTrivia);
  if (!last) return false;
  const comment = text.slice(last.pos, last.end);
  const words = comment
    .replace(/[/*\s]+/g, ' ')
    .trim()
    .split(' ');
  // A line for the linter may stand between the sentence and what it describes.
  const between = text.slice(last.end, declaration.getStart(ast)).replace(/\/\/.*\n/g, '');
  return comment.startsWith('/**') && words.length > 1 && (between.match(/\n/g) ?? []).length <= 1;
}

function isOverloadOf({ ast }: Source, declaration: ts.Statement): boolean {
  const before = ast.statements[ast.statements.indexOf(declaration) - 1];
  return (
    ts.isFunctionDeclaration(declaration) &&
    before !== undefined &&
    ts.isFunctionDeclaration(before) &&
    before.body === undefined &&
    before.name?.text === declaration.name?.text
  );
}
