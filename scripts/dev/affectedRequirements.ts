import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Candidate } from '../../reports/mutation/mutationRun.ts';
import { packageRoot } from '../../schemas/packageRoot.ts';
import type { CatalogueEntry } from '../../traffic/requirements/catalogue.ts';
import { dependentsByDistance, type Imports } from './importGraph.ts';

/** The structure of the suite: its requirements, its mutants and variants, and the imports. */
export interface Suite {
  catalogue: readonly CatalogueEntry[];
  candidates: readonly Candidate[];
  imports: Imports;
}

const textOf = (path: string) => readFileSync(join(packageRoot, path), 'utf8');

const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].flatMap(([, name = '']) => name);

/** Returns the part of a spec for each requirement: the text from one title to the next. */
function blocksOf(spec: string): [id: string, text: string][] {
  const parts = textOf(spec).split(/(?='[A-Z]{3}-\d+[a-z]? )/);
  return parts.flatMap((text): [string, string][] => names(text, /^'([A-Z]{3}-\d+[a-z]?) /g).map((id) => [id, text]));
}

/** Returns the requirements that use an export of an oracle file, in the assertions of a test or in a trace check. */
function judgedBy(path: string, { catalogue }: Suite): string[] {
  const exported = names(textOf(path), /^export (?:async )?(?:function\*?|const|class) (\w+)/gm);
  const word = new RegExp(`\\b(?:${exported.join('|') || '(?!)'})\\b`);
  const inSpecs = [...new Set(catalogue.map(({ file }) => file))].flatMap(blocksOf);
  const named = inSpecs.filter(([, text]) => word.test(text)).map(([id]) => id);
  const claimed = catalogue.filter(({ oracles = [] }) => oracles.some((one) => exported.includes(one)));
  return [...named, ...claimed.map(({ id }) => id)];
}

const brokenBy = (some: readonly Candidate[]) => some.flatMap(({ breaks }) => breaks ?? []);

/** Returns the requirements whose mutants override a rule of a file. */
function ruledBy(path: string, { candidates }: Suite): string[] {
  const rules = new Set(names(textOf(path), /^ {2}(?:async )?(\w+)[(:]/gm));
  return brokenBy(candidates.filter(({ overrides = [] }) => overrides.some((rule) => rules.has(rule))));
}

/** Returns the requirements that the mutants of a file break. */
function mutatedBy(path: string, { candidates }: Suite): string[] {
  const own = new Set(names(textOf(path), /name: '([^']+)'/g));
  return brokenBy(candidates.filter(({ name }) => own.has(name)));
}

/** How to find the requirements of a file, by its folder. */
const readers: readonly [folder: string, read: (path: string, suite: Suite) => string[]][] = [
  ['specs/', (path, { catalogue }) => catalogue.filter(({ file }) => file === path).map(({ id }) => id)],
  ['oracles/', judgedBy],
  ['emulator/rules/', ruledBy],
  ['emulator/faults/mutants/', mutatedBy],
];

/** Returns the requirements that changed files affect: those that refer to a file directly, or else those that refer to the nearest importers of the file. */
export function affectedRequirements(changed: readonly string[], suite: Suite): string[] {
  const about = (path: string) =>
    readers.filter(([folder]) => path.startsWith(folder)).flatMap(([, read]) => read(path, suite));
  const known = new Set(suite.catalogue.map(({ id }) => id));
  const own = changed.filter((path) => /\.ts$/.test(path) && !path.endsWith('.test.ts'));
  const ids = own.flatMap((path) => {
    const ranks = dependentsByDistance([path], suite.imports).map((rank) =>
      rank.filter((one) => !one.endsWith('.test.ts')),
    );
    const isJudged = readers.some(([folder]) => path.startsWith(folder));
    return (isJudged && ranks.map((rank) => rank.flatMap(about)).find((found) => found.length > 0)) || [];
  });
  return [...new Set(ids)].filter((id) => known.has(id)).sort();
}

/** Returns the mutants that break the requirements, and the variants that override the same rules as these mutants. */
export function affectedCandidates(ids: readonly string[], { candidates }: Suite): string[] {
  const mutants = candidates.filter(({ kind, breaks = '' }) => kind === 'mutant' && ids.includes(breaks));
  const rules = new Set(mutants.flatMap(({ overrides = [] }) => overrides));
  const isBeside = ({ kind, overrides = [] }: Candidate) =>
    kind === 'variant' && overrides.some((rule) => rules.has(rule));
  return [...mutants, ...candidates.filter(isBeside)].map(({ name }) => name);
}
