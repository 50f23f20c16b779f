import ts from 'typescript';
import { lineOf, type Source } from './sourceTree.ts';

/** One exported name (`*` for all of another module). `declaration` is the statement that makes it, unless that is elsewhere. */
interface Exported {
  readonly name: string;
  readonly line: number;
  readonly declaration?: ts.Statement;
}

/** Every name a source exports; a default export is called `default`. */
export function exportsOf(source: Source): readonly Exported[] {
  return source.ast.statements.flatMap((statement) => {
    const line = lineOf(source, statement);
    if (ts.isExportAssignment(statement)) return [{ name: 'default', line, declaration: statement }];
    if (ts.isExportDeclaration(statement)) return listed(source, statement);
    if (!hasModifier(statement, ts.SyntaxKind.ExportKeyword)) return [];
    const names = hasModifier(statement, ts.SyntaxKind.DefaultKeyword) ? ['default'] : declaredNames(statement);
    return names.map((name) => ({ name, line, declaration: statement }));
  });
}

function listed(source: Source, statement: ts.ExportDeclaration): Exported[] {
  const clause = statement.exportClause;
  if (!clause || ts.isNamespaceExport(clause)) {
    return [{ name: clause ? clause.name.text : '*', line: lineOf(source, statement) }];
  }
  return clause.elements.map((element) => {
    const outer = { name: element.name.text, line: lineOf(source, element) };
    const inner = (element.propertyName ?? element.name).text;
    const declaration = source.ast.statements.find((each) => declaredNames(each).includes(inner));
    return declaration && !statement.moduleSpecifier ? { ...outer, declaration } : outer;
  });
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap((each) => boundNames(each.name));
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}

function hasModifier(node: ts.Node, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === kind);
}
