import { unknownAsset } from '../../../../generators/payloads/acquiringRequest.ts';
import { bareBundle, bundleBody } from '../../../../generators/payloads/bundle.ts';
import { equivalentIds, idsInUrls } from '../../../../generators/texts/ids.ts';
import { inOrder } from '../../../../runner/actions/acquiring/ownBundles.ts';
import type { BundleBody } from '../../../../schemas/requestTypes.ts';
import { create, type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { type BodyChange, changed, having, lacking } from '../../builder/bodyChanges.ts';
import { assertionOf, controlAction, stepOf } from '../../builder/caseSteps.ts';
import { survivalCase, validCase } from '../../builder/cases.ts';
import { projectTable } from '../../builder/projects.ts';
import {
  crossedBySecond,
  type Draw,
  generator,
  type Input,
  nameTable,
  rows,
  type Table,
} from '../../builder/tables.ts';
import type { ListedProject, TargetInventory } from '../../target/targetInventory.ts';

const own = '{{key:b}}';

/** Requests some assets of a bundle. */
export const bundleCall = ({ id }: ListedProject, assets: readonly string[], referenceId = own): Plan =>
  create.bundle(id, bundleBody(referenceId, assets));

/** Requests all enabled assets of a bundle. */
export const callForAll = ({ id }: ListedProject, more: Partial<BundleBody> = {}): Plan =>
  create.bundle(id, bareBundle(own, { allEnabledAssets: true, ...more }));

/** Returns the projects that have assets, with their names. */
export const bundleProjects = (known: TargetInventory): Table<ListedProject> =>
  projectTable(known).filter(([, { assets }]) => assets.length > 0);

/** Asserts that two calls return the same bundle. */
export const sameBundle = (first: string, again: string) => assertionOf('SAB-01', 'sameBundle', { first, again });

/** Returns at least one of the assets of a project, in random order. */
function someOf(assets: readonly string[], chance: SeededRandom): string[] {
  const ranked = assets.map((asset) => ({ asset, rank: chance.seed() }));
  const mixed = ranked.toSorted((a, b) => a.rank - b.rank).map(({ asset }) => asset);
  return mixed.slice(0, 1 + chance.below(assets.length));
}

/** Second calls with the referenceId of a first call for some assets. */
const again: Readonly<Record<string, (project: ListedProject, assets: string[]) => Plan>> = {
  'the same assets': bundleCall,
  'in another order': (project, assets) => bundleCall(project, assets.toReversed()),
  'one of them': (project, assets) => bundleCall(project, assets.slice(-1)),
  'all enabled assets': (project) => callForAll(project),
  'an asset twice': (project, [asset = '']) => bundleCall(project, [asset, asset]),
};

function calledTwice(project: ListedProject, way: string): Draw {
  return ({ chance, name }) => {
    const drawn = someOf(project.assets, chance);
    const assets = way === 'an asset twice' ? drawn.slice(0, 1) : drawn;
    const second = again[way]?.(project, assets);
    return second && validCase(name, [bundleCall(project, assets), second], sameBundle('#1', '#2'));
  };
}

/** How later calls request more assets than the first one, in the order of the calls. */
const growths = {
  'beside those that it has': (had: string[], next: string, rest: string[]) => [[...had, next, ...rest]],
  'by themselves': (_: string[], next: string, rest: string[]) => [[next, ...rest]],
  'one after the other': (_: string[], next: string, rest: string[]) => [[next], rest],
};

function growing(project: ListedProject, growth: (typeof growths)[keyof typeof growths]): Draw {
  return ({ chance, name }) => {
    const ordered = chance.below(2) === 0 ? inOrder(project.assets) : someOf(project.assets, chance);
    const all = [...new Set([...ordered, ...project.assets])];
    const had = all.slice(0, 1 + chance.below(all.length - 2));
    const [next = '', ...rest] = all.slice(had.length);
    const calls = [had, ...growth(had, next, rest.slice(0, 1))].map((assets) => bundleCall(project, assets));
    const assertions = calls
      .slice(1)
      .map((_, at) => assertionOf('SAB-02', 'addsAssets', { before: `#${at + 1}`, after: `#${at + 2}` }));
    return validCase(name, calls, assertions);
  };
}

/** Every enabled asset. The text does not show which fields a bundle needs, so several forms of the call follow one another. */
function allAssets(project: ListedProject, { chance }: Input) {
  const assets = chance.pick([someOf(project.assets, chance), []]);
  const steps = [read.depositOptions(project.id), callForAll(project), callForAll(project, { assets })];
  // Each of these calls may be refused. The first one that was accepted is judged.
  const args = { calls: ['#2', '#3'], project: project.id, options: '#1' };
  return validCase('all enabled assets', steps, assertionOf('SAB-03', 'coversAssets', args));
}

/** Simultaneous first calls with one referenceId, and one call after them. */
function raced(project: ListedProject, { chance }: Input) {
  const call = bundleCall(project, someOf(project.assets, chance));
  const one = stepOf(call, { race: 1 });
  const args = { uses: ['#1', '#2', '#3'], later: '#4' };
  return validCase('a race for one bundle', [one, one, one, call], assertionOf('SAB-12', 'oneBundle', args));
}

/** Asserts that a bundle shows another address after an address was disabled. */
export const replacesDisabled = (before: string, after: string, address: string) =>
  assertionOf('SAB-07', 'replacesDisabled', { before, after, address });

/** A disabled address is replaced on the next call. */
function replaced(project: ListedProject, { chance }: Input) {
  const call = bundleCall(project, someOf(project.assets, chance));
  const address = '{{1/addresses/0/address}}';
  const steps = [call, controlAction(`addresses/${address}/disable`, {}), call];
  return validCase('a call after an address was disabled', steps, replacesDisabled('#1', '#3', address));
}

const nearlyOne = (id: string) => ({ ...equivalentIds(id), ...idsInUrls(id) });

/** Two referenceIds that are nearly the same. Trace checks require that they share no address. */
const alike: Draw = ({ known, chance, name }) => {
  const [, project] = chance.pick(bundleProjects(known));
  const assets = someOf(project.assets, chance);
  const long = `${own}${'-as-long-as-a-name-may-be'.repeat(8)}`;
  const [one, other] = nearlyOne(own)[name] ?? [`${long}-1`, `${long}-2`];
  return survivalCase('ERR-02a', [bundleCall(project, assets, one), bundleCall(project, assets, other)], name);
};

/** The text does not show which fields a bundle needs, so a target may accept these bodies or refuse them. */
const oddBodies: Readonly<Record<string, (asset: string) => BodyChange>> = {
  'no referenceId': () => lacking('referenceId'),
  'an empty referenceId': () => having({ referenceId: '' }),
  'no assets': () => lacking('assets', 'allEnabledAssets'),
  'an empty list': () => having({ assets: [] }),
  'a text for the list': (asset) => having({ assets: asset }),
  'an asset that nobody has': (asset) => having({ assets: [asset, unknownAsset] }),
  'null among the assets': (asset) => having({ assets: [asset, null] }),
  'a text for a boolean': () => having({ allEnabledAssets: 'yes' }),
  'a number for the referenceId': () => having({ referenceId: 17 }),
};

function oddly(changeOf: (asset: string) => BodyChange, { known, chance, name }: Input) {
  const [, project] = chance.pick(bundleProjects(known));
  const asset = chance.pick(project.assets);
  return survivalCase('ERR-02a', changed(bundleCall(project, [asset]), changeOf(asset)), name);
}

/** Static address bundles, valid and otherwise. */
export const addressBundleCases = [
  generator({ name: 'a bundle asked for twice', evidences: ['SAB-01'], posts: 2 }, (known) =>
    crossedBySecond(nameTable(Object.keys(again)), bundleProjects(known), (way, project) => calledTwice(project, way)),
  ),
  generator({ name: 'a bundle asked for more', evidences: ['SAB-02'], posts: 3 }, (known) =>
    crossedBySecond(Object.entries(growths), bundleProjects(known), (growth, project) =>
      project.assets.length >= 3 ? growing(project, growth) : undefined,
    ),
  ),
  generator({ name: 'a bundle of all enabled assets', evidences: ['SAB-03'], posts: 2 }, (known) =>
    rows(bundleProjects(known), allAssets),
  ),
  generator({ name: 'first calls for a bundle at once', evidences: ['SAB-12'], posts: 4 }, (known) =>
    rows(bundleProjects(known), raced),
  ),
  generator({ name: 'a bundle whose address was disabled', evidences: ['SAB-07'], posts: 2 }, (known) =>
    known.hasTestControl ? rows(bundleProjects(known), replaced) : [],
  ),
  generator(
    { name: 'bundles whose references are nearly one', evidences: ['SAB-11', 'ERR-02a'], posts: 2, isMisuse: true },
    (known) =>
      bundleProjects(known).length > 0
        ? [...Object.keys(nearlyOne('')), 'a long beginning'].map((way) => [way, alike] as const)
        : [],
  ),
  generator({ name: 'an odd bundle', evidences: ['ERR-02a'], isMisuse: true }, (known) =>
    bundleProjects(known).length > 0 ? rows(Object.entries(oddBodies), oddly) : [],
  ),
];
