import { amountsOutsideLimits } from '../generators/amounts/amounts.ts';
import { paymentBody } from '../generators/payloads/payment.ts';
import { equivalentIds, longestIds, maxIdCharacters, paddedId } from '../generators/texts/ids.ts';
import { secondUseFault } from '../oracles/payments/ids/clientOrderIds.ts';
import { pairwiseCover, type Row, rowName } from '../runner/actions/inputs/pairwiseCover.ts';
import { drawnItem } from '../runner/actions/inputs/turns.ts';
import { bringToEnd, cardThatEnds, endsOfFirstUses } from '../runner/actions/payments/endsOfPayments.ts';
import { equalOrders } from '../runner/actions/payments/equalOrders.ts';
import {
  type OrderKind,
  type OrderParts,
  type OrderTurn,
  orderKinds,
  orderOf,
  orderTurns,
} from '../runner/actions/payments/orderKinds.ts';
import { type Another, orderRounds, placed, race } from '../runner/actions/payments/orderRounds.ts';
import { differsAsNumber, differsAt } from '../runner/actions/payments/twinIds.ts';
import { create, every, must, observe, read, test, traceCheck } from '../runner/requirement/test.ts';
import type { Tools } from '../runner/requirement/toolbox.ts';
import { canMoveClock, whereOffered } from '../runner/worker/controlActions.ts';
import type { Exchange } from '../traffic/journal/exchange.ts';
import { textField } from '../traffic/journal/runRecord.ts';
import { type Plan, withBody } from '../traffic/transport/requestPlan.ts';
import type { SendOptions } from '../traffic/transport/sendOptions.ts';

type Uses = Pick<Tools, 'api' | 'assertions' | 'compose' | 'control' | 'methods' | 'worker'>;

/** Assigns the same value to several names. */
const named = <T>(names: readonly string[], one: T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, one]));

/** Sends a pay-in that is refused for its amount, then a valid one with the same id. */
async function afterRefusal({ api, methods, compose }: Pick<Uses, 'api' | 'methods' | 'compose'>, id: string) {
  const method = methods.payin();
  const amount = amountsOutsideLimits(method).at(-1)?.amount;
  const body = { ...compose(paymentBody(method)), clientOrderId: id };
  const plan = create.payin(body);
  const refused = await api.send(withBody(plan, { ...body, amount }), { purpose: 'defect' });
  return { refused, accepted: await placed(api, plan), plan };
}

/** What a second use has otherwise than the first one. */
const differences: Readonly<Record<string, Another | undefined>> = {
  'the same body': undefined,
  'another amount': 'amount',
  'another comment': 'comment',
  'another method': 'method',
  'the other scheme': undefined,
};

const secondUses = {
  order: orderKinds,
  again: Object.keys(differences),
  first: ['in progress', ...Object.keys(endsOfFirstUses)] as ('in progress' | keyof typeof endsOfFirstUses)[],
} as const;

type SecondUse = Row<typeof secondUses>;

/** True for a second use that a target can be asked for: an exchange order has no comment and no end that we choose. */
const isPossible =
  ({ target }: Uses['worker']) =>
  ({ order, again, first }: SecondUse): boolean => {
    if (order === 'exchange order') return first === 'in progress' && again !== 'another comment';
    if (first === 'in progress' || target.control !== undefined) return true;
    return order === 'pay-out' && cardThatEnds(target, first as keyof typeof endsOfFirstUses) !== undefined;
  };

/** How a second use is sent; its connection and its distance from the first one are drawn. */
async function nextUse({ api, worker }: Uses, { again }: SecondUse, name: string): Promise<SendOptions> {
  await api.pause(drawnItem(worker, `${name} later`, [0, 0, 300, 1500]));
  const isApart = drawnItem(worker, `${name} apart`, [true, false]);
  return {
    ...(isApart && { connection: 'own' as const }),
    ...(again === 'the other scheme' && { scheme: 'simple' as const }),
  };
}

/** Uses an id again while the first order is in progress, with reads of the balances around each use. */
async function whileInProgress(uses: Uses, row: SecondUse, parts: OrderParts): Promise<void> {
  const { api, assertions, worker } = uses;
  const order = await orderOf(row.order, parts);
  const id = worker.freshKey();
  const plan = order.plan(id, differences[row.again]);
  const moves = await orderRounds({ api, record: worker.record }, order, {
    first: async () => [await placed(api, order.plan(id))],
    again: async () => [await placed(api, plan, await nextUse(uses, row, parts.name))],
    allowed: 0,
  });
  const sent = [moves.first, ...moves.rounds].flatMap((round) => round.uses);
  assertions.assert('oneOrder', { uses: sent, control: sent[0] ?? '' });
  // Another method moves another balance, by another fee.
  const isWatched = moves.assets.length > 0 && row.again !== 'another method';
  if (isWatched) assertions.assert('movesNoMore', { ...moves, what: `this ${row.order}` });
}

