import { bareBundle, bundleBody } from '../../../../generators/payloads/bundle.ts';
import { withoutFields } from '../../../../generators/payloads/withoutFields.ts';
import { equivalentIds } from '../../../../generators/texts/ids.ts';
import { inOrder } from '../../../../runner/actions/acquiring/ownBundles.ts';
import type { BundleBody } from '../../../../schemas/requestTypes.ts';
import { create, read, withBody } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseStep } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, controlAction, stepOf } from '../../builder/caseSteps.ts';
import {
  assertedCase,
  type CombinationTable,
  edgeCaseLabel,
  nameTable,
  survivalCase,
  tableGenerator,
  validLabel,
} from '../../builder/tableGenerator.ts';
import type { ListedProject, TargetInventory } from '../../target/targetInventory.ts';

const own = '{{key:b}}';

/** Requests some assets of a bundle. */
const call = ({ id }: ListedProject, assets: readonly string[], referenceId = own): CaseStep =>
  stepOf(create.bundle(id, bundleBody(referenceId, assets)));

const callForAll = ({ id }: ListedProject, more: Partial<BundleBody> = {}): CaseStep =>
  stepOf(create.bundle(id, bareBundle(own, { allEnabledAssets: true, ...more })));

/** Returns at least one of the assets of a project, in random order. */
function someOf(assets: readonly string[], chance: SeededRandom): string[] {
  const ranked = assets.map((asset) => ({ asset, rank: chance.seed() }));
  const mixed = ranked.toSorted((a, b) => a.rank - b.rank).map(({ asset }) => asset);
  return mixed.slice(0, 1 + chance.below(assets.length));
}

type Calls = (project: ListedProject, chance: SeededRandom) => CaseStep[];

const twice: Readonly<Record<string, Calls>> = {
  'the same assets': (project, chance) => {
    const assets = someOf(project.assets, chance);
    return [call(project, assets), call(project, assets)];
  },
  'in another order': (project, chance) => {
    const assets = someOf(project.assets, chance);
    return [call(project, assets), call(project, assets.toReversed())];
  },
  'one of them': (project, chance) => {
    const assets = someOf(project.assets, chance);
    return [call(project, assets), call(project, assets.slice(-1))];
  },
  'all enabled assets': (project, chance) => [call(project, someOf(project.assets, chance)), callForAll(project)],
  'an asset twice': (project, chance) => {
    const [asset = ''] = someOf(project.assets, chance);
    return [call(project, [asset]), call(project, [asset, asset])];
  },
};

const places = ({ projects }: TargetInventory): CombinationTable<ListedProject> =>
  projects.flatMap((project, at) => (project.assets.length > 0 ? [[`project ${at + 1}`, project] as const] : []));

/** Two calls with one referenceId. */
const again: CaseGenerator = tableGenerator<{ project: ListedProject; calls: Calls }>({
  name: 'a bundle asked for twice',
  evidences: ['SAB-01'],
  posts: 2,
  isMisuse: false,
  of: (known) =>
    places(known).flatMap(([where, project]) =>
      Object.entries(twice).map(([name, calls]) => [`${name}, ${where}`, { project, calls }] as const),
    ),
  make: ({ project, calls }, { chance, name }) =>
    assertedCase(calls(project, chance), validLabel(name), [
      assertionOf('SAB-01', 'sameBundle', { first: '#1', again: '#2' }),
    ]),
});

/** How a later call requests more assets than the first one. */
const growths = ['beside those that it has', 'by themselves', 'one after the other'] as const;

/** A later call with more assets. */
const growing: CaseGenerator = tableGenerator<{ project: ListedProject; growth: (typeof growths)[number] }>({
  name: 'a bundle asked for more',
  evidences: ['SAB-02'],
  posts: 3,
  isMisuse: false,
  of: (known) =>
    places(known).flatMap(([where, project]) =>
      project.assets.length < 3 ? [] : growths.map((growth) => [`${growth}, ${where}`, { project, growth }] as const),
    ),
  make: ({ project, growth }, { chance, name }) => {
    const ordered = chance.below(2) === 0 ? inOrder(project.assets) : someOf(project.assets, chance);
    const all = [...new Set([...ordered, ...project.assets])];
    const had = all.slice(0, 1 + chance.below(all.length - 2));
    const [next = '', ...rest] = all.slice(had.length);
    const grown = {
      'beside those that it has': [[...had, next, ...rest.slice(0, 1)]],
      'by themselves': [[next, ...rest.slice(0, 1)]],
      'one after the other': [[next], rest.slice(0, 1)],
    }[growth];
    const steps = [call(project, had), ...grown.map((assets) => call(project, assets))];
    const assertions = grown.map((_, index) =>
      assertionOf('SAB-02', 'addsAssets', { before: `#${index + 1}`, after: `#${index + 2}` }),
    );
    return assertedCase(steps, validLabel(name), assertions);
  },
});

