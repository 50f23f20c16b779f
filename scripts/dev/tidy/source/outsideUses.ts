import ts from 'typescript';
import { isPlaywrightConfig, type Source, type Tree, walk } from './sourceTree.ts';

/** Exports that need no importer in the tree: path, name, and who uses them instead. */
const doors: readonly { readonly path: string; readonly name: string; readonly usedBy: string }[] = [
  'should',
  'having',
  'without',
].map((name) => ({
  path: 'runner/requirement/test.ts',
  name,
  usedBy: 'the writer of a spec: it completes the kinds and the defects that specs declare with',
}));

/** True when an export needs no importer in the tree. */
export function isUsedOutside(tree: Tree, path: string, name: string): boolean {
  return (
    doors.some((door) => door.path === path && door.name === name) ||
    (name === 'default' && mayExportDefault(tree, path))
  );
}

/** True where Playwright asks for a default export: its configurations, and what they name (reporters, global set-up). */
export function mayExportDefault(tree: Tree, path: string): boolean {
  if (isPlaywrightConfig(path)) return true;
  return tree.sources.some((source) => isPlaywrightConfig(source.path) && namesFile(tree, source, path));
}

function namesFile(tree: Tree, config: Source, path: string): boolean {
  return [...walk(config.ast)].some(
    (node) =>
      ts.isStringLiteralLike(node) &&
      !ts.isImportDeclaration(node.parent) &&
      tree.resolve(config.path, node.text)?.path === path,
  );
}
