import ts from 'typescript';
import { lineOf, type Source, type Tree, walk } from './sourceTree.ts';

/** The files of the tree that a source imports, by value or by type, with the line on which it does so. */
export function* importedFiles(tree: Tree, source: Source): Generator<{ readonly to: string; readonly line: number }> {
  for (const node of walk(source.ast)) {
    const specifier = specifierOf(node);
    // A package may have the name of a file beside it: decimal.js.
    const isFile = specifier !== undefined && ts.isStringLiteralLike(specifier) && specifier.text.startsWith('.');
    const target = isFile ? tree.resolve(source.path, specifier.text) : undefined;
    if (target) yield { to: target.path, line: lineOf(source, node) };
  }
}

/** What import, export … from, import(), require() or an import type names. */
function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  if (!ts.isCallExpression(node)) return undefined;
  const { expression: callee } = node;
  const reaches = callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');
  return reaches ? node.arguments[0] : undefined;
}
