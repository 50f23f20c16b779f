import type { AssertionLog } from '../../../judge/assertionLog.ts';
import { convertedPrice, ownPrice, priceForAll, pricesIn } from '../../../oracles/answers/depositPrices.ts';
import type { Price } from '../../../schemas/domain/assets.ts';
import type { Widget } from './projects.ts';

/** The amounts that a project accepts: for each asset, for one asset, and for a checkout, whose end user chooses the asset. */
export interface ProjectPrices {
  /** For each asset, its price in another currency if it has one, else in its own. */
  each: readonly Price[];
  /** All prices in another currency that have a rate, and each asset's price in its own. */
  all: readonly Price[];
  /** For one asset, its price in its own currency, and in another currency if it has any. */
  own: Price;
  other: Price | undefined;
  /** The same two prices for a checkout, within the limits of every asset. */
  ownOfAll: Price;
  otherOfAll: Price | undefined;
}

/** Returns the prices of a project from its deposit options; stops the test if they list no asset. */
export function projectPrices({ id, options, assets }: Widget, log: AssertionLog): ProjectPrices {
  const prices = pricesIn(options.json);
  const hint = `the deposit options of ${id} list none`;
  const other = convertedPrice(prices);
  const own =
    ownPrice(prices.filter(({ asset }) => other === undefined || asset === other.asset)) ??
    log.stop({ code: 'missing', wanted: 'an asset of a project', hint, exchanges: [options.id] });
  const each = assets.toSorted().flatMap((asset) => {
    const ofAsset = prices.filter((price) => price.asset === asset);
    return convertedPrice(ofAsset) ?? ownPrice(ofAsset) ?? [];
  });
  return {
    ...{ each, own, other, all: prices.filter(({ isOwn, rate }) => isOwn || rate !== undefined) },
    ownOfAll: priceForAll(prices, own),
    otherOfAll: other && priceForAll(prices, other),
  };
}

/** Returns the price of a checkout in the very coin of an asset, within the limits of every asset; undefined if the asset has none. */
export function priceInCoin({ options }: Widget, asset: string): Price | undefined {
  const prices = pricesIn(options.json);
  const own = ownPrice(prices.filter((price) => price.asset === asset));
  return own && priceForAll(prices, own);
}
