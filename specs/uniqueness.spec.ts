import { amountsOutsideLimits, distinctiveAmount, exchangeAmount } from '../generators/amounts/amounts.ts';
import { orderBody } from '../generators/payloads/exchange.ts';
import { paymentBody } from '../generators/payloads/payment.ts';
import { equivalentIds, longestIds, maxIdCharacters, paddedId } from '../generators/texts/ids.ts';
import { secondUseFault } from '../oracles/payments/clientOrderIds.ts';
import { coveredOrder, marketOf } from '../runner/actions/exchange/market.ts';
import type { Method } from '../runner/actions/inputs/methods.ts';
import { type EndOfPayment, endsOfPayments } from '../runner/actions/payments/endsOfPayments.ts';
import { type Order, orderRounds, placed, race } from '../runner/actions/payments/orderRounds.ts';
import { feesOf } from '../runner/actions/payments/uncoveredPayout.ts';
import { create, every, must, observe, read, test, traceCheck } from '../runner/requirement/test.ts';
import type { Tools } from '../runner/requirement/toolbox.ts';
import type { Exchange } from '../traffic/journal/exchange.ts';
import { type Plan, withBody } from '../traffic/transport/requestPlan.ts';

/** The tools for creating orders; `nth` selects their distinctive amount, a different one for each variation that reads balances. */
type OrderTools = Pick<Tools, 'api' | 'assertions' | 'compose' | 'methods'> & { nth: number };

const withId = (clientOrderId?: string) => (clientOrderId === undefined ? {} : { clientOrderId });

/** The distance from an order's first distinctive amount to its second one, in positions. */
const other = 10;

function paymentOrder(method: Method, { compose, nth }: OrderTools): Order {
  const body = compose(paymentBody(method));
  return {
    plan: (id, another) =>
      create.payment(method, {
        ...body,
        ...withId(id),
        amount: distinctiveAmount(method, another ? nth + other : nth),
      }),
    assets: method.orderType === 'PAYIN' ? [] : [method.currency],
    fees: feesOf(method),
  };
}

const noFees = { percent: '0', fixed: '0', scale: 30 };

async function exchangeOrder({ api, assertions, nth }: OrderTools): Promise<Order> {
  const pairs = await marketOf(api);
  const balances = await api.send(read.balances());
  const reason = 'no pair has both a rate and limits';
  const first = pairs[0] ?? assertions.stop({ code: 'notApplicable', reason, exchanges: [] });
  const { pair, side } = coveredOrder(pairs, balances, 100) ?? { pair: first, side: 'BUY' as const };
  const { symbolPair, base, quote } = pair;
  const amountOf = (another?: 'another') => exchangeAmount(pair, another ? nth + other : nth);
  return {
    plan: (id, another) => create.exchange(orderBody({ symbolPair, side, amount: amountOf(another) }, withId(id))),
    assets: [base, quote],
    fees: noFees,
  };
}

/** The three orders that carry a clientOrderId (§ Limits). */
const orders = {
  'pay-in': async (from: OrderTools) => paymentOrder(from.methods.payin(), from),
  'pay-out': async (from: OrderTools) => paymentOrder(from.methods.payout(), from),
  'exchange order': exchangeOrder,
} satisfies Record<string, (from: OrderTools) => Promise<Order>>;

type Kind = keyof typeof orders;

const kinds = Object.keys(orders) as Kind[];

/** Variations by name; each is a combination. */
type Tries = Record<string, () => Promise<void>>;

/** Assigns the same value to several names. */
const named = <T>(names: readonly string[], one: T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, one]));

/** Combines each kind of order with each of several ways. */
const cross = <Way extends string>(ways: readonly Way[], run: (kind: Kind, way: Way) => Promise<void>): Tries =>
  Object.fromEntries(kinds.flatMap((kind) => ways.map((way) => [`${kind} ${way}`, () => run(kind, way)])));

