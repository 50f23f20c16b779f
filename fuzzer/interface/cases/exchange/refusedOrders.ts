import { amountsOutsidePairLimits, unknownPair } from '../../../../generators/amounts/priceTies.ts';
import { withoutFields } from '../../../../generators/payloads/withoutFields.ts';
import { maxIdCharacters } from '../../../../generators/texts/ids.ts';
import { smallOf } from '../../../../runner/actions/exchange/market.ts';
import { read, withBody } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, controlStep, stepOf } from '../../builder/caseSteps.ts';
import {
  type CombinationCase,
  combinationGenerator,
  invalidAt,
  refusalWithControl,
  StepList,
} from '../../builder/combinationGenerator.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';
import {
  affordableOrders,
  type ExchangeOrder,
  isOrderCovered,
  orderName,
  orderPlan,
  tradeArguments,
} from './exchangeOrders.ts';
import { tradeRound } from './tradeSnapshots.ts';

type Body = Readonly<Record<string, unknown>>;

/** A defect of an order: the constraint, the field, and the body that has it. */
interface Wrong {
  why: string;
  keyword: string;
  field: string;
  body(validBody: Body): Body;
  requirement?: string;
}

const put = (field: string, value: unknown) => (validBody: Body) => ({ ...validBody, [field]: value });

const wrongs: readonly Wrong[] = [
  { why: 'an unknown pair', keyword: 'unlisted', field: 'symbolPair', body: put('symbolPair', unknownPair) },
  { why: 'an empty pair', keyword: 'unlisted', field: 'symbolPair', body: put('symbolPair', '') },
  { why: 'a side that is neither BUY nor SELL', keyword: 'enum', field: 'side', body: put('side', 'HOLD') },
  { why: 'an empty side', keyword: 'enum', field: 'side', body: put('side', '') },
  {
    why: 'no pair',
    keyword: 'required',
    field: 'symbolPair',
    body: (validBody) => withoutFields(validBody, 'symbolPair'),
  },
  { why: 'no side', keyword: 'required', field: 'side', body: (validBody) => withoutFields(validBody, 'side') },
  { why: 'no amount', keyword: 'required', field: 'amount', body: (validBody) => withoutFields(validBody, 'amount') },
  { why: 'an amount of null', keyword: 'type', field: 'amount', body: put('amount', null) },
  { why: 'an amount that is a word', keyword: 'type', field: 'amount', body: put('amount', 'ten') },
  { why: 'an amount that is a list', keyword: 'type', field: 'amount', body: put('amount', [1]) },
  {
    why: `a clientOrderId of ${maxIdCharacters + 1} characters`,
    keyword: 'maxLength',
    field: 'clientOrderId',
    body: put('clientOrderId', `{{key#${maxIdCharacters + 1}}}`),
    requirement: 'LIM-03',
  },
];

const limitKeywords: Readonly<Record<string, string>> = {
  zero: 'positive',
  negative: 'positive',
  'below minLimit': 'minLimit',
  'above maxLimit': 'maxLimit',
};

/** Returns amounts outside the limits of a pair, if the balance holds twice as much. The refusal then has no other reason. */
function outside(known: TargetInventory, order: ExchangeOrder): Wrong[] {
  const amounts = amountsOutsidePairLimits(order.pair).filter(
    ({ value }) => value.lte(0) || isOrderCovered(known, order, value.div(10)),
  );
  return amounts.map(({ why, amount }) => ({
    why: `an amount that is ${why}`,
    keyword: limitKeywords[why] ?? 'minLimit',
    field: 'amount',
    body: put('amount', amount),
  }));
}

function wrongVariants(
  known: TargetInventory,
  make: (order: ExchangeOrder, wrong: Wrong) => ReturnType<CombinationCase['draw']>,
): CombinationCase[] {
  const orders = affordableOrders(known);
  return orders.flatMap((order) =>
    [...outside(known, order), ...wrongs].map(
      (wrong): CombinationCase => ({
        combination: `${orderName(order)}, ${wrong.why}`,
        draw: () => make(order, wrong),
      }),
    ),
  );
}

function refusedOrder(order: ExchangeOrder, { why, keyword, field, body, requirement = 'XCH-05' }: Wrong) {
  const control = orderPlan(order, smallOf(order.pair));
  return refusalWithControl({
    control,
    defect: withBody(control, body(control.body ?? {})),
    label: invalidAt(keyword, `body/${field}`, `an order to ${orderName(order)} with ${why}`),
    words: why,
    requirements: [requirement],
  });
}

/** Sends the same defect twice, each time between snapshots of what it might have moved. */
function untradedOrder(order: ExchangeOrder, { why, keyword, field, body }: Wrong) {
  const valid = orderPlan(order, smallOf(order.pair));
  const steps = new StepList();
  const control = steps.add(controlStep(valid));
  const rounds = ['a', 'b'].map((name) =>
    tradeRound(steps, order.pair, withBody(valid, { clientOrderId: `{{key:${name}}}`, ...body(valid.body ?? {}) })),
  );
  const assertions = [assertionOf('XCH-05', 'untraded', { ...tradeArguments(order), rounds, control, defect: why })];
  return { steps: steps.all, label: invalidAt(keyword, `body/${field}`, why), claims: assertions };
}

const refusedOrders = combinationGenerator({
  name: 'exchange order with a defect',
  evidences: ['XCH-05', 'LIM-03'],
  posts: 1,
  isMisuse: true,
  variants: (known) => wrongVariants(known, refusedOrder),
});

const untradedOrders = combinationGenerator({
  name: 'refused exchange orders move nothing',
  evidences: ['XCH-05'],
  posts: 2,
  isMisuse: true,
  variants: (known) =>
    wrongVariants(known, untradedOrder).filter(({ combination }) => !combination.includes('clientOrderId')),
});

/** Returns names of pairs that are in no list. */
function unknownPairs({ market }: TargetInventory): Readonly<Record<string, string>> {
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

const unknownReads = combinationGenerator({
  name: 'unknown pair in the path',
  evidences: ['XCH-07'],
  posts: 0,
  isMisuse: true,
  variants: (known) =>
    known.market.slice(0, 1).flatMap(({ symbolPair }) =>
      Object.entries(reads).flatMap(([what, of]) =>
        Object.entries(unknownPairs(known)).map(
          ([why, pair]): CombinationCase => ({
            combination: `${what}, ${why}`,
            draw: () => ({
              steps: [stepOf(of(symbolPair)), stepOf(of(pair))],
              label: invalidAt('unlisted', 'path', `the ${what} of a pair that is ${why}`),
              claims: [
                assertionOf('XCH-07', 'refused', {
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

/** Exchange orders and reads that must be refused. */
export const refusedOrderCases: readonly CaseGenerator[] = [refusedOrders, untradedOrders, unknownReads];
