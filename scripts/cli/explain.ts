import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeExplanation, writeList } from '../../reports/run/plan/explain.ts';
import { everyCost, noCost, readCosts } from '../../runner/selection/costs.ts';
import { placeOf } from '../../runner/selection/selectedTests.ts';
import { packageRoot } from '../../schemas/packageRoot.ts';
import { type CatalogueEntry, idsOf, readCatalogue } from '../../traffic/requirements/catalogue.ts';
import { combinationsOf } from '../../traffic/requirements/selection.ts';
import { readQuantifiers, readVariedDimensions } from '../../traffic/requirements/variedDimensions.ts';
import { clientsNamed, explainClient, withoutClients } from './explainClient.ts';
import { candidates } from './mutation/candidates.ts';

/** Returns the requirements with these names; all if there are no names. Throws ConfigurationError for an unknown name. */
function requirementsNamed(names: readonly string[]): CatalogueEntry[] {
  const catalogue = readCatalogue();
  if (names.length === 0) return catalogue;
  const ids = idsOf(names, { catalogue, where: 'the requirement' });
  return ids.flatMap((id) => catalogue.filter((one) => one.id === id));
}

/** Returns the § reference of the nearest comment above a test. */
function sectionIn(before: readonly string[]): string | undefined {
  const comment = before.findLast((line) => line.includes('§'));
  return /§ ([^.:*]+)/.exec(comment ?? '')?.[1]?.trim();
}

/** Returns the lines of interface.md for a reference such as `Payment, rule 3`: the heading, and the rule if one is named. */
function textOf(section: string | undefined): string[] {
  if (section === undefined) return ['interface.md'];
  const lines = readFileSync(join(packageRoot, 'schemas/interface.md'), 'utf8').split('\n');
  const heading = section.split(/[,;]/)[0] ?? '';
  const headed = (isIt: (words: string) => boolean) =>
    lines.findIndex((line) => line.startsWith('#') && isIt(line.replace(/^#+ /, '')));
  // A reference may shorten a heading to its first words.
  const exact = headed((words) => words === heading);
  const at = exact >= 0 ? exact : headed((words) => words.startsWith(`${heading} `));
  const rule = /rule (\d+)/.exec(section)?.[1];
  const said = at < 0 || rule === undefined ? undefined : lines.slice(at).find((line) => line.startsWith(`${rule}. `));
  const place = at < 0 ? '' : ` (schemas/interface.md:${at + 1})`;
  return [`§ ${section}${place}`, ...(said === undefined ? [] : [said.replace(/^\d+\. /, '')])];
}

/** Any night: each tries as many combinations of a list. */
const someNight = { profile: 'nightly', day: '2026-01-01' } as const;

/** Explains requirements, one after the other; returns the exit code. Those on clients come last. */
export function explain(all: readonly string[]): number {
  const [names, ofClients] = [withoutClients(all), clientsNamed(all)];
  const texts = [...(names.length > 0 ? explanationsOf(names) : []), ...ofClients.map(explainClient)];
  process.stdout.write(texts.join('\n'));
  return 0;
}

function explanationsOf(names: readonly string[]): string[] {
  const { probes: costs, controls } = readCosts();
  const [quantifiers, variedDimensions] = [readQuantifiers(), readVariedDimensions()];
  const mutants = candidates().filter(({ kind }) => kind === 'mutant');
  return requirementsNamed(names).map((one) => {
    const { where, before } = placeOf(one);
    const cost = costs[one.id];
    const parts = cost ? everyCost(cost) : [];
    const controlCosts = [...new Set(parts.flatMap((part) => part.controls))].map((index) => controls[index] ?? noCost);
    const own = mutants.filter(({ breaks }) => breaks === one.id);
    const [text, varied] = [quantifiers[one.id], variedDimensions[one.id]];
    return writeExplanation(one, {
      ...(text && varied && text.over.length > 0 && { dimensions: { text, varied } }),
      tonight: (cost?.cells ?? []).map(
        ({ of }) => combinationsOf({ id: one.id, names: Object.keys(of) }, someNight).length,
      ),
      text: textOf(sectionIn(before)),
      where,
      mutants: own,
      cost,
      controls: controlCosts,
    });
  });
}

/** Lists requirements; returns the exit code. Those on clients are listed where they are named. */
export function list(names: readonly string[], { json }: { json?: boolean }): number {
  const ofTargets = withoutClients(names);
  const isOnlyClients = names.length > 0 && ofTargets.length === 0;
  const named = [...(isOnlyClients ? [] : requirementsNamed(ofTargets)), ...clientsNamed(names)];
  const { probes: costs } = readCosts();
  const postsOf = (id: string) => {
    const cost = costs[id];
    return cost && everyCost(cost).reduce((sum, { posts }) => sum + posts, 0);
  };
  process.stdout.write(json ? `${JSON.stringify(named, null, 2)}\n` : writeList(named, postsOf));
  return 0;
}
