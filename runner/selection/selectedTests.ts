import { packageFile } from '../../schemas/packageFiles.ts';
import type { CatalogueEntry } from '../../traffic/requirements/catalogue.ts';
import type { Requirement } from '../../traffic/requirements/requirement.ts';
import { isSelected, type Selection } from '../../traffic/requirements/selection.ts';

const titled = (ids: readonly string[]) => new RegExp(` (?:${ids.join('|')}) `);

/** Returns a pattern for the titles of the selected tests, so that Playwright starts no worker for others; undefined if all tests are selected, or none. */
export function selectedTestTitles(selection: Selection, catalogue: readonly CatalogueEntry[]): RegExp | undefined {
  if (!selection.only && !selection.part) return undefined;
  const ids = catalogue.filter((one) => !one.law && isSelected(one, selection)).map(({ id }) => id);
  return ids.length === 0 ? undefined : titled(ids);
}

/** Returns a pattern for the titles of the tests that showed the failures of earlier runs and are asked again, before all others; undefined if there are none. */
export function failedTestTitles(selection: Selection, catalogue: readonly CatalogueEntry[]): RegExp | undefined {
  const ids = catalogue.flatMap((one) => {
    const showed = selection.again?.some((words) => `${words} `.startsWith(`${one.id} `));
    return showed && !one.law && isSelected(one, selection) ? [one.id] : [];
  });
  return ids.length === 0 ? undefined : titled(ids);
}

/** One worker finishes this many tests before a second one has started. */
const fewTests = 6;

/** Returns how many workers a run starts for its tests. */
export function workersFor(selection: Selection, catalogue: readonly CatalogueEntry[]): 1 | 2 {
  return catalogue.filter((one) => !one.law && isSelected(one, selection)).length <= fewTests ? 1 : 2;
}

const nothing = /(?!)/;

/**
 * Returns a pattern for the titles of the trace checks that a run judges. In a shard the pattern matches nothing, because trace checks wait for the other
 * shards. A run for all requirements includes trace checks that the catalogue does not know yet, because it makes the catalogue.
 */
export function selectedTraceCheckTitles({ shard, only }: Selection, catalogue: readonly CatalogueEntry[]): RegExp {
  if (shard) return nothing;
  if (!only) return /@law/;
  const ids = catalogue.filter(({ law, id }) => law && only.includes(id)).map(({ id }) => id);
  return ids.length === 0 ? nothing : titled(ids);
}

/** True if no trace check of a run triggers the final reads, so that the runner must make them itself. */
export const hasNoTraceChecks = (selection: Selection, catalogue: readonly CatalogueEntry[]): boolean =>
  selectedTraceCheckTitles(selection, catalogue) === nothing;

const read = new Map<string, readonly string[]>();

/** Returns the lines of a spec; each file is read once. */
function linesOf(file: string): readonly string[] {
  const lines = read.get(file) ?? packageFile(file).split('\n');
  read.set(file, lines);
  return lines;
}

/** Returns where the test of a requirement begins, and the lines before it. The title is in the line of `test(` or in the next one. */
export function placeOf({ id, file }: Pick<CatalogueEntry, 'id' | 'file'>): {
  where: string;
  line: number;
  before: readonly string[];
} {
  const lines = linesOf(file);
  const title = lines.findIndex((line) => line.includes(`'${id} `));
  const at = lines[title - 1] === 'test(' ? title - 1 : title;
  return { where: `${file}:${at + 1}`, line: at + 1, before: lines.slice(0, at) };
}

/** Returns the requirements of a run: those whose tests Playwright lists, and the others in the catalogue. */
export function allRequirements(had: readonly Requirement[], catalogue: readonly CatalogueEntry[]): Requirement[] {
  const known = new Set(had.map(({ id }) => id));
  const others = catalogue.filter(({ id }) => !known.has(id));
  return [
    ...had,
    ...others.map((one) => {
      const { id, title, section, kind, basis, law } = one;
      return { id, title, section, kind, basis, law, where: placeOf(one).where };
    }),
  ].sort((a, b) => (a.id < b.id ? -1 : 1));
}