/** Every enabled asset. The text does not show which fields a bundle needs, so several forms of the call follow one another. */
const allAssets: CaseGenerator = tableGenerator<ListedProject>({
  name: 'a bundle of all enabled assets',
  evidences: ['SAB-03'],
  posts: 2,
  isMisuse: false,
  of: places,
  make: (project, { chance }) => {
    const some = someOf(project.assets, chance);
    const steps = [
      stepOf(read.depositOptions(project.id)),
      callForAll(project),
      callForAll(project, { assets: chance.pick([some, []]) }),
    ];
    // Each of these calls may be refused. The first one that was accepted is judged.
    const args = { calls: ['#2', '#3'], project: project.id, options: '#1' };
    return assertedCase(steps, validLabel('all enabled assets'), [assertionOf('SAB-03', 'coversAssets', args)]);
  },
});

/** Simultaneous first calls with one referenceId, and one call after them. */
const raced: CaseGenerator = tableGenerator<ListedProject>({
  name: 'first calls for a bundle at once',
  evidences: ['SAB-12'],
  posts: 4,
  isMisuse: false,
  of: places,
  make: (project, { chance }) => {
    const assets = someOf(project.assets, chance);
    const one = { ...call(project, assets), race: 1 };
    const steps = [one, one, one, call(project, assets)];
    const args = { uses: ['#1', '#2', '#3'], later: '#4' };
    return assertedCase(steps, validLabel('a race for one bundle'), [assertionOf('SAB-12', 'oneBundle', args)]);
  },
});

/** A disabled address is replaced on the next call. */
const replaced: CaseGenerator = tableGenerator<ListedProject>({
  name: 'a bundle whose address was disabled',
  evidences: ['SAB-07'],
  posts: 2,
  isMisuse: false,
  of: (known) => (known.hasTestControl ? places(known) : []),
  make: (project, { chance }) => {
    const assets = someOf(project.assets, chance);
    const address = '{{1/addresses/0/address}}';
    const disabled = controlAction(`addresses/${address}/disable`, {});
    const steps = [call(project, assets), disabled, call(project, assets)];
    return assertedCase(steps, validLabel('a call after an address was disabled'), [
      assertionOf('SAB-07', 'replacesDisabled', { before: '#1', after: '#3', address }),
    ]);
  },
});

/** Two referenceIds that are nearly the same. Trace checks require that they share no address. */
const alike: CaseGenerator = tableGenerator<string>({
  name: 'bundles whose references are nearly one',
  evidences: ['SAB-11', 'ERR-02a'],
  posts: 2,
  isMisuse: true,
  of: (known) => (places(known).length > 0 ? nameTable([...Object.keys(equivalentIds('')), 'a long beginning']) : []),
  make: (way, { known, chance }) => {
    const [, project] = chance.pick(places(known));
    const assets = someOf(project.assets, chance);
    const long = `${own}${'-as-long-as-a-name-may-be'.repeat(8)}`;
    const [one, other] = equivalentIds(own)[way] ?? [`${long}-1`, `${long}-2`];
    return survivalCase('ERR-02a', [call(project, assets, one), call(project, assets, other)], way);
  },
});

const oddBodies: Readonly<Record<string, (valid: BundleBody, asset: string) => Record<string, unknown>>> = {
  'no referenceId': (valid) => withoutFields(valid, 'referenceId'),
  'an empty referenceId': (valid) => ({ ...valid, referenceId: '' }),
  'no assets': (valid) => withoutFields(valid, 'assets', 'allEnabledAssets'),
  'an empty list': (valid) => ({ ...valid, assets: [] }),
  'a text for the list': (valid, asset) => ({ ...valid, assets: asset }),
  'an asset that nobody has': (valid, asset) => ({ ...valid, assets: [asset, 'NOCHAIN_QQQ'] }),
  'null among the assets': (valid, asset) => ({ ...valid, assets: [asset, null] }),
  'a text for a boolean': (valid) => ({ ...valid, allEnabledAssets: 'yes' }),
  'a number for the referenceId': (valid) => ({ ...valid, referenceId: 17 }),
};

/** The text does not show which fields a bundle needs, so a target may accept these bodies or refuse them. */
const oddly: CaseGenerator = tableGenerator<(typeof oddBodies)[string]>({
  name: 'an odd bundle',
  evidences: ['ERR-02a'],
  posts: 1,
  isMisuse: true,
  of: (known) => (places(known).length > 0 ? Object.entries(oddBodies) : []),
  make: (body, { known, chance, name }) => {
    const [, project] = chance.pick(places(known));
    const asset = chance.pick(project.assets);
    const valid = bundleBody(own, [asset]);
    const step = stepOf(withBody(create.bundle(project.id, valid), body(valid, asset)));
    return assertedCase([step], edgeCaseLabel(name), [assertionOf('ERR-02a', 'survives', { exchange: '#1' })]);
  },
});

/** Static address bundles, valid and otherwise. */
export const addressBundleCases: readonly CaseGenerator[] = [again, growing, allAssets, raced, replaced, alike, oddly];