/** Uses an id again once the payment of its first use has ended, if it can be brought to that end. */
async function afterItsEnd(uses: Uses, row: SecondUse, parts: OrderParts): Promise<void> {
  const { api, assertions, control, worker } = uses;
  const end = row.first as keyof typeof endsOfFirstUses;
  const cardNumber = row.order === 'pay-out' ? cardThatEnds(worker.target, end) : undefined;
  const order = await orderOf(row.order, { ...parts, cardNumber });
  const status = drawnItem<string>(worker, `${parts.name} end`, endsOfFirstUses[end]);
  const id = worker.freshKey();
  const first = await placed(api, order.plan(id));
  assertions.assert('accepted', { exchange: first.id, what: `the first use of an id by a ${row.order}` });
  // A control API need not offer each end: the id is then used again while the first order goes on.
  await whereOffered(() => bringToEnd({ api, control }, first, { status, byCard: cardNumber !== undefined }));
  const again = await placed(api, order.plan(id, differences[row.again]), await nextUse(uses, row, parts.name));
  assertions.assert('oneOrder', { uses: [first.id, again.id], control: first.id });
}

/** Uses an id again whose first use was refused. */
async function onceRefused(uses: Uses, parts: OrderParts): Promise<void> {
  const valid = await uses.api.control((await orderOf('pay-in', parts)).plan());
  const { refused, accepted, plan } = await afterRefusal(uses, uses.worker.freshKey());
  // Every combination uses an id again, so that LIM-01b gets evidence from whichever combination the night selects.
  const sent = [refused, accepted, await placed(uses.api, plan)];
  uses.assertions.assert('oneOrder', { uses: sent.map((use) => use.id), control: valid.id });
}

/** interface.md § Limits: unique per request within a project. */
test(
  'LIM-01a a second use of a clientOrderId makes no second order',
  must,
  async ({ api, combinations, assertions, compose, control, methods, worker }) => {
    const uses = { api, assertions, compose, control, methods, worker };
    if (canMoveClock(worker.target, worker.run.selection)) assertions.assert('oneOrderAfterDays', {});
    const tries = [...pairwiseCover(secondUses, isPossible(worker)), 'pay-in after a refusal' as const];
    const nameOf = (one: (typeof tries)[number]) => (typeof one === 'string' ? one : rowName(one));
    for (const one of combinations.each(tries, nameOf)) {
      const parts = { ...uses, name: `a second use: ${nameOf(one)}`, nth: 1 + tries.indexOf(one) };
      if (one === 'pay-in after a refusal') await onceRefused(uses, parts);
      else if (one.first === 'in progress') await whileInProgress(uses, one, parts);
      else await afterItsEnd(uses, one, parts);
    }
  },
);

test('LIM-01b a second use of a clientOrderId is refused', traceCheck.should, ({ record }) => {
  every(record.secondUses, secondUseFault);
});

/** An order, and whether it is one of the other kind: a pay-out in coins, a sale. */
type Use = readonly [kind: OrderKind, isOther?: boolean];

/** Two uses of an id by orders of two kinds, by what they are. A night tries one of each group. */
const usesOfTwoKinds: Readonly<Record<string, Readonly<Record<string, readonly [Use, Use]>>>> = {
  'orders that are payments': {
    'a pay-out after a pay-in': [['pay-in'], ['pay-out', false]],
    'a pay-out in coins after a pay-in': [['pay-in'], ['pay-out', true]],
    'a pay-in after a pay-out': [['pay-out', false], ['pay-in']],
  },
  'a payment and an exchange order': {
    'an exchange order after a pay-in': [['pay-in'], ['exchange order', false]],
    'a sale after a pay-in': [['pay-in'], ['exchange order', true]],
    'a pay-in after an exchange order': [['exchange order', false], ['pay-in']],
    'a pay-out after an exchange order': [
      ['exchange order', false],
      ['pay-out', false],
    ],
  },
};

/** Returns all uses of a group in a full run, and one that the seed draws on a night. */
function usesTried({ run }: Uses['worker'], group: string) {
  const [first, ...others] = Object.entries(usesOfTwoKinds[group] ?? {});
  if (!first || run.selection.profile === 'full') return first ? [first, ...others] : [];
  return [drawnItem({ run }, group, [first, ...others])];
}

