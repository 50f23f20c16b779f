import { invalidAmounts } from '../../../../generators/amounts/amounts.ts';
import { unknownId } from '../../../../generators/texts/ids.ts';
import { paymentLifecycle } from '../../../../schemas/domain/lifecycles.ts';
import { type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, controlAction, drawValue, stepOf } from '../../builder/caseSteps.ts';
import { combinationGenerator, refusalAssertions, StepList } from '../../builder/combinationGenerator.ts';
import { listedMethods } from '../../builder/paymentBodies.ts';
import { edgeCaseLabel } from '../../builder/tableGenerator.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';
import { keyedOrders, type OrderKind, orderKinds } from './orderKinds.ts';

/** An order that a walk has made. */
interface Made {
  kind: OrderKind;
  name: string;
  plan(clientOrderId: string, nth?: number): Plan;
  key: string;
  uses: string[];
  /** The reference to the id of its payment, where its answer tells it. */
  id?: string;
  isSettled: boolean;
}

/** How far a walk is: what it was drawn from, what it has made, what it has claimed. */
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

  /** One of the orders that are as wanted; undefined where there is none. */
  any(isWanted: (one: Made) => boolean = () => true): Made | undefined {
    const fits = this.made.filter(isWanted);
    return fits.length > 0 ? this.chance.pick(fits) : undefined;
  }

  get(plan: Plan): string {
    return this.steps.add(stepOf(plan));
  }
}

/** One thing that a walk may do; false where it cannot, as it stands. */
type Stride = (walk: Walk) => boolean;

/** True where something is there to be done something with. */
function given<T>(one: T | undefined, then: (one: T) => void): boolean {
  if (one !== undefined) then(one);
  return one !== undefined;
}

/** Makes an order of a kind; what it is found by is claimed where it is a payment. */
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

/** Moves a pay-in that is not at its end, and reads it. */
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

const sound: readonly Stride[] = [...orderKinds.map(creation), creation('pay-in'), searched, readById, listed, settled];

/** Uses an id once more, of the same amount or another. */
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

/** The body of an order that the walk has made, with an amount that is none. */
const noAmount: Stride = (walk) =>
  given(
    walk.any(({ kind }) => kind === 'pay-in'),
    ({ plan, uses: [control = ''] }) => {
      const [method] = listedMethods(walk.known, 'PAYIN');
      const { why, amount } = walk.chance.pick(method ? invalidAmounts(method).slice(0, 4) : []);
      const bad = plan(`{{key:bad${walk.steps.last}}}`);
      const exchange = walk.get({ ...bad, body: { ...bad.body, amount } });
      const told = { words: `an amount that is ${why}`, requirements: ['PIN-07'], effect: true };
      walk.claims.push(...refusalAssertions(told, { exchange, control }));
    },
  );

/** A card that is none, a currency that is none: of which only that a target stands it is wanted. */
const oddBody: Stride = (walk) =>
  given(
    walk.any(({ kind }) => kind !== 'exchange order'),
    ({ plan }) => {
      const odds = { comment: '\u0000', returnUrl: 'javascript:0', currency: 'XTS', cardNumber: '0', unheardOf: {} };
      const [name, value] = walk.chance.pick(Object.entries(odds));
      const bad = plan(`{{key:odd${walk.steps.last}}}`);
      walk.get({ ...bad, body: { ...bad.body, [name]: value } });
    },
  );

const misuses: readonly Stride[] = [usedAgain, usedAgain, unknownRead, noAmount, oddBody];

/** Of so many strides of ten this many are misuse. */
const misuseOfTen = 3;

const least = 3;

/** Orders that an id was used for more than once make one order at the most. */
function usesOf({ made }: Walk): CaseAssertion[] {
  const reused = made.filter(({ uses }) => uses.length > 1);
  return reused.map(({ uses }) => assertionOf('LIM-01a', 'oneOrder', { uses, control: uses[0] ?? '' }));
}

function walked(known: TargetInventory, chance: SeededRandom, first: OrderKind): FuzzCase | undefined {
  const walk = new Walk(known, chance);
  if (!creation(first)(walk)) return undefined;
  const strides = least + chance.below(4);
  for (let done = 1, tries = 0; done < strides && tries < 20; tries += 1) {
    const stride = chance.pick(chance.below(10) < misuseOfTen ? misuses : sound);
    if (stride(walk)) done += 1;
  }
  const names = walk.made.map(({ name }) => name).join(', ');
  return {
    steps: walk.steps.all,
    label: edgeCaseLabel(`a walk with ${names}`),
    claims: [...walk.claims, ...usesOf(walk)],
  };
}

/** Named ways through what may be done with one order. */
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

function flowed(known: TargetInventory, chance: SeededRandom, strides: readonly Stride[]): FuzzCase | undefined {
  const walk = new Walk(known, chance);
  for (const stride of strides) stride(walk);
  if (walk.made.length === 0) return undefined;
  const label = edgeCaseLabel(`a flow with ${walk.made.map(({ name }) => name).join(', ')}`);
  return { steps: walk.steps.all, label, claims: [...walk.claims, ...usesOf(walk)] };
}

/** So many walks of each beginning are variations of their own. */
const walks = 8;

/** Sequences: named flows, and walks that are drawn step by step, with a fixed share of misuse. */
export const stateMachineCases: readonly CaseGenerator[] = [
  combinationGenerator({
    name: 'flow',
    evidences: ['PIN-01', 'OUT-01', 'LIM-01a', 'PIN-07', 'PAY-12'],
    posts: 3,
    isMisuse: false,
    variants: (known) =>
      Object.entries(flows).map(([cell, strides]) => ({
        combination: cell,
        draw: (chance) => flowed(known, chance, strides),
      })),
  }),
  combinationGenerator({
    name: 'random walk',
    evidences: ['PIN-01', 'OUT-01', 'LIM-01a', 'PIN-07', 'PAY-12'],
    posts: 4,
    isMisuse: true,
    variants: (known) =>
      orderKinds.flatMap((first) =>
        Array.from({ length: walks }, (_, at) => ({
          combination: `${first} first, ${at + 1}`,
          draw: (chance: SeededRandom) => walked(known, chance, first),
        })),
      ),
  }),
];
