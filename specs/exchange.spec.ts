import { integer } from 'fast-check';
import { jsonNumber } from '../generators/amounts/prices.ts';
import {
  amountForTie,
  amountsOutsidePairLimits,
  type Nearness,
  nearnesses,
  tieCases,
  unknownPair,
} from '../generators/amounts/priceTies.ts';
import { nearNames } from '../generators/texts/nearMisses.ts';
import { fittingSpelling, numberSpellings } from '../generators/texts/spellings.ts';
import { pick, randomOf, some } from '../generators/values/draw/chance.ts';
import { limitsIn, ratesIn } from '../oracles/answers/exchangeLists.ts';
import { missingObservations, pricesHold, roundsAsStated } from '../oracles/exchange/marketPrices.ts';
import { strayPairs } from '../oracles/exchange/pairPrices.ts';
import type { TradeSide } from '../oracles/exchange/trades.ts';
import { otherAmounts } from '../oracles/payments/orderRecords.ts';
import { type MarketPair, marketOf, sides, smallOf } from '../runner/actions/exchange/market.ts';
import { type Order, planOf } from '../runner/actions/exchange/tradeRounds.ts';
import { drawnItem, inTurn } from '../runner/actions/inputs/turns.ts';
import {
  addressed,
  hostile,
  learnTraits,
  must,
  read,
  should,
  test,
  together,
  traceCheck,
} from '../runner/requirement/test.ts';
import type { Api } from '../runner/worker/api.ts';

/** The most pairs that are read one by one; of a longer list, as many are drawn. */
const mostSingles = 300;

/** The most pairs that each further account reads one by one. */
const mostOfOthers = 20;

/** The pairs whose near misses are asked for, as many of each list. */
const mostNear = 2;

/** interface.md § Exchange limit. The list is read before and after the single reads, since limits may change meanwhile. */
test('XCH-01 single limits are those of the list', must, async ({ accounts, api, assertions, draw }) => {
  const random = randomOf(draw(integer()));
  for (const account of accounts.all) {
    const rates = await account.control(read.exchangeRates());
    const before = await account.send(read.exchangeLimits());
    // Whether another account may read them is not shown.
    if (account !== api && before.class !== 'accepted') continue;
    const singles = [];
    for (const { symbolPair: pair } of some(random, limitsIn(before), account === api ? mostSingles : mostOfOthers))
      singles.push({ pair, exchange: (await account.send(read.exchangeLimit(pair))).id });
    const after = await account.send(read.exchangeLimits());
    assertions.assert('limitsAgree', { before: before.id, singles, after: after.id, rates: rates.id });
  }
  assertions.assert('singlesAgreeLater', { of: 'limits' });
});

/** Reads the list, some of its pairs and the list again. */
async function ratesAgain(account: Api, pairs: readonly string[]) {
  const before = await account.send(read.exchangeRates());
  const singles = [];
  for (const pair of pairs) singles.push({ pair, exchange: (await account.send(read.exchangeRate(pair))).id });
  const after = await account.send(read.exchangeRates());
  return { before: before.id, singles, after: after.id };
}

/** interface.md § Exchange rate. Prices move; assets, scale and roundingMode stay the same. */
test('XCH-02 single rates are those of the list', must, async ({ accounts, api, assertions, draw, worker }) => {
  const random = randomOf(draw(integer()));
  for (const account of accounts.all) {
    const before = await account.send(read.exchangeRates());
    if (account !== api && before.class !== 'accepted') continue;
    const singles = [];
    const drawn = some(random, ratesIn(before), account === api ? mostSingles : mostOfOthers);
    // Pairs of one base asset follow each other: what a server keeps of the one may be shown of the next.
    for (const { pair } of drawn.toSorted((one, other) => (one.base < other.base ? -1 : Number(one.base > other.base))))
      singles.push({ pair, exchange: (await account.send(read.exchangeRate(pair))).id });
    const after = await account.send(read.exchangeRates());
    const args = { before: before.id, singles, after: after.id };
    // A market may jump between two reads, so that what is far away is read once more.
    const strays = strayPairs(worker.record, args).map(({ pair }) => pair);
    assertions.assert('ratesAgree', {
      ...args,
      ...(strays.length > 0 && { again: await ratesAgain(account, strays) }),
    });
  }
  assertions.assert('singlesAgreeLater', { of: 'rates' });
});

test('XCH-03 converted amounts fit the scale and roundingMode of their rate', traceCheck.should, ({ record }) => {
  together(record.deals, () => roundsAsStated(record.deals.items));
});

