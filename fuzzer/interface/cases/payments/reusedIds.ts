import { amountsOutsideLimits } from '../../../../generators/amounts/amounts.ts';
import { maxIdCharacters } from '../../../../generators/texts/ids.ts';
import { bodyText, type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion, CaseStep, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, controlStep, type StepOverrides, stepOf } from '../../builder/caseSteps.ts';
import { type CombinationCase, combinationGenerator, invalidAt, StepList } from '../../builder/combinationGenerator.ts';
import { listedMethods, methodReferences, paymentPlan } from '../../builder/paymentBodies.ts';
import { edgeCaseLabel, validLabel } from '../../builder/tableGenerator.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';
import { type KeyedOrder, keyedOrders, type OrderKind, orderKinds } from './orderKinds.ts';

const key = '{{key}}';

const isUnique = (words: string) => invalidAt('unique', 'body/clientOrderId', words);

/** A second use of an id: its amount, how it is sent, and how its text is written. */
interface Again {
  nth: number;
  unusual: StepOverrides;
  text?(plan: Plan): string;
}

/** The ways to use a clientOrderId again. */
const agains: Readonly<Record<string, Again>> = {
  'the same body again': { nth: 1, unusual: {} },
  'another amount': { nth: 11, unusual: {} },
  'on a fresh connection': { nth: 1, unusual: { connection: 'own' } },
  'signed by the other scheme': { nth: 1, unusual: { signing: 'simple' } },
  'other text for the same JSON': { nth: 1, unusual: {}, text: (plan) => `${bodyText(plan.body ?? {})}\n` },
  'fields in another order': {
    nth: 1,
    unusual: {},
    text: ({ body = {} }) => bodyText(Object.fromEntries(Object.entries(body).toReversed())),
  },
};

function againStep(order: KeyedOrder, { nth, unusual, text }: Again): CaseStep {
  const plan = order.plan(key, nth);
  const step = stepOf(plan, unusual);
  return text ? { ...step, body: { type: 'application/json', text: text(plan) } } : step;
}

/** Uses an id three times. If the order moves balances, reads them before and after each use. */
function usedTwice(order: KeyedOrder, kind: OrderKind, again: Again): FuzzCase {
  const steps = new StepList();
  const look = () => (order.assets.length > 0 ? steps.add(stepOf(read.balances())) : '');
  const moving = (step: CaseStep) => ({ before: look(), uses: [steps.add(step)], after: look() });
  const first = moving(stepOf(order.plan(key, 1)));
  const rounds = [again, again].map((one) => moving(againStep(order, one)));
  const uses = [first, ...rounds].flatMap((round) => round.uses);
  const { assets, fees } = order;
  const moved: CaseAssertion[] =
    assets.length === 0
      ? []
      : [assertionOf('LIM-01a', 'movesNoMore', { first, rounds, assets, fees, allowed: 0, what: `this ${kind}` })];
  const assertions = [assertionOf('LIM-01a', 'oneOrder', { uses, control: uses[0] ?? '' }), ...moved];
  return {
    steps: steps.all,
    label: isUnique(`a second use of the clientOrderId of ${order.name}`),
    claims: assertions,
  };
}

/** Returns a combination for each pair of a kind of order and a way. */
function crossed<Way extends string>(
  ways: readonly Way[],
  draw: (order: KeyedOrder, kind: OrderKind, way: Way) => FuzzCase,
): (known: TargetInventory) => CombinationCase[] {
  return (known) =>
    ways.flatMap((way) =>
      orderKinds.map(
        (kind): CombinationCase => ({
          combination: `${kind}, ${way}`,
          draw: (chance) => {
            const order = keyedOrders[kind](known, chance);
            return order && draw(order, kind, way);
          },
        }),
      ),
    );
}

const secondUse = combinationGenerator({
  name: 'second use of a clientOrderId',
  evidences: ['LIM-01a', 'LIM-01b'],
  posts: 3,
  isMisuse: true,
  variants: crossed(Object.keys(agains), (order, kind, way) => usedTwice(order, kind, agains[way] as Again)),
});

