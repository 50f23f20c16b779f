import { inOrder } from '../../../../runner/actions/acquiring/ownBundles.ts';
import { create, read } from '../../../../traffic/transport/requestPlan.ts';
import type { FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import { assertionOf, controlAction } from '../../builder/caseSteps.ts';
import { validCase } from '../../builder/cases.ts';
import { crossed, type Draw, generator, type Input } from '../../builder/tables.ts';
import { payinBody } from '../../builder/validRequests.ts';
import type { ListedProject } from '../../target/targetInventory.ts';
import { bundleCall, bundleProjects, callForAll, replacesDisabled, sameBundle } from './addressBundles.ts';

/** A named sequence of requests. */
type Flow = (project: ListedProject, input: Input) => FuzzCase | undefined;

/** A call for a bundle, a call for more assets, a call for all assets, and the first call again. Each call must return the same bundle. */
const growsAndStays: Flow = (project, { name }) => {
  const [first = '', second = first, third = second] = inOrder(project.assets);
  const call = (...assets: readonly string[]) => bundleCall(project, assets);
  const steps = [call(first), call(second), call(first, third), callForAll(project), call(first)];
  return validCase(name, steps, [sameBundle('#1', '#2'), sameBundle('#2', '#3'), sameBundle('#3', '#5')]);
};

/** Calls for the first asset of a project, again and again. */
const firstCall = (project: ListedProject) => {
  const [asset = ''] = inOrder(project.assets);
  return { asset, call: bundleCall(project, [asset]) };
};

/** An amount far above the minimum of a static address. */
const ample = '250';

/** A bundle, a payment to its first address, and the same call again. */
const paidAndAskedAgain: Flow = (project, { name }) => {
  const { asset, call } = firstCall(project);
  const paid = controlAction('chain/transfers', { asset, address: '{{1/addresses/0/address}}', amount: ample });
  return validCase(name, [call, paid, call, read.balances()], sameBundle('#1', '#3'));
};

/** A bundle whose address is disabled twice. */
const disabledTwice: Flow = (project, { name }) => {
  const { call } = firstCall(project);
  const [first, second] = ['{{1/addresses/0/address}}', '{{3/addresses/0/address}}'] as const;
  const disabled = (address: string) => controlAction(`addresses/${address}/disable`, {});
  return validCase(
    name,
    [call, disabled(first), call, disabled(second), call],
    [replacesDisabled('#1', '#3', first), replacesDisabled('#3', '#5', second)],
  );
};

/** A pay-in that is read through every view. */
const seenEverywhere: Flow = (_, { known, chance, name }) => {
  const body = payinBody(known, chance);
  if (!body) return undefined;
  const views = [
    read.payment('{{1/id}}'),
    read.search({ clientOrderId: '{{key}}' }),
    read.search({ orderId: '{{1/orderId}}' }),
    read.payments(),
  ];
  return validCase(
    name,
    [create.payin(body), ...views],
    [
      assertionOf('PIN-01', 'accepted', { exchange: '#1', what: 'a pay-in' }),
      assertionOf('VER-01', 'answersJson', { exchange: '#2', what: 'the payment that was just made' }),
    ],
  );
};

/** The sequences. Those with `true` need the test control API. */
const flows: Readonly<Record<string, readonly [flow: Flow, needsControl?: true]>> = {
  'a bundle grows and stays the same': [growsAndStays],
  'a bundle is paid and asked for again': [paidAndAskedAgain, true],
  'a bundle whose address is disabled twice': [disabledTwice, true],
  'a pay-in is seen in every view': [seenEverywhere],
};

/** Named sequences of requests. */
export const requestSequenceCases = [
  generator({ name: 'a longer way', evidences: ['SAB-01', 'SAB-07', 'PIN-01', 'VER-01'], posts: 5 }, (known) =>
    crossed(Object.entries(flows), bundleProjects(known), ([flow, needsControl], project): Draw | undefined =>
      needsControl && !known.hasTestControl ? undefined : (input) => flow(project, input),
    ),
  ),
];
