import { integer } from 'fast-check';
import { unknownAsset } from '../generators/amounts/priceTies.ts';
import { nearNames } from '../generators/texts/nearMisses.ts';
import { randomOf, some } from '../generators/values/draw/chance.ts';
import { convertedPairsIn } from '../oracles/acquiring/deposits/depositOptions.ts';
import { ratesIn } from '../oracles/answers/exchangeLists.ts';
import type { Widget } from '../runner/actions/acquiring/projects.ts';
import { rateQuery, rateQueryForms } from '../runner/actions/acquiring/rateQueries.ts';
import { addressed, both, must, read, test } from '../runner/requirement/test.ts';
import type { Api } from '../runner/worker/api.ts';
import { currencyOf } from '../schemas/domain/assets.ts';

/** The most pairs that are requested; of more, as many are drawn. */
const mostPairs = 150;

const noPair = { code: 'noEvidence', wanted: 'a pair that deposit options convert', exchanges: [] } as const;

/** The pairs that the deposit options of some projects convert. */
const pairsOf = (widgets: readonly Widget[]) => widgets.flatMap(({ options }) => convertedPairsIn(options.json));

/** The most pairs of exchange rates that are asked for besides. */
const mostFurther = 30;

/** Returns the pairs of exchange rates in both ways, without those that are asked for anyway: nobody says whether they have a rate here. */
async function furtherPairs(api: Api, known: ReadonlySet<string>): Promise<{ base: string; quote: string }[]> {
  const pairs = ratesIn(await api.control(read.exchangeRates()));
  const ways = pairs.flatMap(({ base, quote }) => [
    { base, quote },
    { base: quote, quote: base },
  ]);
  return ways.filter(({ base, quote }) => !known.has(`${base}/${quote}`));
}

/** The most pairs of names that are asked for besides: each asset in another one, and in currencies. */
const mostNamed = 16;

/** Returns pairs of an asset with another one and with a currency, also with its own: nobody says whether they have a rate, but a rate is a number. */
function namedPairs(widgets: readonly Widget[]): { base: string; quote: string }[] {
  const assets = [...new Set(widgets.flatMap((one) => one.assets))];
  const quotes = [...new Set([...assets, ...assets.map(currencyOf)])];
  return assets.flatMap((base) => quotes.flatMap((quote) => (quote === base ? [] : { base, quote })));
}

/** interface.md § Acquiring rate. The pairs are those that the limits of deposit options convert; of others the answers are judged where there are any. */
test('ART-01 a rate names the assets that were asked for', must, async ({ api, assertions, draw, projects }) => {
  const pairs = pairsOf(await projects.all());
  const distinct = new Map(pairs.map((pair) => [`${pair.base}/${pair.quote}`, pair]));
  if (distinct.size === 0) assertions.stop(noPair);
  const random = randomOf(draw(integer()));
  const chosen = some(random, [...distinct.values()], mostPairs);
  const asked = [];
  for (const baseOf of rateQueryForms)
    for (const pair of chosen) {
      const [base, quote] = [baseOf(pair), pair.quote];
      asked.push({ base, quote, exchange: (await api.send(read.acquiringRate(base, quote))).id });
    }
  for (const { base, quote } of some(random, await furtherPairs(api, new Set(distinct.keys())), mostFurther)) {
    const { id, class: kind } = await api.send(read.acquiringRate(base, quote));
    if (kind === 'accepted') asked.push({ base, quote, exchange: id });
  }
  const named = [];
  for (const { base, quote } of some(random, namedPairs(await projects.all()), mostNamed)) {
    const { id, class: kind } = await api.send(read.acquiringRate(base, quote));
    if (kind === 'accepted') named.push({ base, quote, exchange: id });
  }
  assertions.assert('ratesAnswer', { asked: [...asked, ...named] });
  assertions.assert('ratesTurn', { asked });
  assertions.assert('ratesNear', { asked });
});

/** A norm for any service: a request for something unknown is a client error. */
test('ART-02 a rate of unknown assets is a client error', must.norm, async ({ api, assertions, projects, refuses }) => {
  const pairs = pairsOf(await projects.all());
  const control = (await rateQuery(api, pairs)) ?? assertions.stop(noPair);
  const unknownBase = addressed('baseAsset', unknownAsset, 'an unknown base asset');
  const unknownQuote = addressed('quoteAsset', unknownAsset, 'an unknown quote asset');
  for (const defect of [unknownBase, unknownQuote, both(unknownBase, unknownQuote)])
    await refuses(api, control, { ...defect, combination: defect.name });
  const known = new Set(pairs.flatMap(({ asset, base, quote }) => [asset, base, quote]));
  for (const name of ['baseAsset', 'quoteAsset'] as const)
    for (const { why, value } of nearNames(control.path[name] ?? '', known))
      await refuses(api, control, { ...addressed(name, value, why), combination: `near a ${name}` });
});
