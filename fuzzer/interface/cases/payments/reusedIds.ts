import { amountsOutsideLimits } from '../../../../generators/amounts/amounts.ts';
import { maxIdCharacters } from '../../../../generators/texts/ids.ts';
import { bodyText, type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseStep, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import { assertionOf, type StepOverrides, stepOf } from '../../builder/caseSteps.ts';
import { edgeCase, invalidCase, learned, StepList, validCase } from '../../builder/cases.ts';
import { drawPayment, listedMethods } from '../../builder/payments.ts';
import { type Draw, generator, type Table } from '../../builder/tables.ts';
import { type KeyedOrder, keyedOrders, type OrderKind, orderCases } from './orderKinds.ts';

const key = '{{key}}';

const secondUse = (words: string) => ({ keyword: 'unique', place: 'body/clientOrderId', words });

/** A second use of an id: its amount, how it is sent, and how its text is written. */
interface Again {
  nth?: number;
  unusual?: StepOverrides;
  text?(plan: Plan): string;
  /** True for an exchange order of the other side, where there is one. */
  isTurned?: true;
}

/** The ways to use a clientOrderId again. */
const agains: Readonly<Record<string, Again>> = {
  'the same body again': {},
  'another amount': { nth: 11 },
  'the other side': { isTurned: true },
  'on a fresh connection': { unusual: { connection: 'own' } },
  'signed by the other scheme': { unusual: { signing: 'simple' } },
  'other text for the same JSON': { text: (plan) => `${bodyText(plan.body ?? {})}\n` },
  'fields in another order': {
    text: ({ body = {} }) => bodyText(Object.fromEntries(Object.entries(body).toReversed())),
  },
};

function againStep(order: KeyedOrder, { nth = 1, unusual, text, isTurned }: Again): CaseStep {
  const plan = (isTurned && order.turned?.(key)) || order.plan(key, nth);
  const step = stepOf(plan, unusual);
  return text ? { ...step, body: { type: 'application/json', text: text(plan) } } : step;
}

/** How often an order may be made, by the requirement that says so. */
const allowed = { 'LIM-01a': 0, 'LIM-02': 1 } as const;

/** Collects uses of ids. If the order moves balances, reads them before and after each round of uses. */
class Uses {
  readonly steps = new StepList();
  readonly rounds: { before: string; uses: string[]; after: string }[] = [];
  readonly order: KeyedOrder;

  constructor(order: KeyedOrder) {
    this.order = order;
  }

  #look(): string {
    return this.order.assets.length > 0 ? this.steps.add(read.balances()) : '';
  }

  /** Sends requests as one round. */
  round(...requests: readonly CaseStep[]): void {
    this.rounds.push({ before: this.#look(), uses: requests.map((one) => this.steps.add(one)), after: this.#look() });
  }

  /** The exchange of the first use. */
  get control(): string {
    return this.rounds[0]?.uses[0] ?? '';
  }

  /** Asserts that the rounds after the first one move no more than is allowed. */
  assertions(requirement: keyof typeof allowed, kind: OrderKind) {
    const [first, ...rounds] = this.rounds;
    const { assets, fees } = this.order;
    const args = { rounds, assets, fees, allowed: allowed[requirement], what: `this ${kind}` };
    return first && assets.length > 0 ? [assertionOf(requirement, 'movesNoMore', { first, ...args })] : [];
  }
}

/** Uses an id three times. */
function usedTwice(order: KeyedOrder, kind: OrderKind, again: Again): FuzzCase {
  const all = new Uses(order);
  for (const step of [stepOf(order.plan(key, 1)), againStep(order, again), againStep(order, again)]) all.round(step);
  const uses = all.rounds.flatMap((round) => round.uses);
  return invalidCase(secondUse(`a second use of the clientOrderId of ${order.name}`), all.steps.all, [
    assertionOf('LIM-01a', 'oneOrder', { uses, control: all.control }),
    ...all.assertions('LIM-01a', kind),
  ]);
}

/** Sends a pay-in that is refused for its amount, then a valid one with the same id, then the valid one again. */
const afterRefusal: Draw = ({ known, chance }) => {
  const methods = listedMethods(known, 'PAYIN').filter((one) => amountsOutsideLimits(one).length > 0);
  if (methods.length === 0) return undefined;
  const method = chance.pick(methods);
  const payment = drawPayment(method, 'by paymentMethodId', chance);
  if (!payment) return undefined;
  const { amount } = chance.pick(amountsOutsideLimits(method));
  const { plan } = payment;
  return invalidCase(
    secondUse('a second use after a refused and an accepted one'),
    [
      plan({ clientOrderId: '{{key:c}}' }),
      plan({ clientOrderId: key, amount }),
      plan({ clientOrderId: key }),
      plan({ clientOrderId: key }),
    ],
    [
      assertionOf('LIM-01a', 'oneOrder', { uses: ['#2', '#3', '#4'], control: '#1' }),
      learned('LIM-01c', 'an id whose first use was refused', '#3'),
    ],
  );
};

/** How simultaneous requests are sent. */
const lines: Table<StepOverrides> = [
  ['on several connections', {}],
  ['each on its own connection', { connection: 'own' }],
  ['on one connection', { connection: 'pipelined' }],
];

/** The number of simultaneous requests. */
const atOnce = 4;

function raced(order: KeyedOrder, kind: OrderKind, line: StepOverrides): FuzzCase {
  const all = new Uses(order);
  all.round(stepOf(order.plan('{{key:c}}', 4)));
  for (const [race, name] of ['a', 'b'].entries())
    all.round(...Array(atOnce).fill(stepOf(order.plan(`{{key:${name}}}`, 4), { ...line, race: race + 1 })));
  const { control } = all;
  return invalidCase(secondUse(`${atOnce} requests at once with one clientOrderId`), all.steps.all, [
    ...all.rounds.slice(1).map(({ uses }) => assertionOf('LIM-02', 'oneOrder', { uses, control, atOnce: true })),
    ...all.assertions('LIM-02', kind),
  ]);
}

/** Sends an order without waiting for its answer, then again with the same id. */
function cutOff(order: KeyedOrder): FuzzCase {
  const steps = [
    order.plan('{{key:c}}', 2),
    stepOf(order.plan(key, 2), { connection: 'cut' }),
    read.search({ clientOrderId: key }),
    order.plan(key, 2),
  ];
  const assertions = [assertionOf('LIM-02', 'oneOrder', { uses: ['#2', '#4'], control: '#1' })];
  return edgeCase('once more after a cut connection', steps, assertions);
}

/** Long ids that the limit of characters allows. Whether bytes count instead is not said, so they have no letter of several bytes. */
const lengths: Table<string> = [
  ['the most characters', `{{key#${maxIdCharacters}}}`],
  ['one less', `{{key#${maxIdCharacters - 1}}}`],
  ['half as many', `{{key#${maxIdCharacters / 2}}}`],
];

/**
 * Sends an order with a long clientOrderId. The control request has an ordinary one: if the target refuses it because of the method, the refusal says nothing
 * about the length.
 */
function longId(order: KeyedOrder, kind: OrderKind, long: string): FuzzCase {
  const what = `a ${kind} with a long clientOrderId that the limit allows`;
  // A service may refuse an equal order as a double.
  const steps = [stepOf(order.plan('{{key:twin}}')), order.plan(long, 1)];
  return validCase(what, steps, assertionOf('LIM-03', 'acceptedLike', { exchange: '#2', twin: '#1', what }));
}

/** Sends an order with an id, then one of another account with the same id, and that one with a fresh id. */
const elsewhere =
  (kind: 'pay-in' | 'exchange order', account: string): Draw =>
  ({ known, chance }) => {
    const order = keyedOrders[kind](known, chance);
    if (!order) return undefined;
    const steps = [
      order.plan(key, 1),
      ...[key, '{{key:f}}'].map((id, nth) => stepOf(order.plan(id, nth), { account })),
    ];
    const what = `an order (${order.name})`;
    return validCase(
      'an id that another account has used',
      steps,
      assertionOf('LIM-01d', 'isFreeElsewhere', { first: '#1', second: '#2', fresh: '#3', what }),
    );
  };

/** Ids that are used more than once. */
export const reusedIdCases = [
  generator(
    { name: 'second use of a clientOrderId', evidences: ['LIM-01a', 'LIM-01b'], posts: 3, isMisuse: true },
    orderCases(Object.entries(agains), usedTwice),
  ),
  generator({ name: 'clientOrderId after a refusal', evidences: ['LIM-01a', 'LIM-01c'], posts: 4, isMisuse: true }, [
    ['pay-in', afterRefusal],
  ]),
  generator(
    { name: 'one clientOrderId at once', evidences: ['LIM-02'], posts: 2 * atOnce + 1, isMisuse: true },
    orderCases(lines, raced),
  ),
  generator(
    { name: 'clientOrderId again after a cut connection', evidences: ['LIM-02'], posts: 3, isMisuse: true },
    orderCases([['cut', undefined]], cutOff),
  ),
  generator({ name: 'clientOrderId of another account', evidences: ['LIM-01d'], posts: 3 }, ({ alike }) =>
    alike.flatMap((account) =>
      (['pay-in', 'exchange order'] as const).map((kind): [string, Draw] => [
        `${kind} of ${account}`,
        elsewhere(kind, account),
      ]),
    ),
  ),
  generator(
    { name: `clientOrderId of ${maxIdCharacters} characters`, evidences: ['LIM-03'], posts: 2 },
    orderCases(lengths, longId),
  ),
];
