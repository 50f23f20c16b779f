import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { sample, shuffledSubarray } from 'fast-check';
import { commentSentences, messageSentences, type Sentence } from './sentences.ts';
import { byFolder, folderGraph, isProduction } from './tidy/rules/rooms.ts';
import { knotsOf } from './tidy/source/circles.ts';
import { exportsOf } from './tidy/source/exports.ts';
import { importedFiles } from './tidy/source/imports.ts';
import { parseTree, type TextFile } from './tidy/source/sourceTree.ts';

/**
 * `npm run house -- <commit> <commit>` prints figures of the structure of each commit, side by side. `npm run house -- --sample 1 <commit>` prints 200 comments
 * and 100 messages of the production code, drawn with the seed 1, so that a reader can mark those that are hard to read.
 */
type Figures = Readonly<Record<string, string | number>>;

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 1 << 28 });

const isSource = (path: string) => /\.[jt]s$/.test(path);

/** Returns the sources and documents of a commit. */
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

/** Returns the sizes of the import cycles, the largest first. */
const circleSizes = (graph: Parameters<typeof knotsOf>[0]): string =>
  [...knotsOf(graph)]
    .map(({ places }) => places.length)
    .sort((one, other) => other - one)
    .join(' ') || 'none';

function wordsIn(files: readonly TextFile[], name: string): number {
  return (files.find(({ path }) => path === name)?.text.match(/[\p{L}\p{N}]\S*/gu) ?? []).length;
}

/** Campaigns with their commands and reports. */
const ofCampaigns =
  /^(?:fuzzer|reports\/campaign|reports\/finding|scripts\/cli\/campaign)\/|^scripts\/cli\/(?:fuzz|replay)/;

const lineCount = (sources: readonly TextFile[]) =>
  sources.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);

function figuresOf(commit: string): Figures {
  const files = filesOf(commit);
  const tree = parseTree(files);
  const sources = tree.sources.filter(({ path }) => isProduction(path));
  const lines = sources.map(({ text }) => text.split('\n').length - 1).sort((one, other) => one - other);
  const graph = new Map(sources.map((source) => [source.path, [...importedFiles(tree, source)]]));
  const counts = [...byFolder(tree.sources).values()].map(({ length }) => length).sort((one, other) => other - one);
  const importers = new Map<string, number>();
  for (const imported of graph.values())
    for (const to of new Set(imported.map((one) => one.to))) importers.set(to, (importers.get(to) ?? 0) + 1);
  return {
    commit: git('rev-parse', '--short', commit).trim(),
    'source files': tree.sources.length,
    'production files': sources.length,
    'lines of production code': lineCount(sources),
    'lines for campaigns, their commands and reports': lineCount(sources.filter(({ path }) => ofCampaigns.test(path))),
    'lines of the median production file': lines[Math.floor((lines.length - 1) / 2)] ?? 0,
    'exports of production code': sources.reduce((sum, source) => sum + exportsOf(source).length, 0),
    'production files with one importer': [...importers.values()].filter((count) => count === 1).length,
    folders: counts.length,
    'files in the largest folders': counts.slice(0, 5).join(' '),
    'folders of more than 30 files': counts.filter((count) => count > 30).length,
    'circles of folders, by their folders': circleSizes(folderGraph(tree)),
    'circles of files, by their files': circleSizes(graph),
    'words of README': wordsIn(files, 'README.md'),
    'words of ARCHITECTURE': wordsIn(files, 'ARCHITECTURE.md'),
  };
}

/** Draws a number of the sentences with a seed, and returns them in the order of the tree. */
function drawn(sentences: readonly Sentence[], count: number, seed: number): Sentence[] {
  const places = shuffledSubarray([...sentences.keys()], { minLength: count, maxLength: count });
  const chosen = new Set(sample(places, { seed, numRuns: 1 })[0]);
  return sentences.filter((_, index) => chosen.has(index));
}

function printSample(commit: string, seed: number): void {
  const sources = parseTree(filesOf(commit)).sources.filter(({ path }) => isProduction(path));
  const kinds = { comment: [200, commentSentences], message: [100, messageSentences] } as const;
  for (const [kind, [count, sentencesOf]] of Object.entries(kinds))
    for (const { path, line, text, beside } of drawn(sources.flatMap(sentencesOf), count, seed))
      console.log(`${kind} ${path}:${line}\n  ${text}\n    | ${beside}`);
}

const { values, positionals } = parseArgs({ options: { sample: { type: 'string' } }, allowPositionals: true });
const commits = positionals.length > 0 ? positionals : ['HEAD'];
if (values.sample === undefined) console.table(transposed(commits.map(figuresOf)));
else for (const commit of commits) printSample(commit, Number(values.sample));

/** Returns a row for each figure, with a column for each commit. */
function transposed(all: readonly Figures[]): Record<string, Record<string, string | number>> {
  const names = Object.keys(all[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, Object.fromEntries(all.map((figures, index) => [`${index + 1}`, figures[name] ?? '']))]),
  );
}