/** Sends a pay-in that is refused for its amount, then a valid one with the same id. */
async function afterRefusal({ api, methods, compose }: Omit<OrderTools, 'nth'>, id: string) {
  const method = methods.payin();
  const amount = amountsOutsideLimits(method).at(-1)?.amount;
  const body = { ...compose(paymentBody(method)), clientOrderId: id };
  const plan = create.payin(body);
  const refused = await api.send(withBody(plan, { ...body, amount }), { purpose: 'defect' });
  return { refused, accepted: await placed(api, plan), plan };
}

const ways = {
  'the same body again': {},
  'another amount': {},
  'on a fresh connection': { connection: 'own' },
} as const;

/** interface.md § Limits: unique per request within a project. */
test(
  'LIM-01a a second use of a clientOrderId makes no second order',
  must,
  async ({ api, combinations, assertions, compose, control, methods, worker }) => {
    const from = { api, assertions, compose, methods, nth: 0 };
    const afterEnd = async ({ name, end }: EndOfPayment) => {
      const { plan, first } = await end({ api, compose, control, methods }, worker.freshKey());
      assertions.assert('accepted', { exchange: first.id, what: `the first use by a ${name}` });
      const again = await placed(api, plan);
      assertions.assert('oneOrder', { uses: [first.id, again.id], control: first.id });
    };
    const useTwice = async (kind: Kind, way: keyof typeof ways) => {
      const order = await orders[kind]({ ...from, nth: 1 + Object.keys(ways).indexOf(way) });
      const id = worker.freshKey();
      const again = order.plan(id, way === 'another amount' ? 'another' : undefined);
      const moves = await orderRounds({ api, record: worker.record }, order, {
        first: async () => [await placed(api, order.plan(id))],
        again: async () => [await placed(api, again, ways[way])],
        allowed: 0,
      });
      const uses = [moves.first, ...moves.rounds].flatMap((round) => round.uses);
      assertions.assert('oneOrder', { uses, control: uses[0] ?? '' });
      if (moves.assets.length > 0) assertions.assert('movesNoMore', { ...moves, what: `this ${kind}` });
    };
    const tries: Tries = {
      ...cross(Object.keys(ways) as (keyof typeof ways)[], useTwice),
      ...Object.fromEntries(endsOfPayments(worker.target).map((one) => [one.name, () => afterEnd(one)])),
      'pay-in after a refusal': async () => {
        const control = await api.control((await orders['pay-in'](from)).plan());
        const { refused, accepted, plan } = await afterRefusal(from, worker.freshKey());
        // Every combination uses an id again, so that LIM-01b gets evidence from whichever combination the night selects.
        const uses = [refused, accepted, await placed(api, plan)];
        assertions.assert('oneOrder', { uses: uses.map((use) => use.id), control: control.id });
      },
    };
    for (const [, run] of combinations.each(Object.entries(tries), ([name]) => name)) await run();
  },
);

test('LIM-01b a second use of a clientOrderId is refused', traceCheck.should, ({ record }) => {
  every(record.secondUses, secondUseFault);
});

/** interface.md does not show which ids count as the same. */
test(
  'LIM-01c what counts as the same clientOrderId',
  observe,
  async ({ api, combinations, assertions, compose, methods, worker }) => {
    const from = { api, assertions, compose, methods, nth: 0 };
    const payin = await orders['pay-in'](from);
    const second = worker.target.credentials.find(({ purpose }) => purpose === 'second');
    const compare = async (key: string, [one, other]: readonly [Plan, Plan], as = api) => {
      const [first, later] = [await api.send(one), await as.send(other)];
      assertions.assert('countsAs', { first: first.id, second: later.id, key });
    };
    const learnAnswer = (key: string, sent: Exchange) =>
      void assertions.assert('answersWith', { exchange: sent.id, key });
    const tries: Record<string, (key: string, id: string) => Promise<void>> = {
      'a pay-out after a pay-in': async (key, id) =>
        compare(key, [payin.plan(id), (await orders['pay-out'](from)).plan(id)]),
      'an exchange order after a pay-in': async (key, id) =>
        compare(key, [payin.plan(id), (await orders['exchange order'](from)).plan(id)]),
      ...(second && {
        'another account': (key: string, id: string) => compare(key, [payin.plan(id), payin.plan(id)], api.as(second)),
      }),
      ...named(Object.keys(equivalentIds('')), (key, id) => {
        const [one = '', other = ''] = equivalentIds(id)[key] ?? [];
        return compare(key, [payin.plan(one), payin.plan(other)]);
      }),
      'an id whose first use was refused': async (key, id) => learnAnswer(key, (await afterRefusal(from, id)).accepted),
      ...named(Object.keys(longestIds('')), async (key, id) =>
        learnAnswer(key, await api.send(payin.plan(longestIds(id)[key]))),
      ),
    };
    for (const [key, run] of combinations.each(Object.entries(tries), ([name]) => name))
      await run(key, worker.freshKey());
  },
);