/** interface.md does not show which ids count as the same. */
test(
  'LIM-01c what counts as the same clientOrderId',
  observe,
  async ({ api, combinations, assertions, compose, methods, worker }) => {
    const from = { api, assertions, compose, methods, worker, name: 'what counts as the same', nth: 0 };
    const payinFor = (key: string) => orderOf('pay-in', { ...from, name: `${from.name}: ${key}` });
    const compare = async (key: string, [one, other]: readonly [Plan, Plan]) => {
      const [first, later] = [await api.send(one), await api.send(other)];
      assertions.assert('countsAs', { first: first.id, second: later.id, key });
    };
    const learnAnswer = (key: string, sent: Exchange) =>
      void assertions.assert('answersWith', { exchange: sent.id, key });
    const planOf = async ([kind, isOther = false]: Use, id: string) =>
      (await orderOf(kind, { ...from, isOther })).plan(id);
    const tries: Record<string, (key: string, id: string) => Promise<void>> = {
      ...named(Object.keys(usesOfTwoKinds), async (group) => {
        for (const [key, [first, second]] of usesTried(worker, group)) {
          const id = worker.freshKey();
          await compare(key, [await planOf(first, id), await planOf(second, id)]);
        }
      }),
      ...named(Object.keys(equivalentIds('')), async (key, id) => {
        const [one = '', other = ''] = equivalentIds(id)[key] ?? [];
        const payin = await payinFor(key);
        return compare(key, [payin.plan(one), payin.plan(other)]);
      }),
      'an id whose first use was refused': async (key, id) => learnAnswer(key, (await afterRefusal(from, id)).accepted),
      ...named(Object.keys(longestIds('')), async (key, id) =>
        learnAnswer(key, await api.send((await payinFor(key)).plan(longestIds(id)[key]))),
      ),
    };
    for (const [key, run] of combinations.each(Object.entries(tries), ([name]) => name))
      await run(key, worker.freshKey());
  },
);

/** Has a control action freeze a pay-in of an account and then fail it, and reads it after each step. Does nothing where no action does so. */
async function failsInSteps({ api, control }: Pick<Uses, 'api' | 'control'>, { json }: Exchange): Promise<void> {
  const id = textField(json, 'id');
  if (!control.declared || id === undefined) return;
  for (const status of ['FROZEN', 'FAILED']) {
    await control.settle(id, { status }, async () => true);
    await api.send(read.payment(id));
  }
}

/** interface.md § Limits: unique within a project, which no two accounts share. A pay-out would spend the other account's money for good. */
test(
  'LIM-01d a clientOrderId of one account is free for another account',
  must,
  async ({ accounts, api, assertions, compose, control, methods, worker }) => {
    const other = accounts.of('second');
    const parts = { assertions, compose, methods, worker, nth: 0 };
    for (const kind of ['pay-in', 'exchange order'] as const) {
      const name = `an id of another account: ${kind}`;
      const [own, foreign] = [
        await orderOf(kind, { ...parts, api, name }),
        await orderOf(kind, { ...parts, api: other, name }),
      ];
      const first = await api.control(own.plan());
      const second = await other.send(foreign.plan(first.line.request.clientOrderId));
      const fresh = second.class === 'refused' ? await other.send(foreign.plan()) : undefined;
      const what = `${kind === 'pay-in' ? 'a' : 'an'} ${kind}`;
      // What becomes of it is announced to its own account alone.
      if (kind === 'pay-in') await failsInSteps({ api: other, control }, fresh ?? second);
      assertions.assert('isFreeElsewhere', {
        first: first.id,
        second: second.id,
        ...(fresh && { fresh: fresh.id }),
        what,
      });
    }
  },
);

const races = {
  order: orderKinds,
  way: ['on several connections', 'on one connection', 'a moment apart'],
  body: ['the same body', 'other amounts', 'other methods'],
} as const;

type Racing = Omit<Uses, 'control'>;

/** Returns the plans of a race: of two or three requests, each second one with another body if the race has several. */
function plansOf({ body }: Row<typeof races>, parts: OrderParts, planOf: (another?: Another) => Plan): Plan[] {
  const many = drawnItem(parts.worker, `${parts.name} requests`, [2, 2, 3]);
  const another = ({ 'the same body': undefined, 'other amounts': 'amount', 'other methods': 'method' } as const)[body];
  return Array.from({ length: many }, (_, nth) => planOf(nth % 2 === 0 ? undefined : another));
}

/** Sends one id several times at once, with reads of the balances around the race. */
async function atOnce({ api, assertions, worker }: Racing, row: Row<typeof races>, parts: OrderParts): Promise<void> {
  const order = await orderOf(row.order, parts);
  const apartMs = row.way === 'a moment apart' ? drawnItem(worker, `${parts.name} apart`, [3, 15, 40, 120]) : 0;
  const form = row.way === 'on one connection' ? ({ connection: 'pipelined' } as const) : { apartMs };
  const moves = await orderRounds({ api, record: worker.record }, order, {
    first: async () => [await (row.order === 'pay-in' ? api.control(order.plan()) : placed(api, order.plan()))],
    again: () => {
      const id = worker.freshKey();
      return race(
        api,
        plansOf(row, parts, (another) => order.plan(id, another)),
        form,
      );
    },
    allowed: 1,
  });
  const [control = ''] = moves.first.uses;
  for (const round of moves.rounds)
    assertions.assert('oneOrder', { uses: round.uses, control, ...(apartMs === 0 && { atOnce: true }) });
  const isWatched = moves.assets.length > 0 && row.body !== 'other methods';
  if (isWatched) assertions.assert('movesNoMore', { ...moves, what: `this ${row.order}` });
}

