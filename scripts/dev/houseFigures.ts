import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { exportsOf } from './tidy/source/exports.ts';
import { importsOf, isRelative } from './tidy/source/imports.ts';
import { isTest, parseTree, type Source, type TextFile, type Tree } from './tidy/source/sourceTree.ts';

/** What `npm run house -- <commit> <commit>` prints: figures of the structure of each commit, side by side. */
type Figures = Readonly<Record<string, string | number>>;

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 1 << 28 });

const isSource = (path: string) => /\.[jt]s$/.test(path);

const isProduction = (path: string) => !isTest(path) && !/^(?:tests|bench|instruments)\//.test(path);

/** The sources and documents of a commit. */
function filesOf(commit: string): TextFile[] {
  const paths = git('ls-tree', '-r', '-z', '--name-only', commit).split('\0');
  const wanted = paths.filter((path) => isSource(path) || /^(?:README|ARCHITECTURE)\.md$/.test(path));
  const input = wanted.map((path) => `${commit}:${path}\n`).join('');
  const printed = execFileSync('git', ['cat-file', '--batch'], { input, maxBuffer: 1 << 28 });
  let at = 0;
  return wanted.map((path) => {
    const body = printed.indexOf('\n', at) + 1;
    const size = Number(printed.toString('utf8', at, body).trim().split(' ').at(-1));
    at = body + size + 1;
    return { path, text: printed.toString('utf8', body, body + size) };
  });
}

/** The files that each file imports, types included. */
function importGraph(tree: Tree, sources: readonly Source[]): ReadonlyMap<string, ReadonlySet<string>> {
  const targetsOf = (source: Source) =>
    [...importsOf(source)].flatMap(({ specifier }) => {
      const target = isRelative(specifier) ? tree.resolve(source.path, specifier) : undefined;
      return target && target.path !== source.path ? [target.path] : [];
    });
  return new Map(sources.map((source) => [source.path, new Set(targetsOf(source))]));
}

/** Everything that can be reached from a place. */
function reached(graph: ReadonlyMap<string, ReadonlySet<string>>, start: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [start];
  for (const place of waiting)
    for (const to of graph.get(place) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      waiting.push(to);
    }
  return seen;
}

/** The groups of places that reach each other, the largest first, by their size. */
function circleSizes(graph: ReadonlyMap<string, ReadonlySet<string>>): number[] {
  const all = new Map([...graph.keys()].map((place) => [place, reached(graph, place)]));
  const circling = [...all].filter(([place, seen]) => seen.has(place));
  const groupOf = (place: string, seen: ReadonlySet<string>) =>
    [...seen].filter((other) => all.get(other)?.has(place)).sort();
  const groups = new Set(circling.map(([place, seen]) => groupOf(place, seen).join(' ')));
  return [...groups].map((group) => group.split(' ').length).sort((a, b) => b - a);
}

/** The folders that each folder imports from. */
function folderGraph(files: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, ReadonlySet<string>> {
  const folders = new Map<string, Set<string>>();
  for (const [path, targets] of files) {
    const from = posix.dirname(path);
    const reachedFolders = folders.get(from) ?? new Set<string>();
    folders.set(from, reachedFolders);
    for (const target of targets) if (posix.dirname(target) !== from) reachedFolders.add(posix.dirname(target));
  }
  return folders;
}

function wordsIn(files: readonly TextFile[], name: string): number {
  return (files.find(({ path }) => path === name)?.text.match(/[\p{L}\p{N}]\S*/gu) ?? []).length;
}

function figuresOf(commit: string): Figures {
  const files = filesOf(commit);
  const tree = parseTree(files);
  const sources = tree.sources.filter(({ path }) => isProduction(path));
  const graph = importGraph(tree, sources);
  const folders = new Map<string, number>();
  for (const { path } of tree.sources) folders.set(posix.dirname(path), (folders.get(posix.dirname(path)) ?? 0) + 1);
  const counts = [...folders.values()].sort((a, b) => b - a);
  const importers = new Map<string, number>();
  for (const targets of graph.values()) for (const to of targets) importers.set(to, (importers.get(to) ?? 0) + 1);
  return {
    commit: git('rev-parse', '--short', commit).trim(),
    'source files': tree.sources.length,
    'production files': sources.length,
    'lines of production code': sources.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0),
    'exports of production code': sources.reduce((sum, source) => sum + exportsOf(source).length, 0),
    'production files with one importer': [...importers.values()].filter((count) => count === 1).length,
    folders: counts.length,
    'files in the largest folders': counts.slice(0, 5).join(' '),
    'folders of more than 30 files': counts.filter((count) => count > 30).length,
    'circles of folders, by their folders': circleSizes(folderGraph(graph)).join(' ') || 'none',
    'circles of files, by their files': circleSizes(graph).join(' ') || 'none',
    'words of README': wordsIn(files, 'README.md'),
    'words of ARCHITECTURE': wordsIn(files, 'ARCHITECTURE.md'),
  };
}

const commits = process.argv.slice(2);
console.table(transposed((commits.length > 0 ? commits : ['HEAD']).map(figuresOf)));

/** A row for each figure, a column for each commit. */
function transposed(all: readonly Figures[]): Record<string, Record<string, string | number>> {
  const names = Object.keys(all[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, Object.fromEntries(all.map((figures, index) => [`${index + 1}`, figures[name] ?? '']))]),
  );
}