const lines = { 'on several connections': {}, 'on one connection': { connection: 'pipelined' } } as const;

/** A client that repeats a request after a lost answer needs this. */
test(
  'LIM-02 requests at once with one clientOrderId make one order',
  must.norm,
  async ({ api, combinations, assertions, compose, methods, worker }) => {
    const from = { api, assertions, compose, methods, nth: 0 };
    const atOnce = async (kind: Kind, line: keyof typeof lines) => {
      const order = await orders[kind]({ ...from, nth: 4 + Object.keys(lines).indexOf(line) });
      const moves = await orderRounds({ api, record: worker.record }, order, {
        first: async () => [await (kind === 'pay-in' ? api.control(order.plan()) : placed(api, order.plan()))],
        again: () => race(api, order.plan(worker.freshKey()), lines[line]),
        allowed: 1,
      });
      const [control = ''] = moves.first.uses;
      for (const { uses } of moves.rounds) assertions.assert('oneOrder', { uses, control, atOnce: true });
      if (moves.assets.length > 0) assertions.assert('movesNoMore', { ...moves, what: `this ${kind}` });
    };
    const tries: Tries = {
      ...cross(Object.keys(lines) as (keyof typeof lines)[], atOnce),
      'pay-in again after a cut connection': async () => {
        const order = await orders['pay-in'](from);
        const control = await api.control(order.plan());
        const id = worker.freshKey();
        const cut = await api.send(order.plan(id), { connection: 'cut' });
        await api.appears(cut);
        const again = await placed(api, order.plan(id));
        assertions.assert('oneOrder', { uses: [cut.id, again.id], control: control.id });
      },
    };
    for (const [, run] of combinations.each(Object.entries(tries), ([name]) => name)) await run();
  },
);

/** interface.md § Limits: at most 256 characters. */
test(
  'LIM-03 a clientOrderId has at most 256 characters',
  must,
  async ({ api, combinations, assertions, compose, methods, worker }) => {
    const from = { api, assertions, compose, methods, nth: 6 };
    for (const kind of combinations.each(kinds, (name) => name)) {
      const order = await orders[kind](from);
      const [longest, tooLong] = [0, 1].map((more) => paddedId(worker.freshKey(), maxIdCharacters + more));
      const moves = await orderRounds({ api, record: worker.record }, order, {
        first: async () => [await placed(api, order.plan(longest))],
        again: async () => [await placed(api, order.plan(tooLong), { purpose: 'defect' })],
        allowed: 0,
      });
      const [control = ''] = moves.first.uses;
      assertions.assert('accepted', { exchange: control, what: `a ${kind} with a clientOrderId of 256 characters` });
      const defect = 'a clientOrderId of 257 characters';
      for (const [exchange] of moves.rounds.map(({ uses }) => uses))
        assertions.assert('refused', { exchange: exchange ?? '', control, defect, effect: kind !== 'exchange order' });
      if (moves.assets.length > 0) assertions.assert('movesNoMore', { ...moves, what: `this ${kind}` });
    }
  },
);
