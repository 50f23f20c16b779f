import { likenesses } from '../../../generators/ids.ts';
import { bundleOf } from '../../../harness/neutral.ts';
import { inOrder } from '../../../harness/ownBundles.ts';
import { create, read } from '../../../harness/plan.ts';
import type { CaseStep } from '../../case.ts';
import type { Chance } from '../../run/chance.ts';
import type { Known, KnownProject } from '../known.ts';
import type { Move } from '../move.ts';
import { claimOf, leverOf, stepOf } from '../steps.ts';
import { claimed, namesOf, odd, survived, type Table, tabled, valid } from '../tabled.ts';

const own = '{{key:b}}';

/** A call for some assets of a bundle. */
const call = ({ id }: KnownProject, assets: readonly string[], referenceId = own): CaseStep =>
  stepOf(create.bundle(id, bundleOf(referenceId, assets)));

const callForAll = ({ id }: KnownProject, more: Record<string, unknown> = {}): CaseStep =>
  stepOf(create.bundle(id, { referenceId: own, allEnabledAssets: true, ...more }));

/** Some of the assets of a project in any order, one at the least. */
function someOf(assets: readonly string[], chance: Chance): string[] {
  const ranked = assets.map((asset) => ({ asset, rank: chance.seed() }));
  const mixed = ranked.toSorted((a, b) => a.rank - b.rank).map(({ asset }) => asset);
  return mixed.slice(0, 1 + chance.below(assets.length));
}

type Calls = (project: KnownProject, chance: Chance) => CaseStep[];

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

const places = ({ projects }: Known): Table<KnownProject> =>
  projects.flatMap((project, at) => (project.assets.length > 0 ? [[`project ${at + 1}`, project] as const] : []));

/** Two calls with one referenceId. */
const again: Move = tabled<{ project: KnownProject; calls: Calls }>({
  name: 'a bundle asked for twice',
  evidences: ['SAB-01'],
  posts: 2,
  isMisuse: false,
  of: (known) =>
    places(known).flatMap(([where, project]) =>
      Object.entries(twice).map(([name, calls]) => [`${name}, ${where}`, { project, calls }] as const),
    ),
  make: ({ project, calls }, { chance, name }) =>
    claimed(calls(project, chance), valid(name), [claimOf('SAB-01', 'sameBundle', { first: '#1', again: '#2' })]),
});

/** What a later call asks for beside what the first did. */
const growths = ['beside those that it has', 'by themselves', 'one after the other'] as const;

/** A later call with more assets. */
const growing: Move = tabled<{ project: KnownProject; growth: (typeof growths)[number] }>({
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
    const claims = grown.map((_, index) =>
      claimOf('SAB-02', 'addsAssets', { before: `#${index + 1}`, after: `#${index + 2}` }),
    );
    return claimed(steps, valid(name), claims);
  },
});

/** Every enabled asset. Which fields a bundle needs is not shown: several ways of asking follow one another. */
const whole: Move = tabled<KnownProject>({
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
    // Of calls that are free to be refused the first that was accepted is judged.
    const args = { calls: ['#2', '#3'], project: project.id, options: '#1' };
    return claimed(steps, valid('all enabled assets'), [claimOf('SAB-03', 'coversAssets', args)]);
  },
});

/** First calls at once with one referenceId, and one after them. */
const raced: Move = tabled<KnownProject>({
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
    return claimed(steps, valid('a race for one bundle'), [claimOf('SAB-12', 'oneBundle', args)]);
  },
});

/** A disabled address is replaced on the next call. */
const replaced: Move = tabled<KnownProject>({
  name: 'a bundle whose address was disabled',
  evidences: ['SAB-07'],
  posts: 2,
  isMisuse: false,
  of: (known) => (known.hasLevers ? places(known) : []),
  make: (project, { chance }) => {
    const assets = someOf(project.assets, chance);
    const address = '{{1/addresses/0/address}}';
    const disabled = leverOf(`addresses/${address}/disable`, {});
    const steps = [call(project, assets), disabled, call(project, assets)];
    return claimed(steps, valid('a call after an address was disabled'), [
      claimOf('SAB-07', 'replacesDisabled', { before: '#1', after: '#3', address }),
    ]);
  },
});

/** Two referenceIds that are nearly one: laws say that they share no address. */
const alike: Move = tabled<string>({
  name: 'bundles whose references are nearly one',
  evidences: ['SAB-11', 'ERR-02a'],
  posts: 2,
  isMisuse: true,
  of: (known) => (places(known).length > 0 ? namesOf([...Object.keys(likenesses('')), 'a long beginning']) : []),
  make: (way, { known, chance }) => {
    const [, project] = chance.pick(places(known));
    const assets = someOf(project.assets, chance);
    const long = `${own}${'-as-long-as-a-name-may-be'.repeat(8)}`;
    const [one, other] = likenesses(own)[way] ?? [`${long}-1`, `${long}-2`];
    return survived('ERR-02a', [call(project, assets, one), call(project, assets, other)], way);
  },
});

const oddBodies: Readonly<Record<string, (asset: string) => Record<string, unknown>>> = {
  'no referenceId': (asset) => ({ assets: [asset], allEnabledAssets: false }),
  'an empty referenceId': (asset) => ({ referenceId: '', assets: [asset], allEnabledAssets: false }),
  'no assets': () => ({ referenceId: own }),
  'an empty list': () => ({ referenceId: own, assets: [], allEnabledAssets: false }),
  'a text for the list': (asset) => ({ referenceId: own, assets: asset, allEnabledAssets: false }),
  'an asset that nobody has': (asset) => ({
    referenceId: own,
    assets: [asset, 'NOCHAIN_QQQ'],
    allEnabledAssets: false,
  }),
  'null among the assets': (asset) => ({ referenceId: own, assets: [asset, null], allEnabledAssets: false }),
  'a text for a boolean': (asset) => ({ referenceId: own, assets: [asset], allEnabledAssets: 'yes' }),
  'a number for the referenceId': (asset) => ({ referenceId: 17, assets: [asset], allEnabledAssets: false }),
};

/** Which fields a bundle needs is not shown: it may be made of these or not. */
const oddly: Move = tabled<(asset: string) => Record<string, unknown>>({
  name: 'an odd bundle',
  evidences: ['ERR-02a'],
  posts: 1,
  isMisuse: true,
  of: (known) => (places(known).length > 0 ? Object.entries(oddBodies) : []),
  make: (body, { known, chance, name }) => {
    const [, project] = chance.pick(places(known));
    const step = stepOf(create.bundle(project.id, body(chance.pick(project.assets))));
    return claimed([step], odd(name), [claimOf('ERR-02a', 'survives', { exchange: '#1' })]);
  },
});

/** Static address bundles, sound and otherwise. */
export const bundles: readonly Move[] = [again, growing, whole, raced, replaced, alike, oddly];
