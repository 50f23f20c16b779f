import { posix } from 'node:path';
import { knotsOf } from '../source/circles.ts';
import { importedFiles } from '../source/imports.ts';
import { isTest, type Source, type Tree } from '../source/sourceTree.ts';
import type { Rule, Violation } from '../source/violation.ts';

/** The most TypeScript files side by side in a folder, tests counted. */
const mostFiles = 30;

/** An import that leaves its folder: `to` is the folder that it reaches, `path` and `line` are where it stands. */
interface Crossing {
  readonly to: string;
  readonly path: string;
  readonly line: number;
}

/** A folder can be taken in at a glance, and no two folders need each other, not even for a type. */
export const rooms: Rule = {
  name: 'rooms',
  *find(tree) {
    yield* crowdedFolders(tree);
    yield* folderCircles(tree);
  },
};

function* crowdedFolders({ sources }: Tree): Generator<Violation> {
  const typed = sources.filter(({ path }) => /\.[cm]?tsx?$/.test(path));
  for (const [folder, files] of byFolder(typed)) {
    if (files.length <= mostFiles) continue;
    const wanted = `at most ${mostFiles} TypeScript files directly in a folder`;
    yield { path: `${folder}/`, line: 1, wanted, seen: `${files.length}`, fix: 'sort them by idea into subfolders' };
  }
}

function* folderCircles(tree: Tree): Generator<Violation> {
  const graph = folderGraph(tree);
  for (const { ring } of knotsOf(graph)) {
    const hops = ring.slice(1).map((to, index) => (graph.get(ring[index] ?? '') ?? []).filter((one) => one.to === to));
    const [first] = hops.flat();
    yield {
      path: first?.path ?? '',
      line: first?.line ?? 1,
      wanted: 'no circle of imports between folders, types included',
      seen: `${ring.join(' → ')} (${hops.map(placesOf).join('; ')})`,
      fix: 'move what both need to the folder that others rest on, or to one of its own',
    };
  }
}

/** Tests and measurements may use everything: nothing is built on them. */
export function isProduction(path: string): boolean {
  return !isTest(path) && !/^(tests|bench)\//.test(path);
}

/** The imports that leave each folder of production code. */
export function folderGraph(tree: Tree): ReadonlyMap<string, readonly Crossing[]> {
  const folders = byFolder(tree.sources.filter(({ path }) => isProduction(path)));
  return new Map([...folders].map(([folder, files]) => [folder, files.flatMap((source) => crossingsOf(tree, source))]));
}

/** Sources by the folder that they stand in. */
export function byFolder(sources: readonly Source[]): ReadonlyMap<string, readonly Source[]> {
  const folders = new Map<string, Source[]>();
  for (const source of sources) {
    const folder = posix.dirname(source.path);
    folders.set(folder, [...(folders.get(folder) ?? []), source]);
  }
  return folders;
}

function crossingsOf(tree: Tree, source: Source): Crossing[] {
  const crossings = [...importedFiles(tree, source)].map(({ to, line }) => ({
    to: posix.dirname(to),
    path: source.path,
    line,
  }));
  return crossings.filter(({ to }) => to !== posix.dirname(source.path));
}

/** Where a hop of a circle is imported: the first place, and how many more there are. */
function placesOf([first, ...others]: readonly Crossing[]): string {
  const place = `${first?.path}:${first?.line}`;
  return others.length === 0 ? place : `${place} and ${others.length} more`;
}
