import type { AssertionLog } from '../../../judge/assertionLog.ts';
import { convertedPrice, ownPrice, priceForAll, pricesIn } from '../../../oracles/answers/depositPrices.ts';
import type { Price } from '../../../schemas/domain/assets.ts';
import type { Widget } from './projects.ts';

/** In which amounts a project takes its assets: each of them, one of them, and those of a checkout, whose end user chooses the asset. */
export interface ProjectPrices {
  /** By asset, its price in another currency where it has one, else in its own. */
  each: readonly Price[];
  /** Of one asset the price in its own currency, and in another one where it has any. */
  own: Price;
  other: Price | undefined;
  /** The same for a checkout: within the limits of every asset. */
  ownOfAll: Price;
  otherOfAll: Price | undefined;
}

/** The prices of a project by its deposit options; stops the test where these list no asset. */
export function projectPrices({ id, options, assets }: Widget, ledger: AssertionLog): ProjectPrices {
  const prices = pricesIn(options.json);
  const hint = `the deposit options of ${id} list none`;
  const other = convertedPrice(prices);
  const own =
    ownPrice(prices.filter(({ asset }) => other === undefined || asset === other.asset)) ??
    ledger.stop({ code: 'missing', wanted: 'an asset of a project', hint, exchanges: [options.id] });
  const each = assets.toSorted().flatMap((asset) => {
    const ofAsset = prices.filter((price) => price.asset === asset);
    return convertedPrice(ofAsset) ?? ownPrice(ofAsset) ?? [];
  });
  return {
    ...{ each, own, other },
    ownOfAll: priceForAll(prices, own),
    otherOfAll: other && priceForAll(prices, other),
  };
}
