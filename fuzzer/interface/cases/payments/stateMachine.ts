import { invalidAmounts } from '../../../../generators/amounts/amounts.ts';
import { unknownId } from '../../../../generators/texts/ids.ts';
import { paymentLifecycle } from '../../../../schemas/domain/lifecycles.ts';
import { type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { changed, having } from '../../builder/bodyChanges.ts';
import { assertionOf, controlAction, drawValue } from '../../builder/caseSteps.ts';
import { edgeCase, StepList } from '../../builder/cases.ts';
import { listedMethods } from '../../builder/payments.ts';
import { type Draw, generator, type Input, rows } from '../../builder/tables.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';
import { type KeyedOrder, keyedOrders, type OrderKind, orderKinds } from './orderKinds.ts';

/** An order that a walk has made. */
interface Made extends Pick<KeyedOrder, 'name' | 'plan'> {
  kind: OrderKind;
  key: string;
  uses: string[];
  /** The reference to the id of its payment, if the answer shows it. */
  id?: string;
  isSettled: boolean;
}

/** The state of a walk: its inputs, the orders it has made, and its assertions. */
class Walk {
  readonly steps = new StepList();
  readonly made: Made[] = [];
  readonly claims: CaseAssertion[] = [];
  readonly known: TargetInventory;
  readonly chance: SeededRandom;

  constructor(known: TargetInventory, chance: SeededRandom) {
    this.known = known;
    this.chance = chance;
  }

  /** Returns a random order that meets a condition; undefined if there is none. */
  any(isWanted: (one: Made) => boolean = () => true): Made | undefined {
    const matching = this.made.filter(isWanted);
    return matching.length > 0 ? this.chance.pick(matching) : undefined;
  }

  get(plan: Plan): string {
    return this.steps.add(plan);
  }
}

/** One action of a walk. Returns false if it is not possible in the current state. */
type Stride = (walk: Walk) => boolean;

/** Applies a function to a value if there is one, and returns whether there was. */
function given<T>(one: T | undefined, then: (one: T) => void): boolean {
  if (one !== undefined) then(one);
  return one !== undefined;
}

/** Makes an order of a kind. For a payment, asserts that it is created and can be found. */
const creation =
  (kind: OrderKind): Stride =>
  (walk) =>
    given(keyedOrders[kind](walk.known, walk.chance), ({ name, plan }) => {
      const key = `w${walk.made.length}`;
      const exchange = walk.get(plan(`{{key:${key}}}`));
      const id = kind === 'pay-in' ? { id: `{{${walk.steps.last}/id}}` } : {};
      walk.made.push({ kind, name, plan, key, uses: [exchange], isSettled: false, ...id });
      const what = `${name} in a walk`;
      if (kind === 'pay-in') walk.claims.push(assertionOf('PIN-01', 'answersPayment', { exchange, what }));
      if (kind === 'pay-out') walk.claims.push(assertionOf('OUT-01', 'isFound', { exchange, what }));
    });

const searched: Stride = (walk) =>
  given(walk.any(), ({ key }) => walk.get(read.search({ clientOrderId: `{{key:${key}}}` })));

const readById: Stride = (walk) =>
  given(
    walk.any(({ id }) => id !== undefined),
    ({ id = '' }) => walk.get(read.payment(id)),
  );

const listed: Stride = (walk) =>
  walk.get(walk.chance.pick([read.payments(), read.balances(), read.search({ sort: 'createdAt,desc' })])) !== '';

const statuses = paymentLifecycle.final.filter((status) => status !== 'PARTIAL_SUCCESS');

/** Moves a pay-in that is not in a final status, and reads it. */
const settled: Stride = (walk) =>
  walk.known.hasTestControl &&
  given(
    walk.any(({ id, isSettled }) => id !== undefined && !isSettled),
    (one) => {
      const status = walk.chance.pick(['FROZEN', 'PENDING', ...statuses]);
      one.isSettled = statuses.includes(status as (typeof statuses)[number]);
      walk.steps.add(controlAction(`payments/${one.id}/settle`, { status }));
      walk.get(read.payment(one.id ?? ''));
    },
  );

const validStrides: readonly Stride[] = [
  ...orderKinds.map(creation),
  creation('pay-in'),
  searched,
  readById,
  listed,
  settled,
];

/** Uses an id again, with the same amount or another one. */
const usedAgain: Stride = (walk) =>
  given(walk.any(), (one) => {
    const plan = one.plan(`{{key:${one.key}}}`, walk.chance.pick([0, 11]));
    one.uses.push(walk.get(plan));
  });

const unknownRead: Stride = (walk) =>
  given(
    walk.any(({ id }) => id !== undefined),
    ({ id = '' }) => {
      const control = walk.get(read.payment(id));
      const exchange = walk.get(read.payment(drawValue(unknownId('PMT'), walk.chance)));
      walk.claims.push(assertionOf('PAY-12', 'refused', { exchange, control, defect: 'a payment id that is unknown' }));
    },
  );

/** Sends the body of a pay-in that the walk has already made, under a new id and with an invalid amount. */
const noAmount: Stride = (walk) =>
  given(
    walk.any(({ kind }) => kind === 'pay-in'),
    ({ plan, uses: [control = ''] }) => {
      const [method] = listedMethods(walk.known, 'PAYIN');
      const { why, amount } = walk.chance.pick(method ? invalidAmounts(method).slice(0, 4) : []);
      const bad = plan(`{{key:bad${walk.steps.last}}}`);
      const exchange = walk.get(changed(bad, having({ amount })));
      const args = { exchange, control, defect: `an amount that is ${why}`, effect: true };
      walk.claims.push(assertionOf('PIN-07', 'refused', args));
    },
  );

/** Sends a body with one unusual or invalid field, such as a card or a currency. The target only has to survive it. */
const oddBody: Stride = (walk) =>
  given(
    walk.any(({ kind }) => kind !== 'exchange order'),
    ({ plan }) => {
      const odds = { comment: '\u0000', returnUrl: 'javascript:0', currency: 'XTS', cardNumber: '0', unheardOf: {} };
      const [name, value] = walk.chance.pick(Object.entries(odds));
      const bad = plan(`{{key:odd${walk.steps.last}}}`);
      walk.get(changed(bad, having({ [name]: value })));
    },
  );

const misuses: readonly Stride[] = [usedAgain, usedAgain, unknownRead, noAmount, oddBody];

/** The number of actions in ten that are misuse. */
const misuseOfTen = 3;

const least = 3;

/** Makes the case of a walk. An id that was used more than once must make at most one order. */
function caseOf({ made, steps, claims }: Walk, what: string) {
  const reused = made.flatMap(({ uses }) =>
    uses.length > 1 ? [assertionOf('LIM-01a', 'oneOrder', { uses, control: uses[0] ?? '' })] : [],
  );
  return edgeCase(`${what} with ${made.map(({ name }) => name).join(', ')}`, steps.all, [...claims, ...reused]);
}

/** Makes a walk that is drawn step by step. */
const walkFrom =
  (first: OrderKind): Draw =>
  ({ known, chance }) => {
    const walk = new Walk(known, chance);
    if (!creation(first)(walk)) return undefined;
    const strides = least + chance.below(4);
    for (let done = 1, tries = 0; done < strides && tries < 20; tries += 1) {
      const stride = chance.pick(chance.below(10) < misuseOfTen ? misuses : validStrides);
      if (stride(walk)) done += 1;
    }
    return caseOf(walk, 'a walk');
  };

/** Named sequences of actions. */
const flows: Readonly<Record<string, readonly Stride[]>> = {
  'made, read, settled, read': [creation('pay-in'), readById, settled, readById],
  'made, used again, searched': [creation('pay-in'), usedAgain, searched, listed],
  'made, settled, used again': [creation('pay-in'), settled, usedAgain, readById],
  'a pay-out made, searched, used again': [creation('pay-out'), searched, usedAgain, searched],
  'an exchange order made, searched, used again': [creation('exchange order'), searched, usedAgain, listed],
  'refused, then made': [creation('pay-in'), noAmount, creation('pay-in'), listed],
  'three orders in a row': [creation('pay-in'), creation('pay-out'), creation('exchange order'), listed],
  'read though unknown, then made': [creation('pay-in'), unknownRead, creation('pay-in'), searched],
};

function flowOf(strides: readonly Stride[], { known, chance }: Input) {
  const walk = new Walk(known, chance);
  for (const stride of strides) stride(walk);
  return walk.made.length > 0 ? caseOf(walk, 'a flow') : undefined;
}

/** The number of walks for each kind of first order. Each is its own combination. */
const walks = 8;

const evidences = ['PIN-01', 'OUT-01', 'LIM-01a', 'PIN-07', 'PAY-12'];

/** Sequences: named flows, and walks that are drawn step by step, with a fixed share of misuse. */
export const stateMachineCases = [
  generator({ name: 'flow', evidences, posts: 3 }, rows(Object.entries(flows), flowOf)),
  generator(
    { name: 'random walk', evidences, posts: 4, isMisuse: true },
    orderKinds.flatMap((first) =>
      Array.from({ length: walks }, (_, at) => [`${first} first, ${at + 1}`, walkFrom(first)] as const),
    ),
  ),
];
