import { bundleOf } from '../../../harness/neutral.ts';
import { inOrder } from '../../../harness/ownBundles.ts';
import { create, read } from '../../../harness/plan.ts';
import type { CaseStep, FuzzCase } from '../../case.ts';
import type { Known, KnownProject } from '../known.ts';
import type { Move } from '../move.ts';
import { payinBody } from '../sound.ts';
import { claimOf, leverOf, stepOf } from '../steps.ts';
import { claimed, type Scene, type Table, tabled, valid } from '../tabled.ts';

/** A named way through several requests. */
interface Flow {
  /** It needs a lever. */
  isPulled?: true;
  make(project: KnownProject, scene: Scene): FuzzCase | undefined;
}

const own = '{{key:b}}';

const call = ({ id }: KnownProject, assets: readonly string[]): CaseStep =>
  stepOf(create.bundle(id, bundleOf(own, assets)));

/** A bundle, more assets, all of them, and the first call again: it is one bundle all the time. */
const growsAndStays: Flow = {
  make: (project, { name }) => {
    const [first = '', second = first, third = second] = inOrder(project.assets);
    const all = stepOf(create.bundle(project.id, { referenceId: own, allEnabledAssets: true }));
    const steps = [
      call(project, [first]),
      call(project, [second]),
      call(project, [first, third]),
      all,
      call(project, [first]),
    ];
    return claimed(steps, valid(name), [
      claimOf('SAB-01', 'sameBundle', { first: '#1', again: '#2' }),
      claimOf('SAB-01', 'sameBundle', { first: '#2', again: '#3' }),
      claimOf('SAB-01', 'sameBundle', { first: '#3', again: '#5' }),
    ]);
  },
};

/** Far more than the least that a static address takes. */
const ample = '250';

/** A bundle, a payment to its first address, and the same call again. */
const paidAndAskedAgain: Flow = {
  isPulled: true,
  make: (project, { name }) => {
    const [asset = ''] = inOrder(project.assets);
    const address = '{{1/addresses/0/address}}';
    const steps = [
      call(project, [asset]),
      leverOf('chain/transfers', { asset, address, amount: ample }),
      call(project, [asset]),
      stepOf(read.balances()),
    ];
    return claimed(steps, valid(name), [claimOf('SAB-01', 'sameBundle', { first: '#1', again: '#3' })]);
  },
};

/** A bundle whose address is disabled again and again. */
const disabledTwice: Flow = {
  isPulled: true,
  make: (project, { name }) => {
    const [asset = ''] = inOrder(project.assets);
    const [first, second] = ['{{1/addresses/0/address}}', '{{3/addresses/0/address}}'];
    const steps = [
      call(project, [asset]),
      leverOf(`addresses/${first}/disable`, {}),
      call(project, [asset]),
      leverOf(`addresses/${second}/disable`, {}),
      call(project, [asset]),
    ];
    return claimed(steps, valid(name), [
      claimOf('SAB-07', 'replacesDisabled', { before: '#1', after: '#3', address: first }),
      claimOf('SAB-07', 'replacesDisabled', { before: '#3', after: '#5', address: second }),
    ]);
  },
};

/** A pay-in that every view is asked for. */
const seenEverywhere: Flow = {
  make: (_, { known, chance, name }) => {
    const body = payinBody(known, chance);
    if (!body) return undefined;
    const steps = [
      stepOf(create.payin(body)),
      stepOf(read.payment('{{1/id}}')),
      stepOf(read.search({ clientOrderId: '{{key}}' })),
      stepOf(read.search({ orderId: '{{1/orderId}}' })),
      stepOf(read.payments()),
    ];
    const what = 'the payment that was just made';
    return claimed(steps, valid(name), [
      claimOf('PIN-01', 'accepted', { exchange: '#1', what: 'a pay-in' }),
      claimOf('VER-01', 'answersJson', { exchange: '#2', what }),
    ]);
  },
};

const flows: Readonly<Record<string, Flow>> = {
  'a bundle grows and stays the same': growsAndStays,
  'a bundle is paid and asked for again': paidAndAskedAgain,
  'a bundle whose address is disabled twice': disabledTwice,
  'a pay-in is seen in every view': seenEverywhere,
};

const rows = (known: Known): Table<{ flow: Flow; project: KnownProject }> =>
  Object.entries(flows).flatMap(([name, flow]) =>
    known.projects.flatMap((project, at) =>
      (flow.isPulled && !known.hasLevers) || project.assets.length === 0
        ? []
        : [[`${name}, project ${at + 1}`, { flow, project }] as const],
    ),
  );

const longer: Move = tabled<{ flow: Flow; project: KnownProject }>({
  name: 'a longer way',
  evidences: ['SAB-01', 'SAB-07', 'PIN-01', 'VER-01'],
  posts: 5,
  isMisuse: false,
  of: rows,
  make: ({ flow, project }, scene) => flow.make(project, scene),
});

/** Named ways through several requests. */
export const longerWays: readonly Move[] = [longer];
