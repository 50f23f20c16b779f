import { builtinModules } from 'node:module';
import ts from 'typescript';
import { lineOf, type Source, type Tree, walk } from './sourceTree.ts';

/**
 * One way in which a file reaches another: import, export … from, import(), require() or an import type.
 * `names` are the exports it uses (`all` for a namespace; none for a re-export, whose users use them).
 */
interface Import {
  readonly specifier: string;
  readonly line: number;
  readonly typeOnly: boolean;
  readonly names: readonly string[] | 'all';
}

type Reach = Omit<Import, 'line'>;

/** Every import of a source, hidden ones too; Node's own modules always carry their `node:` prefix. */
export function* importsOf(source: Source): Generator<Import> {
  for (const node of walk(source.ast)) {
    const reach = reachOf(node);
    if (reach) yield { ...reach, specifier: prefixed(reach.specifier), line: lineOf(source, node) };
  }
}

/** True when the specifier names a file of the tree rather than a package. */
export const isRelative = (specifier: string): boolean => /^\.{1,2}(\/|$)/.test(specifier);

function reachOf(node: ts.Node): Reach | undefined {
  if (ts.isImportDeclaration(node)) return ofDeclaration(node);
  if (ts.isExportDeclaration(node)) return ofReexport(node);
  if (ts.isImportTypeNode(node)) return ofImportType(node);
  if (ts.isCallExpression(node)) return ofCall(node);
  return undefined;
}

function ofDeclaration(node: ts.ImportDeclaration): Reach | undefined {
  const specifier = textOf(node.moduleSpecifier);
  if (specifier === undefined) return undefined;
  const clause = node.importClause;
  // `import { type A }` keeps its side effect when types are erased, so only `import type` is type-only.
  return { specifier, typeOnly: clause?.phaseModifier === ts.SyntaxKind.TypeKeyword, names: namesOf(clause) };
}

function namesOf(clause: ts.ImportClause | undefined): Import['names'] {
  const bindings = clause?.namedBindings;
  if (bindings && ts.isNamespaceImport(bindings)) return 'all';
  const named = bindings?.elements.map((element) => (element.propertyName ?? element.name).text) ?? [];
  return clause?.name ? ['default', ...named] : named;
}

function ofReexport(node: ts.ExportDeclaration): Reach | undefined {
  const specifier = node.moduleSpecifier && textOf(node.moduleSpecifier);
  return specifier === undefined ? undefined : { specifier, typeOnly: node.isTypeOnly, names: [] };
}

function ofImportType(node: ts.ImportTypeNode): Reach | undefined {
  const specifier = ts.isLiteralTypeNode(node.argument) ? textOf(node.argument.literal) : undefined;
  if (specifier === undefined) return undefined;
  const first = node.qualifier?.getText().split('.')[0];
  return { specifier, typeOnly: true, names: first === undefined ? 'all' : [first] };
}

function ofCall(node: ts.CallExpression): Reach | undefined {
  const [argument] = node.arguments;
  const callee = node.expression;
  const reaches = callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');
  const specifier = reaches && argument ? textOf(argument) : undefined;
  return specifier === undefined ? undefined : { specifier, typeOnly: false, names: 'all' };
}

function textOf(node: ts.Node): string | undefined {
  return ts.isStringLiteralLike(node) ? node.text : undefined;
}

function prefixed(specifier: string): string {
  return builtinModules.includes(specifier) ? `node:${specifier}` : specifier;
}

/** The files of the tree that a source imports, with where it does so. */
export function* importedFiles(
  tree: Tree,
  source: Source,
): Generator<Pick<Import, 'line' | 'typeOnly'> & { readonly to: string }> {
  for (const { specifier, line, typeOnly } of importsOf(source)) {
    const target = isRelative(specifier) ? tree.resolve(source.path, specifier) : undefined;
    if (target) yield { to: target.path, line, typeOnly };
  }
}
