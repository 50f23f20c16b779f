import ts from 'typescript';
import { lineOf, type Source, walk } from './sourceTree.ts';

/** The longest function body, in lines, that a table of data may hold as an entry. */
const longestEntry = 3;

/**
 * True for a pure table of data: its statements only import, re-export, declare types, constants and private functions;
 * what it exports are literals, arrays and objects (`new Map(…)` and `new Set(…)` of them too); and no function body in
 * it is longer than three lines.
 */
export function isTable(source: Source): boolean {
  return source.ast.statements.every(isOfTable) && ![...walk(source.ast)].some((node) => isLongFunction(source, node));
}

function isOfTable(statement: ts.Statement): boolean {
  if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) return true;
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return true;
  if (ts.isFunctionDeclaration(statement)) return !isExported(statement);
  if (!ts.isVariableStatement(statement)) return false;
  const { declarations, flags } = statement.declarationList;
  const isConstant = (flags & ts.NodeFlags.Const) !== 0;
  return isConstant && (!isExported(statement) || declarations.every(({ initializer }) => isData(initializer)));
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

function isData(node: ts.Expression | undefined): boolean {
  if (!node) return false;
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)) {
    return isData(node.expression);
  }
  if (ts.isNewExpression(node)) {
    return ['Map', 'Set'].includes(node.expression.getText()) && isData(node.arguments?.[0]);
  }
  return ts.isLiteralExpression(node) || ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node);
}

function isLongFunction(source: Source, node: ts.Node): boolean {
  if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return false;
  const last = source.ast.getLineAndCharacterOfPosition(node.body.getEnd()).line + 1;
  return last - lineOf(source, node.body) + 1 > longestEntry;
}
