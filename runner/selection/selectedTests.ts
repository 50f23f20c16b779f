import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../schemas/packageRoot.ts';
import type { CatalogueEntry } from '../../traffic/requirements/catalogue.ts';
import type { Requirement } from '../../traffic/requirements/requirement.ts';
import { isSelected, type Selection } from '../../traffic/requirements/selection.ts';

const titled = (ids: readonly string[]) => new RegExp(` (?:${ids.join('|')}) `);

/** The titles of the probes that a run is asked for, so that Playwright starts no worker for others; undefined when it is asked for all, or for none. */
export function selectedTestTitles(selection: Selection, catalogue: readonly CatalogueEntry[]): RegExp | undefined {
  if (!selection.only && !selection.part) return undefined;
  const ids = catalogue.filter((one) => !one.law && isSelected(one, selection)).map(({ id }) => id);
  return ids.length === 0 ? undefined : titled(ids);
}

/** So few probes are done by one worker before a second one has started. */
const fewProbes = 6;

/** How many workers a run starts for its probes. */
export function workersFor(selection: Selection, catalogue: readonly CatalogueEntry[]): 1 | 2 {
  return catalogue.filter((one) => !one.law && isSelected(one, selection)).length <= fewProbes ? 1 : 2;
}

const nothing = /(?!)/;

/**
 * The titles of the laws that a run judges: in a shard none, they wait for the others. A run that is asked for all has every law that
 * is written, also one that the catalogue does not know yet: the catalogue is made by such a run.
 */
export function selectedTraceCheckTitles({ shard, only }: Selection, catalogue: readonly CatalogueEntry[]): RegExp {
  if (shard) return nothing;
  if (!only) return /@law/;
  const ids = catalogue.filter(({ law, id }) => law && only.includes(id)).map(({ id }) => id);
  return ids.length === 0 ? nothing : titled(ids);
}

/** True where no law of a run makes the sweep, which the runner then makes itself. */
export const hasNoTraceChecks = (selection: Selection, catalogue: readonly CatalogueEntry[]): boolean =>
  selectedTraceCheckTitles(selection, catalogue) === nothing;

const read = new Map<string, readonly string[]>();

/** The lines of a spec; the suite reads each file once. */
function linesOf(file: string): readonly string[] {
  const lines = read.get(file) ?? readFileSync(join(packageRoot, file), 'utf8').split('\n');
  read.set(file, lines);
  return lines;
}

/** Where a requirement's test begins, whose title stands in the line of `test(` or in the next one; and the lines before it. */
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

/** The requirements of a run: those whose tests Playwright has, and those that the catalogue lists beside them. */
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