/** Sends an order again whose first request was cut off. */
async function onceCut({ api, assertions, worker }: Racing, parts: OrderParts): Promise<void> {
  const order = await orderOf('pay-in', parts);
  const control = await api.control(order.plan());
  const id = worker.freshKey();
  const cut = await api.send(order.plan(id), { connection: 'cut' });
  await api.appears(cut);
  const again = await placed(api, order.plan(id));
  assertions.assert('oneOrder', { uses: [cut.id, again.id], control: control.id });
}

/** A client that repeats a request after a lost answer needs this. */
test(
  'LIM-02 requests at once with one clientOrderId make one order',
  must.norm,
  async ({ api, combinations, assertions, compose, methods, worker }) => {
    const uses = { api, assertions, compose, methods, worker };
    const tries = [...pairwiseCover(races), 'pay-in again after a cut connection' as const];
    const nameOf = (one: (typeof tries)[number]) => (typeof one === 'string' ? one : rowName(one));
    for (const one of combinations.each(tries, nameOf)) {
      const parts = { ...uses, name: `a race: ${nameOf(one)}`, nth: 40 + tries.indexOf(one) };
      await (one === 'pay-in again after a cut connection' ? onceCut(uses, parts) : atOnce(uses, one, parts));
    }
  },
);

/** So many characters more than the most has an id that is too long. */
const excesses = [1, 2, 44, 256, 1000] as const;

/** Sends an order with the longest id, one with an id that is too long, and one whose id differs from the longest in a character. */
async function atTheLongest(uses: Racing, { name, kind, ...which }: OrderTurn): Promise<void> {
  const { api, assertions, worker } = uses;
  const parts = { ...uses, name: `the longest id of a ${name}`, nth: 60, ...which };
  const order = await orderOf(kind, parts);
  const excess = drawnItem(worker, `${parts.name} excess`, excesses);
  const [longest, tooLong] = [0, excess].map((more) => paddedId(worker.freshKey(), maxIdCharacters + more));
  const moves = await orderRounds({ api, record: worker.record }, order, {
    first: async () => [await placed(api, order.plan(longest))],
    again: async () => [await placed(api, order.plan(tooLong), { purpose: 'defect' })],
    allowed: 0,
  });
  const [control = ''] = moves.first.uses;
  assertions.assert('accepted', { exchange: control, what: `a ${kind} with a clientOrderId of 256 characters` });
  const defect = `a clientOrderId of ${maxIdCharacters + excess} characters`;
  for (const [exchange] of moves.rounds.map((round) => round.uses))
    assertions.assert('refused', { exchange: exchange ?? '', control, defect, effect: kind !== 'exchange order' });
  if (moves.assets.length > 0) assertions.assert('movesNoMore', { ...moves, what: `this ${kind}` });
  const use = { plan: order.plan, longest: longest ?? '', control, kind };
  await differsAt(uses, use, parts.name);
  await differsAsNumber(uses, use);
}

/** interface.md § Limits: at most 256 characters, and unique. */
test(
  'LIM-03 a clientOrderId has at most 256 characters',
  must,
  async ({ api, combinations, assertions, compose, methods, worker }) => {
    const uses = { api, assertions, compose, methods, worker };
    for (const turn of combinations.each(orderTurns, ({ name }) => name)) await atTheLongest(uses, turn);
  },
);

/** interface.md § Limits: an id is unique where one is sent, and no body has to carry one. */
test(
  'LIM-08 equal orders without clientOrderId are orders of their own',
  must,
  async ({ api, combinations, assertions, compose, methods, worker }) => {
    const parts = { api, assertions, compose, methods, worker, nth: 25 };
    const [exchanges, payments] = [true, false].map((is) =>
      orderTurns.filter(({ kind }) => (kind === 'exchange order') === is),
    );
    for (const turns of [exchanges, payments])
      for (const { name, kind, ...which } of combinations.each(turns ?? [], (one) => one.name)) {
        const order = await orderOf(kind, { ...parts, ...which, name: `equal orders: ${name}` });
        const sent = await equalOrders({ api, worker, kind }, order);
        assertions.assert('areOwnOrders', sent);
        if (sent.assets.length > 0) assertions.assert('moveEach', sent);
      }
  },
);
