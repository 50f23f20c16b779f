import { posix } from 'node:path';
import ts from 'typescript';

/** A text file of the repository: `path` is relative to its root, with forward slashes. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** A parsed TypeScript or JavaScript file; nodes know their parents. */
export interface Source extends TextFile {
  readonly ast: ts.SourceFile;
}

/** An entry of the emulator's list: `breaks` is the id of the requirement that must catch it. */
export interface Mutant {
  readonly name: string;
  readonly breaks?: string;
}

/** Everything a rule may look at; `mutants` is a fault when the emulator's list could not be read. */
export interface Tree {
  readonly files: readonly TextFile[];
  readonly sources: readonly Source[];
  readonly mutants: readonly Mutant[] | { readonly fault: string };
  /** The source that a relative specifier names (a `.js` specifier may name a `.ts` file), if it is in the tree. */
  readonly resolve: (from: string, specifier: string) => Source | undefined;
}

/** Parses the sources among the files; without `mutants` the emulator has none. */
export function parseTree(files: readonly TextFile[], mutants: Tree['mutants'] = []): Tree {
  const sources = files.filter((file) => isSource(file.path)).map(parse);
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const resolve = (from: string, specifier: string) => {
    const path = joined(from, specifier);
    return byPath.get(path) ?? byPath.get(path.replace(/\.js$/, '.ts'));
  };
  return { files, sources, mutants, resolve };
}

/** The path in the tree that a relative specifier means; it need not exist. */
export function joined(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier);
}

/** True for the self-tests, `*.test.ts`. */
export const isTest = (path: string): boolean => path.endsWith('.test.ts');

/** True for the requirements, `*.spec.ts`. */
export const isSpec = (path: string): boolean => path.endsWith('.spec.ts');

/** The line, from 1, on which a node begins (its comments left out). */
export function lineOf(source: Source, node: ts.Node): number {
  return lineAt(source, node.getStart(source.ast));
}

/** The line, from 1, of a character position. */
export function lineAt(source: Source, position: number): number {
  return source.ast.getLineAndCharacterOfPosition(position).line + 1;
}

/** The node and all below it, in the order of the text. */
export function* walk(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  for (const child of children) yield* walk(child);
}

function isSource(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path);
}

function parse(file: TextFile): Source {
  return { ...file, ast: ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true) };
}
