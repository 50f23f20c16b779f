import { bareBundle, bundleBody } from '../../../../generators/payloads/bundle.ts';
import { inOrder } from '../../../../runner/actions/acquiring/ownBundles.ts';
import { create, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseStep, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, controlAction, stepOf } from '../../builder/caseSteps.ts';
import {
  assertedCase,
  type CombinationTable,
  type GeneratorInput,
  tableGenerator,
  validLabel,
} from '../../builder/tableGenerator.ts';
import { payinBody } from '../../builder/validRequests.ts';
import type { ListedProject, TargetInventory } from '../../target/targetInventory.ts';

/** A named sequence of requests. */
interface Flow {
  /** It needs the test control API. */
  isPulled?: true;
  make(project: ListedProject, input: GeneratorInput): FuzzCase | undefined;
}

const own = '{{key:b}}';

const call = ({ id }: ListedProject, assets: readonly string[]): CaseStep =>
  stepOf(create.bundle(id, bundleBody(own, assets)));

/** A call for a bundle, a call for more assets, a call for all assets, and the first call again. Each call must return the same bundle. */
const growsAndStays: Flow = {
  make: (project, { name }) => {
    const [first = '', second = first, third = second] = inOrder(project.assets);
    const all = stepOf(create.bundle(project.id, bareBundle(own, { allEnabledAssets: true })));
    const steps = [
      call(project, [first]),
      call(project, [second]),
      call(project, [first, third]),
      all,
      call(project, [first]),
    ];
    return assertedCase(steps, validLabel(name), [
      assertionOf('SAB-01', 'sameBundle', { first: '#1', again: '#2' }),
      assertionOf('SAB-01', 'sameBundle', { first: '#2', again: '#3' }),
      assertionOf('SAB-01', 'sameBundle', { first: '#3', again: '#5' }),
    ]);
  },
};

/** An amount far above the minimum of a static address. */
const ample = '250';

/** A bundle, a payment to its first address, and the same call again. */
const paidAndAskedAgain: Flow = {
  isPulled: true,
  make: (project, { name }) => {
    const [asset = ''] = inOrder(project.assets);
    const address = '{{1/addresses/0/address}}';
    const steps = [
      call(project, [asset]),
      controlAction('chain/transfers', { asset, address, amount: ample }),
      call(project, [asset]),
      stepOf(read.balances()),
    ];
    return assertedCase(steps, validLabel(name), [assertionOf('SAB-01', 'sameBundle', { first: '#1', again: '#3' })]);
  },
};

/** A bundle whose address is disabled twice. */
const disabledTwice: Flow = {
  isPulled: true,
  make: (project, { name }) => {
    const [asset = ''] = inOrder(project.assets);
    const [first, second] = ['{{1/addresses/0/address}}', '{{3/addresses/0/address}}'];
    const steps = [
      call(project, [asset]),
      controlAction(`addresses/${first}/disable`, {}),
      call(project, [asset]),
      controlAction(`addresses/${second}/disable`, {}),
      call(project, [asset]),
    ];
    return assertedCase(steps, validLabel(name), [
      assertionOf('SAB-07', 'replacesDisabled', { before: '#1', after: '#3', address: first }),
      assertionOf('SAB-07', 'replacesDisabled', { before: '#3', after: '#5', address: second }),
    ]);
  },
};

/** A pay-in that is read through every view. */
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
    return assertedCase(steps, validLabel(name), [
      assertionOf('PIN-01', 'accepted', { exchange: '#1', what: 'a pay-in' }),
      assertionOf('VER-01', 'answersJson', { exchange: '#2', what }),
    ]);
  },
};

const flows: Readonly<Record<string, Flow>> = {
  'a bundle grows and stays the same': growsAndStays,
  'a bundle is paid and asked for again': paidAndAskedAgain,
  'a bundle whose address is disabled twice': disabledTwice,
  'a pay-in is seen in every view': seenEverywhere,
};

const rows = (known: TargetInventory): CombinationTable<{ flow: Flow; project: ListedProject }> =>
  Object.entries(flows).flatMap(([name, flow]) =>
    known.projects.flatMap((project, at) =>
      (flow.isPulled && !known.hasTestControl) || project.assets.length === 0
        ? []
        : [[`${name}, project ${at + 1}`, { flow, project }] as const],
    ),
  );

const longer: CaseGenerator = tableGenerator<{ flow: Flow; project: ListedProject }>({
  name: 'a longer way',
  evidences: ['SAB-01', 'SAB-07', 'PIN-01', 'VER-01'],
  posts: 5,
  isMisuse: false,
  of: rows,
  make: ({ flow, project }, input) => flow.make(project, input),
});

/** Named sequences of requests. */
export const requestSequenceCases: readonly CaseGenerator[] = [longer];