/** Sends a pay-in that is refused for its amount, then a valid one with the same id, then the valid one again. */
function afterRefusal(known: TargetInventory, chance: SeededRandom): FuzzCase | undefined {
  const methods = listedMethods(known, 'PAYIN').filter((one) => amountsOutsideLimits(one).length > 0);
  if (methods.length === 0) return undefined;
  const method = chance.pick(methods);
  const body = methodReferences['by paymentMethodId'](method, chance);
  const { amount } = chance.pick(amountsOutsideLimits(method));
  if (!body) return undefined;
  const plan = paymentPlan(method, { ...body, clientOrderId: key });
  const refused = paymentPlan(method, { ...body, clientOrderId: key, amount });
  return {
    steps: [
      stepOf(paymentPlan(method, { ...body, clientOrderId: '{{key:c}}' })),
      stepOf(refused),
      stepOf(plan),
      stepOf(plan),
    ],
    label: isUnique('a second use after a refused and an accepted one'),
    claims: [
      assertionOf('LIM-01a', 'oneOrder', { uses: ['#2', '#3', '#4'], control: '#1' }),
      assertionOf('LIM-01c', 'answersWith', { exchange: '#3', key: 'an id whose first use was refused' }),
    ],
  };
}

const refusedFirst = combinationGenerator({
  name: 'clientOrderId after a refusal',
  evidences: ['LIM-01a', 'LIM-01c'],
  posts: 4,
  isMisuse: true,
  variants: (known) => [{ combination: 'pay-in', draw: (chance) => afterRefusal(known, chance) }],
});

/** How simultaneous requests are sent. */
const lines: Readonly<Record<string, StepOverrides>> = {
  'on several connections': {},
  'each on its own connection': { connection: 'own' },
  'on one connection': { connection: 'pipelined' },
};

/** The number of simultaneous requests. */
const atOnce = 4;

function raced(order: KeyedOrder, kind: OrderKind, way: string): FuzzCase {
  const steps = new StepList();
  const look = () => (order.assets.length > 0 ? steps.add(stepOf(read.balances())) : '');
  const first = { before: look(), uses: [steps.add(stepOf(order.plan('{{key:c}}', 4)))], after: look() };
  const rounds = ['a', 'b'].map((name, race) => {
    const step = stepOf(order.plan(`{{key:${name}}}`, 4), { ...lines[way], race: race + 1 });
    return { before: look(), uses: Array.from({ length: atOnce }, () => steps.add(step)), after: look() };
  });
  const control = first.uses[0] ?? '';
  const { assets, fees } = order;
  const moved: CaseAssertion[] =
    assets.length === 0
      ? []
      : [assertionOf('LIM-02', 'movesNoMore', { first, rounds, assets, fees, allowed: 1, what: `this ${kind}` })];
  const assertions = [
    ...rounds.map(({ uses }) => assertionOf('LIM-02', 'oneOrder', { uses, control, atOnce: true })),
    ...moved,
  ];
  return { steps: steps.all, label: isUnique(`${atOnce} requests at once with one clientOrderId`), claims: assertions };
}

const races = combinationGenerator({
  name: 'one clientOrderId at once',
  evidences: ['LIM-02'],
  posts: 2 * atOnce + 1,
  isMisuse: true,
  variants: crossed(Object.keys(lines), raced),
});

/** Sends an order without waiting for its answer, then again with the same id. */
function cutOff(order: KeyedOrder): FuzzCase {
  const steps = [
    stepOf(order.plan('{{key:c}}', 2)),
    stepOf(order.plan(key, 2), { connection: 'cut' }),
    stepOf(read.search({ clientOrderId: key })),
    stepOf(order.plan(key, 2)),
  ];
  const assertions = [assertionOf('LIM-02', 'oneOrder', { uses: ['#2', '#4'], control: '#1' })];
  return { steps, label: edgeCaseLabel('once more after a cut connection'), claims: assertions };
}

const afterCut = combinationGenerator({
  name: 'clientOrderId again after a cut connection',
  evidences: ['LIM-02'],
  posts: 3,
  isMisuse: true,
  variants: crossed(['cut'], (order) => cutOff(order)),
});

const longest = combinationGenerator({
  name: `clientOrderId of ${maxIdCharacters} characters`,
  evidences: ['LIM-03'],
  posts: 2,
  isMisuse: false,
  variants: crossed(['the most characters', 'one less', 'half as many'], (order, kind, way) => {
    const characters = {
      'the most characters': maxIdCharacters,
      'one less': maxIdCharacters - 1,
      'half as many': maxIdCharacters / 2,
    }[way];
    const what = `a ${kind} with a clientOrderId of ${characters} characters`;
    // The control request has an ordinary clientOrderId. If the target refuses it because of the method, the refusal says nothing about the length.
    const assertions = [assertionOf('LIM-03', 'acceptedLike', { exchange: '#2', twin: '#1', what })];
    const steps = [controlStep(order.plan('{{key:twin}}')), stepOf(order.plan(`{{key#${characters}}}`))];
    return { steps, label: validLabel(what), claims: assertions };
  }),
});

/** Ids that are used more than once. */
export const reusedIdCases: readonly CaseGenerator[] = [secondUse, refusedFirst, races, afterCut, longest];
