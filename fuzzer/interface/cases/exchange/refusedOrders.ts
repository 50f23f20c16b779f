import { amountsOutsidePairLimits, unknownPair } from '../../../../generators/amounts/priceTies.ts';
import { maxIdCharacters } from '../../../../generators/texts/ids.ts';
import { smallOf } from '../../../../runner/actions/exchange/market.ts';
import { type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import { type BodyChange, changed, having, lacking } from '../../builder/bodyChanges.ts';
import { assertionOf, controlStep } from '../../builder/caseSteps.ts';
import { invalidCase, refusalCase, StepList } from '../../builder/cases.ts';
import { crossed, type Draw, generator, type Table } from '../../builder/tables.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';
import {
  type ExchangeOrder,
  isOrderCovered,
  orderName,
  orderPlan,
  orderTable,
  tradeArguments,
  tradeRound,
} from './exchangeOrders.ts';

/** A defect of an order: the constraint, the field, and the body that has it. */
interface Defect {
  why: string;
  keyword: string;
  field: string;
  change: BodyChange;
}

const defect = (why: string, keyword: string, [field, value]: [field: string, value: unknown]): Defect => ({
  why,
  keyword,
  field,
  change: having({ [field]: value }),
});

const longId = `a clientOrderId of ${maxIdCharacters + 1} characters`;

const defects: readonly Defect[] = [
  defect('an unknown pair', 'unlisted', ['symbolPair', unknownPair]),
  defect('an empty pair', 'unlisted', ['symbolPair', '']),
  defect('a side that is neither BUY nor SELL', 'enum', ['side', 'HOLD']),
  defect('an empty side', 'enum', ['side', '']),
  ...Object.entries({ 'no pair': 'symbolPair', 'no side': 'side', 'no amount': 'amount' }).map(([why, field]) => ({
    ...{ why, keyword: 'required', field },
    change: lacking(field),
  })),
  defect('an amount of null', 'type', ['amount', null]),
  defect('an amount that is a word', 'type', ['amount', 'ten']),
  defect('an amount that is a list', 'type', ['amount', [1]]),
  defect(longId, 'maxLength', ['clientOrderId', `{{key#${maxIdCharacters + 1}}}`]),
];

const limitKeywords: Readonly<Record<string, string>> = {
  zero: 'positive',
  negative: 'positive',
  'below minLimit': 'minLimit',
  'above maxLimit': 'maxLimit',
};

/** Returns amounts outside the limits of a pair, if the balance holds twice as much. The refusal then has no other reason. */
function outside(known: TargetInventory, order: ExchangeOrder): Defect[] {
  const amounts = amountsOutsidePairLimits(order.pair).filter(
    ({ value }) => value.lte(0) || isOrderCovered(known, order, value.div(10)),
  );
  return amounts.map(({ why, amount }) =>
    defect(`an amount that is ${why}`, limitKeywords[why] ?? 'minLimit', ['amount', amount]),
  );
}

/** Returns a row for each defect of each order. */
const defectRows = (
  known: TargetInventory,
  make: (order: ExchangeOrder, defect: Defect, valid: Plan) => FuzzCase,
): Table =>
  orderTable(known).flatMap(([name, order]) =>
    crossed(
      [[name, order]],
      [...outside(known, order), ...defects].map((one) => [one.why, one] as const),
      (_, one): Draw =>
        () =>
          make(order, one, orderPlan(order, smallOf(order.pair))),
    ),
  );

function refusedOrder(order: ExchangeOrder, { why, keyword, field, change }: Defect, valid: Plan): FuzzCase {
  const words = `an order to ${orderName(order)} with ${why}`;
  const requirement = why === longId ? 'LIM-03' : 'XCH-05';
  const steps = [valid, changed(valid, change)];
  return refusalCase(requirement, steps, { what: why, keyword, place: `body/${field}`, words });
}

/** Sends the same defect twice, each time between snapshots of what it might have moved. */
function untradedOrder(order: ExchangeOrder, { why, keyword, field, change }: Defect, valid: Plan): FuzzCase {
  const steps = new StepList();
  const control = steps.add(controlStep(valid));
  const rounds = ['a', 'b'].map((name) =>
    tradeRound(
      steps,
      order.pair,
      changed(valid, (body) => ({ clientOrderId: `{{key:${name}}}`, ...change(body) })),
    ),
  );
  const args = { ...tradeArguments(order), rounds, control, defect: why };
  const how = { keyword, place: `body/${field}`, words: why };
  return invalidCase(how, steps.all, assertionOf('XCH-05', 'untraded', args));
}

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

/** Reads of unknown pairs, each beside a read of a listed one. */
const unknownReads = (known: TargetInventory): Table =>
  known.market.slice(0, 1).flatMap(({ symbolPair }) =>
    Object.entries(reads).flatMap(([what, of]) =>
      Object.entries(unknownPairs(known)).map(([why, pair]): [string, Draw] => [
        `${what}, ${why}`,
        () =>
          refusalCase('XCH-07', [of(symbolPair), of(pair)], {
            what: `a pair in the path that no list shows: ${why}`,
            keyword: 'unlisted',
            place: 'path',
            words: `the ${what} of a pair that is ${why}`,
          }),
      ]),
    ),
  );

/** Exchange orders and reads that must be refused. */
export const refusedOrderCases = [
  generator({ name: 'exchange order with a defect', evidences: ['XCH-05', 'LIM-03'], isMisuse: true }, (known) =>
    defectRows(known, refusedOrder),
  ),
  generator(
    { name: 'refused exchange orders move nothing', evidences: ['XCH-05'], posts: 2, isMisuse: true },
    (known) => defectRows(known, untradedOrder).filter(([name]) => !name.includes('clientOrderId')),
  ),
  generator({ name: 'unknown pair in the path', evidences: ['XCH-07'], posts: 0, isMisuse: true }, unknownReads),
];
