import { outsideLimits, unknownPair } from '../../../../generators/exchange.ts';
import { mostCharacters } from '../../../../generators/ids.ts';
import { smallOf } from '../../../../harness/market.ts';
import { create, read } from '../../../../harness/plan.ts';
import type { Chance } from '../../../run/chance.ts';
import type { Known } from '../../known.ts';
import type { Move } from '../../move.ts';
import { claimOf, stepOf, twinOf } from '../../steps.ts';
import { type Body, without } from './bodies.ts';
import { roundOf } from './looks.ts';
import { isBorne, type Order, orderName, orderPlan, ordersOf, tradeOf } from './orders.ts';
import { invalid, refusing, Steps, type Variant, varied } from './variant.ts';

/** What is wrong with an order: the constraint, the field, and the body that has it. */
interface Wrong {
  why: string;
  keyword: string;
  field: string;
  body(sound: Body, chance: Chance): Body;
  requirement?: string;
}

const put = (field: string, value: unknown) => (sound: Body) => ({ ...sound, [field]: value });

const wrongs: readonly Wrong[] = [
  { why: 'an unknown pair', keyword: 'unlisted', field: 'symbolPair', body: put('symbolPair', unknownPair) },
  { why: 'an empty pair', keyword: 'unlisted', field: 'symbolPair', body: put('symbolPair', '') },
  { why: 'a side that is neither BUY nor SELL', keyword: 'enum', field: 'side', body: put('side', 'HOLD') },
  { why: 'an empty side', keyword: 'enum', field: 'side', body: put('side', '') },
  { why: 'no pair', keyword: 'required', field: 'symbolPair', body: (sound) => without(sound, 'symbolPair') },
  { why: 'no side', keyword: 'required', field: 'side', body: (sound) => without(sound, 'side') },
  { why: 'no amount', keyword: 'required', field: 'amount', body: (sound) => without(sound, 'amount') },
  { why: 'an amount of null', keyword: 'type', field: 'amount', body: put('amount', null) },
  { why: 'an amount that is a word', keyword: 'type', field: 'amount', body: put('amount', 'ten') },
  { why: 'an amount that is a list', keyword: 'type', field: 'amount', body: put('amount', [1]) },
  {
    why: `a clientOrderId of ${mostCharacters + 1} characters`,
    keyword: 'maxLength',
    field: 'clientOrderId',
    body: put('clientOrderId', `{{key#${mostCharacters + 1}}}`),
    requirement: 'LIM-03',
  },
];

const limitKeywords: Readonly<Record<string, string>> = {
  zero: 'positive',
  negative: 'positive',
  'below minLimit': 'minLimit',
  'above maxLimit': 'maxLimit',
};

/** What is outside the limits of a pair, as far as the balance would hold it twice: its refusal then says nothing else. */
function outside(known: Known, order: Order): Wrong[] {
  const amounts = outsideLimits(order.pair).filter(({ value }) => value.lte(0) || isBorne(known, order, value.div(10)));
  return amounts.map(({ why, amount }) => ({
    why: `an amount that is ${why}`,
    keyword: limitKeywords[why] ?? 'minLimit',
    field: 'amount',
    body: put('amount', amount),
  }));
}

const soundBody = (order: Order): Body => orderPlan(order, smallOf(order.pair)).body ?? {};

function wrongVariants(
  known: Known,
  make: (order: Order, wrong: Wrong, chance: Chance) => ReturnType<Variant['draw']>,
): Variant[] {
  const orders = ordersOf(known);
  return orders.flatMap((order) =>
    [...outside(known, order), ...wrongs].map(
      (wrong): Variant => ({
        cell: `${orderName(order)}, ${wrong.why}`,
        draw: (chance) => make(order, wrong, chance),
      }),
    ),
  );
}

function refusedOrder(order: Order, { why, keyword, field, body, requirement = 'XCH-05' }: Wrong, chance: Chance) {
  const sound = soundBody(order);
  return refusing({
    sound: create.exchange(sound),
    defect: create.exchange(body(sound, chance)),
    label: invalid(keyword, `body/${field}`, `an order to ${orderName(order)} with ${why}`),
    words: why,
    requirements: [requirement],
  });
}

/** The same twice, each between looks at what it might have moved. */
function untradedOrder(order: Order, { why, keyword, field, body }: Wrong, chance: Chance) {
  const sound = soundBody(order);
  const steps = new Steps();
  const control = steps.add(twinOf(create.exchange(sound)));
  const rounds = ['a', 'b'].map((name) =>
    roundOf(steps, order.pair, create.exchange({ clientOrderId: `{{key:${name}}}`, ...body(sound, chance) })),
  );
  const claims = [claimOf('XCH-05', 'untraded', { ...tradeOf(order), rounds, control, defect: why })];
  return { steps: steps.all, label: invalid(keyword, `body/${field}`, why), claims };
}

const refusedOrders = varied({
  name: 'exchange order with a defect',
  evidences: ['XCH-05', 'LIM-03'],
  posts: 1,
  isMisuse: true,
  variants: (known) => wrongVariants(known, refusedOrder),
});

const untradedOrders = varied({
  name: 'refused exchange orders move nothing',
  evidences: ['XCH-05'],
  posts: 2,
  isMisuse: true,
  variants: (known) => wrongVariants(known, untradedOrder).filter(({ cell }) => !cell.includes('clientOrderId')),
});

/** Names of pairs that are in no list. */
function unknownPairs({ market }: Known): Readonly<Record<string, string>> {
  const [first] = market;
  const turned = first && `${first.quote}${first.base}`;
  const isListed = market.some(({ symbolPair }) => symbolPair === turned);
  return {
    unknown: unknownPair,
    ...(turned !== undefined && !isListed && { 'quote before base': turned }),
    ...(first && { 'base alone': first.base, 'one letter more': `${first.symbolPair}X` }),
  };
}

const reads = { rate: read.exchangeRate, limit: read.exchangeLimit };

const unknownReads = varied({
  name: 'unknown pair in the path',
  evidences: ['XCH-07'],
  posts: 0,
  isMisuse: true,
  variants: (known) =>
    known.market.slice(0, 1).flatMap(({ symbolPair }) =>
      Object.entries(reads).flatMap(([what, of]) =>
        Object.entries(unknownPairs(known)).map(
          ([why, pair]): Variant => ({
            cell: `${what}, ${why}`,
            draw: () => ({
              steps: [stepOf(of(symbolPair)), stepOf(of(pair))],
              label: invalid('unlisted', 'path', `the ${what} of a pair that is ${why}`),
              claims: [
                claimOf('XCH-07', 'refused', {
                  exchange: '#2',
                  control: '#1',
                  defect: `a pair in the path that no list shows: ${why}`,
                }),
              ],
            }),
          }),
        ),
      ),
    ),
});

/** Exchange orders and reads that are to be refused. */
export const badOrderMoves: readonly Move[] = [refusedOrders, untradedOrders, unknownReads];
