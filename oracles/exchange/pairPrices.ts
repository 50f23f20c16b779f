import type { Decimal } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { type RunRecord, type Sighting, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { limitsIn, numberIn, type Rate, ratesIn, singleRate } from '../answers/exchangeLists.ts';

/** A list, then single reads of some of its pairs, then the list again. The single reads must show everything on which both lists agree. */
export interface SinglesArgs {
  before: string;
  singles: readonly { pair: string; exchange: string }[];
  after: string;
}

/** The reads of the rates list; `again` has those of the pairs whose prices were far from those of the list, read once more. */
export interface RateArgs extends SinglesArgs {
  again?: SinglesArgs;
}

/** Reports a rate that contradicts itself: its pair, its scale, or its two prices. */
export function oddities({ exchange, where, value }: Sighting): Fault[] {
  const [pair, base, quote] = ['pair', 'baseAsset', 'quoteAsset'].map((name) => textField(value, name));
  const [bid, ask, scale] = ['bid', 'ask', 'scale'].map((name) => numberIn(value, name));
  const exchanges = [exchange.id];
  const named = pair !== undefined && base !== undefined && quote !== undefined;
  const wanted = `${base}${quote}`;
  return [
    ...(named && pair !== wanted
      ? [{ code: 'differs' as const, what: `${where}/pair`, wanted, seen: pair, exchanges }]
      : []),
    ...(scale && !(scale.isInteger() && scale.gte(0))
      ? [
          {
            code: 'differs' as const,
            what: `${where}/scale`,
            wanted: 'a whole number',
            seen: scale.toFixed(),
            exchanges,
          },
        ]
      : []),
    ...(bid && ask?.lt(bid)
      ? [{ code: 'crossed' as const, pair: pair ?? where, bid: bid.toFixed(), ask: ask.toFixed(), exchanges }]
      : []),
  ];
}

const words = ({ bid, ask }: Rate) => `bid ${bid.toFixed()} and ask ${ask.toFixed()}`;

const samePrices = (one: Rate | undefined, other: Rate | undefined) =>
  one !== undefined && other !== undefined && one.bid.eq(other.bid) && one.ask.eq(other.ask);

/** A price that goes this share away and comes back within a few reads did not move with a market; the prices of near pairs, such as two dollars, are no further apart. */
const largestJump = 0.02;

const isFarFrom = ({ bid }: Rate, other: Rate) => bid.minus(other.bid).abs().gt(other.bid.times(largestJump));

/** Reports single reads with the far prices of another pair, while both lists agree on other prices of their own: no move of a market looks like that. */
export function foreignPrices(record: RunRecord, { before, singles, after }: SinglesArgs): Fault[] {
  const [early, late] = [before, after].map(
    (id) => new Map(ratesIn(record.exchange(id)).map((rate) => [rate.pair, rate])),
  );
  return singles.flatMap(({ pair, exchange }): Fault[] => {
    const [own, seen] = [early?.get(pair), singleRate(record.exchange(exchange))];
    if (!own || !seen || samePrices(own, seen) || !samePrices(own, late?.get(pair))) return [];
    const foreign = [...(early?.values() ?? [])].find((one) => one.pair !== pair && samePrices(one, seen));
    if (!foreign || !isFarFrom(seen, own)) return [];
    const [wanted, what] = [words(own), `the prices of ${pair}`];
    return [
      {
        code: 'differs',
        what,
        wanted,
        seen: `${words(seen)}, those of ${foreign.pair}`,
        exchanges: [before, exchange, after],
      },
    ];
  });
}

/** The share by which a single price may leave the prices that the lists of the run show: a market that moves so far within a run is left alone. */
const widestMove = 0.05;

const ratesList = 'GET /v1/user/exchange/rates';

/** True if a price is beyond every one of some prices by more than a market moves. */
const isBeyond = (price: Decimal, all: readonly Decimal[]) =>
  all.every((one) => price.gt(one.times(1 + widestMove))) || all.every((one) => price.lt(one.times(1 - widestMove)));

/** Returns the pairs whose single reads have prices far from those that the account's lists of the whole run show. */
export function strayPairs(
  record: RunRecord,
  { singles }: SinglesArgs,
): { pair: string; seen: Rate; exchange: string }[] {
  return singles.flatMap(({ pair, exchange }) => {
    const one = record.exchange(exchange);
    const seen = singleRate(one);
    const listed = record
      .of(ratesList, one.line.request.account)
      .flatMap(ratesIn)
      .filter((rate) => rate.pair === pair);
    if (!seen || listed.length === 0) return [];
    const isStray = (['bid', 'ask'] as const).some((side) =>
      isBeyond(
        seen[side],
        listed.map((rate) => rate[side]),
      ),
    );
    return isStray ? [{ pair, seen, exchange }] : [];
  });
}

/** Reports single reads whose prices were far from those of every list, and were so again when all were read once more. */
export function strayPrices(record: RunRecord, { again, ...args }: RateArgs): Fault[] {
  if (!again) return [];
  const first = new Map(strayPairs(record, args).map((stray) => [stray.pair, stray]));
  return strayPairs(record, again).flatMap(({ pair, seen, exchange }): Fault[] => {
    const before = first.get(pair);
    if (!before) return [];
    const listed = ratesIn(record.exchange(again.before)).find((rate) => rate.pair === pair);
    return [
      {
        code: 'differs',
        what: `the prices of ${pair}`,
        wanted: `about ${listed ? words(listed) : 'those of the list'}`,
        seen: words(seen),
        exchanges: [before.exchange, again.before, exchange, again.after],
      },
    ];
  });
}

const oddLimit = (facts: { where: string; wanted: string; seen: string }, { id }: Exchange): Fault => ({
  code: 'oddLimit',
  ...facts,
  exchanges: [id],
});

/** Reports limits that contradict themselves: below 0, a minimum above a maximum that is not 0, or two entries of one pair with other values. */
export function contradictions(list: Exchange, sightings: readonly Sighting[]): Fault[] {
  const odd = sightings.flatMap(({ exchange, where, value }): Fault[] => {
    const [least, most] = [numberIn(value, 'minLimit'), numberIn(value, 'maxLimit')];
    const negative = [least, most].filter((limit) => limit?.lt(0)).map((limit) => limit?.toFixed() ?? '');
    return [
      ...negative.map((limit) => oddLimit({ where, wanted: 'limits of 0 or more', seen: limit }, exchange)),
      ...(least && most?.gt(0) && least.gt(most)
        ? [oddLimit({ where, wanted: `a minLimit of at most ${most.toFixed()}`, seen: least.toFixed() }, exchange)]
        : []),
    ];
  });
  const listed = limitsIn(list);
  const isOther = (one?: Decimal, other?: Decimal) => (one && other ? !one.eq(other) : one !== other);
  const twice = listed.filter(({ symbolPair, minLimit, maxLimit }) =>
    listed.some(
      (one) => one.symbolPair === symbolPair && (isOther(minLimit, one.minLimit) || isOther(maxLimit, one.maxLimit)),
    ),
  );
  return [
    ...odd,
    ...[...new Set(twice.map(({ symbolPair }) => symbolPair))].map((pair) =>
      oddLimit({ where: pair, wanted: 'one entry', seen: 'two with other limits' }, list),
    ),
  ];
}