/** interface.md § Exchange, create exchange order body. The amounts are chosen so that the rounding of the converted amount shows. */
test(
  'XCH-04a orders to BUY and SELL within the limits are accepted',
  must,
  async ({ combinations, assertions, trades, worker }) => {
    const amounts = [...tieCases, 'minLimit', 'maxLimit'] as const;
    const nextSpelling = inTurn(worker, 'the amount to exchange', numberSpellings);
    // Buying and selling have code of their own, so a night tries each.
    for (const side of sides)
      for (const tieCase of combinations.each(amounts, (one) => `${side}, ${one}`)) {
        const order = await trades.order(side, (pricing) =>
          tieCase === 'minLimit' || tieCase === 'maxLimit' ? pricing[tieCase] : amountForTie(tieCase, pricing),
        );
        const spelling = nextSpelling();
        if (!order) continue;
        const places = Math.max(order.pair.minLimit.decimalPlaces(), order.pair.scale ?? 0);
        const { text } = fittingSpelling(spelling, order.amount.toFixed(), places);
        assertions.assert('traded', await trades.rounds({ ...order, text }));
        assertions.assert('takesEach', { operation: 'POST /v1/user/exchange' });
      }
  },
);

test('XCH-04b which asset an amount is in, and the price', traceCheck.observe, ({ record }) => {
  const missing = missingObservations(record.deals.items);
  if (missing.length > 0) return together(record.deals, () => missing);
  learnTraits(record.lessons);
});

test('XCH-04c balances move at a price within bid and ask', traceCheck.should, ({ record }) => {
  together(record.deals, () => pricesHold(record.deals.items));
  if (record.deals.items.length > 0) together(record.creations, () => otherAmounts(record.whole));
});

const isAbove = ({ why }: { why: string }) => why === 'above maxLimit';
const isBelow = ({ why }: { why: string }) => why === 'below minLimit';

/** What XCH-05 sends: orders of a side, of both if balances cover them, and how close to a limit it goes. */
interface Outside {
  side: TradeSide;
  hasBoth: boolean;
  /** Orders above the maximum of their pair, whether or not the balance covers them. */
  most: readonly { order: Order; isCovered: boolean }[];
  nearest: readonly Nearness[];
}

/** Changes to the body of an order, and whether its amount is closer to a limit than the target surely distinguishes. */
interface Defect {
  body: Readonly<Record<string, unknown>>;
  isFine: boolean;
}

/** Orders that must be refused: of a pair that the seed draws, or a given order, and whether its balance covers it if that is told. */
interface Try {
  why: string;
  side: TradeSide;
  order?: Order;
  isUncovered?: boolean;
  bodies(pair: MarketPair): readonly Defect[];
}

/** Returns bodies with amounts outside the limits of a pair, without repetition. */
function bodiesOf(pair: MarketPair, nearest: readonly Nearness[], is: typeof isBelow): Defect[] {
  const outside = nearest.flatMap((one) => amountsOutsidePairLimits(pair, one).find(is) ?? []);
  const texts = outside.map(({ amount }) => amount.value);
  return outside
    .filter(({ amount }, nth) => texts.indexOf(amount.value) === nth)
    .map(({ amount, isFine }) => ({ body: { amount }, isFine }));
}

/** Returns amounts outside the limits of a pair: of a drawn one, or of the pair of an order. */
function outsideLimits({ side, hasBoth, most, nearest }: Outside): Try[] {
  const whole = ['zero', 'negative', 'below minLimit'];
  return [
    ...whole.map((kind) => ({
      why: `an amount ${kind}`,
      side,
      bodies: (pair: MarketPair) => bodiesOf(pair, nearest, ({ why }) => why === kind),
    })),
    ...(hasBoth
      ? [
          {
            why: 'an amount below minLimit, to SELL',
            side: 'SELL' as const,
            bodies: (pair: MarketPair) => bodiesOf(pair, nearest, isBelow),
          },
        ]
      : []),
    ...most.map(({ order, isCovered }) => ({
      why: `an amount above maxLimit, to ${order.side}`,
      side: order.side,
      order,
      bodies: (pair: MarketPair) => bodiesOf(pair, nearest, isAbove),
      isUncovered: !isCovered,
    })),
  ];
}

