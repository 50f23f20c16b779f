import { type Exported, exportsOf } from '../source/exports.ts';
import { importsOf } from '../source/imports.ts';
import { isUsedOutside } from '../source/outsideUses.ts';
import type { Source, Tree } from '../source/sourceTree.ts';
import type { Rule } from '../source/violation.ts';

const folders = [
  'schemas/',
  'generators/',
  'traffic/',
  'oracles/',
  'judge/',
  'runner/',
  'fuzzer/',
  'reports/',
  'scripts/',
  'emulator/',
  'tests/support/',
];

/**
 * Every exported value has an importer in another file (a test counts), or stands in the table of doors. Types are
 * exempt: they name what an exported signature takes.
 */
export const unusedExports: Rule = {
  name: 'dead',
  *find(tree) {
    const used = usesOf(tree);
    for (const source of tree.sources.filter(({ path }) => folders.some((folder) => path.startsWith(folder)))) {
      for (const { name, line, typeOnly } of exportsOf(source)) {
        if (name === '*' || typeOnly || used.has(keyOf(source.path, name))) continue;
        const wanted = `an importer of ${name} in another file`;
        const fix = 'delete it, or keep it private by taking export away';
        yield { path: source.path, line, wanted, seen: 'none', fix };
      }
    }
  },
};

function keyOf(path: string, name: string): string {
  return `${path}#${name}`;
}

function usesOf(tree: Tree): ReadonlySet<string> {
  const uses = new Uses(tree);
  for (const source of tree.sources) {
    for (const { name } of exportsOf(source)) if (isUsedOutside(tree, source.path, name)) uses.add(source, name);
    for (const { specifier, names } of importsOf(source)) {
      const target = tree.resolve(source.path, specifier);
      if (!target || target === source) continue;
      if (names === 'all') uses.addAll(target);
      else for (const name of names) uses.add(target, name);
    }
  }
  return uses.keys;
}

/** Follows each use through re-exports to where the value is made. */
class Uses {
  readonly keys = new Set<string>();
  readonly #tree: Tree;
  readonly #exports: ReadonlyMap<Source, readonly Exported[]>;

  constructor(tree: Tree) {
    this.#tree = tree;
    this.#exports = new Map(tree.sources.map((source) => [source, exportsOf(source)]));
  }

  add(source: Source, name: string): void {
    const key = keyOf(source.path, name);
    if (this.keys.has(key)) return;
    this.keys.add(key);
    for (const each of this.#exports.get(source) ?? []) {
      const target = each.from && this.#tree.resolve(source.path, each.from.specifier);
      if (!target || !each.from || (each.name !== name && each.name !== '*')) continue;
      if (each.name === '*') this.add(target, name);
      else if (each.from.name === '*') this.addAll(target);
      else this.add(target, each.from.name);
    }
  }

  addAll(source: Source): void {
    for (const { name, from } of this.#exports.get(source) ?? []) {
      const target = name === '*' && from ? this.#tree.resolve(source.path, from.specifier) : undefined;
      if (target) this.addAll(target);
      else this.add(source, name);
    }
  }
}