/** interface.md § Limits, exchange minimum and maximum. An amount above a maximum is sent only if the balance holds it. */
test(
  'XCH-05 an unknown pair or side and amounts outside limits are refused',
  must,
  async ({ api, combinations, assertions, draw, trades, worker }) => {
    // A full run comes as close to each limit as any night.
    const drawn = drawnItem(worker, 'how close to a limit', nearnesses);
    const nearest = worker.run.selection.profile === 'full' ? nearnesses : [drawn];
    const [buying, selling] = [await trades.order('BUY'), await trades.order('SELL')];
    const valid = buying ?? selling;
    if (!valid) return;
    const above = (pair: MarketPair) => amountsOutsidePairLimits(pair, drawn).find(isAbove)?.value;
    const most = await Promise.all(sides.map((side) => trades.beyond(side, above)));
    const market = await marketOf(api);
    const [first = valid.pair] = market;
    const near = nearNames(valid.pair.symbolPair, new Set(market.map(({ symbolPair }) => symbolPair)));
    const unknown = pick(randomOf(draw(integer())), [unknownPair, ...near.map(({ value }) => value)]);
    const amountOfFirst = jsonNumber(smallOf(first));
    const faults = [
      { why: 'an unknown pair', body: { symbolPair: unknown } },
      // A target that falls back to another pair is likely to use the first one.
      { why: 'an unknown pair, as much as of the first', body: { symbolPair: unknownPair, amount: amountOfFirst } },
      { why: 'a side that is neither BUY nor SELL', body: { side: 'HOLD' } },
      { why: 'no side', body: { side: undefined } },
      { why: 'no amount', body: { amount: undefined } },
    ];
    const tries: Try[] = [
      ...faults.map(({ why, body }) => ({ why, side: valid.side, bodies: () => [{ body, isFine: false }] })),
      ...outsideLimits({
        side: valid.side,
        hasBoth: buying !== undefined && selling !== undefined,
        most: most.filter((one) => one !== undefined),
        nearest,
      }),
    ];
    for (const { why, side, bodies, isUncovered, ...of } of combinations.each(tries, (one) => one.why)) {
      const order = of.order ?? (await trades.order(side));
      if (!order) continue;
      for (const { body, isFine } of bodies(order.pair)) {
        const control = await trades.control(of.order ?? valid);
        const plan = planOf(order);
        const rounds = await trades.refused(order, { ...plan, body: { ...plan.body, ...body } });
        assertions.assert('untraded', {
          ...rounds,
          control: control.id,
          defect: why,
          ...(isFine && { isFine }),
          ...(isUncovered !== undefined && { isUncovered }),
        });
      }
    }
  },
);

test('XCH-06 every pair with a limit has a rate and the reverse', should, async ({ api, assertions }) => {
  const [first, second, third, fourth] = [
    await api.send(read.exchangeLimits()),
    await api.send(read.exchangeRates()),
    await api.send(read.exchangeLimits()),
    await api.send(read.exchangeRates()),
  ];
  assertions.assert('pairsMatch', { before: first.id, between: second.id, after: third.id });
  assertions.assert('pairsMatch', { before: second.id, between: third.id, after: fourth.id });
});

/** A norm for any service: a request for something unknown is a client error. */
test('XCH-07 an unknown pair in the path is a client error', must.norm, async ({ api, assertions, draw, refuses }) => {
  const rates = await api.control(read.exchangeRates());
  const limits = await api.control(read.exchangeLimits());
  for (const { id } of [rates, limits])
    if (assertions.assert('answersJson', { exchange: id, what: 'a list of pairs' }).state !== 'held') return;
  const [rate, limit] = [ratesIn(rates)[0]?.pair, limitsIn(limits)[0]?.symbolPair];
  const defect = addressed('symbolPair', unknownPair, 'a pair in the path that no list shows');
  const lacking = { code: 'noEvidence' as const, wanted: 'a pair in a list', exchanges: [rates.id, limits.id] };
  if (rate === undefined && limit === undefined) return assertions.lack(lacking);
  if (rate !== undefined) await refuses(api, read.exchangeRate(rate), defect);
  if (limit !== undefined) await refuses(api, read.exchangeLimit(limit), defect);
  const rated = ratesIn(rates).map(({ pair }) => pair);
  const limited = limitsIn(limits).map(({ symbolPair }) => symbolPair);
  const known = new Set([...rated, ...limited]);
  const random = randomOf(draw(integer()));
  for (const [pairs, plan] of [
    [rated, read.exchangeRate],
    [limited, read.exchangeLimit],
  ] as const)
    for (const pair of some(random, pairs, mostNear))
      for (const { why, value } of nearNames(pair, known))
        await refuses(api, plan(pair), { ...addressed('symbolPair', value, why), combination: 'near a listed pair' });
});

/** A norm for any service that holds money. The test runs apart, since it moves most of a balance and then moves it back. */
test(
  'XCH-08 exchanges that the balance does not hold are refused, also at once',
  hostile.must.norm,
  async ({ assertions, trades }) => {
    const { args, reversing } = await trades.overspend();
    assertions.assert('notOverspent', args);
    const what = 'an exchange order within its limits that reverses another one';
    for (const exchange of reversing) assertions.assert('accepted', { exchange, what });
  },
);
