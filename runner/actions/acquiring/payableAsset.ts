import { priceForAll, pricesIn } from '../../../oracles/answers/depositPrices.ts';
import { numberIn } from '../../../oracles/answers/exchangeLists.ts';
import { chainFamily } from '../../../schemas/domain/addresses.ts';
import { blockchainOf, currencyOf, type Price } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal, type Exact } from '../../../schemas/json/exact.ts';
import { field, grouped } from '../../../traffic/journal/runRecord.ts';
import type { CurrencyPlaces } from '../inputs/methods.ts';
import type { Widget } from './projects.ts';
import {
  type AskedAmount,
  overTwiceTheLeast,
  severalTimesTheLeast,
  twiceTheLeast,
  withEveryDecimal,
} from './transfers.ts';

/** An asset in which a project can be paid, with a small price, and another asset of the same blockchain if there is one. */
export interface PayableAsset {
  project: string;
  asset: string;
  price: AskedAmount;
  /** A price in another currency, if the project has a price of the asset in another currency. The payAmount then differs from the price. */
  converted: AskedAmount;
  minLimit: Decimal;
  /** Another asset that goes to the same addresses; undefined if the project has none. */
  other?: string;
  /** The same currency on another blockchain whose transfers reach the same addresses; undefined if the project has none. */
  twin?: string;
  /** The limits of the price, within those of every asset with that currency. */
  within?: Price;
  /** The price with fewer decimals, for a target that refuses as many as the price has; undefined if it has few. */
  plain?: AskedAmount;
}

/** Returns the minimum of an asset, in its own currency. */
function leastOf(options: Exact | undefined, asset: string): Decimal | undefined {
  const limit = field(field(options, 'limits'), asset);
  return numberIn(limit, 'minLimit') ?? numberIn(field(options, 'minLimits'), asset);
}

/** Returns the price of an asset in its own currency; undefined if its amount options name other currencies only. */
export function takenInOwn(options: Exact | undefined, asset: string): Price | undefined {
  const prices = pricesIn(options).filter((price) => price.asset === asset);
  const taken = field(field(options, 'amountInOptions'), asset);
  return prices.find(({ isOwn, currency }) => isOwn && (prices.length === 1 || field(taken, currency) !== undefined));
}

/** Returns small prices of an asset: one in its own currency, if the project accepts that, and one in the other currency with the largest minimum. */
function askedOf(options: Exact | undefined, asset: string): AskedAmount[] {
  const prices = pricesIn(options).filter((price) => price.asset === asset);
  const own = takenInOwn(options, asset);
  const others = prices.flatMap(({ isOwn, currency, minLimit }) =>
    minLimit && !isOwn ? [{ currency, minLimit }] : [],
  );
  const ranked = others.toSorted((a, b) => b.minLimit.comparedTo(a.minLimit));
  return [
    ...(own ? [{ currency: own.currency, amount: twiceTheLeast(own.minLimit ?? decimal('0')) }] : []),
    ...ranked.slice(0, 1).map(({ currency, minLimit }) => ({ currency, amount: overTwiceTheLeast(minLimit) })),
  ];
}

const areOfEvm = (assets: readonly string[]) => assets.every((one) => chainFamily(blockchainOf(one)) === 'evm');

function payableIn({ id, assets, options: { json } }: Widget): PayableAsset[] {
  return assets.flatMap((asset) => {
    const [price, ...others] = askedOf(json, asset);
    const minLimit = leastOf(json, asset);
    if (!price || !minLimit) return [];
    const other = assets.find((one) => one !== asset && blockchainOf(one) === blockchainOf(asset));
    const twin = assets.find((one) => one !== asset && currencyOf(one) === currencyOf(asset) && areOfEvm([one, asset]));
    const converted = others[0] ?? price;
    const besides = { ...(other !== undefined && { other }), ...(twin !== undefined && { twin }) };
    return [{ project: id, asset, price, converted, minLimit, ...besides }];
  });
}

/**
 * Returns an asset in which one of the projects can be paid, preferably one that shares its address with another asset; undefined if the projects show no
 * limits.
 */
export function payableAssetOf(widgets: readonly Widget[]): PayableAsset | undefined {
  const all = widgets.flatMap(payableIn);
  return all.find(({ other }) => other !== undefined) ?? all[0];
}

/** Returns a payable asset whose currency is also on another blockchain with the same addresses; undefined if no project has one. */
export const payableWithTwin = (widgets: readonly Widget[]): PayableAsset | undefined =>
  widgets.flatMap(payableIn).find(({ twin }) => twin !== undefined);

/** Returns the payable assets of each project whose settings convert them into another currency. */
export const payableToConvert = (widgets: readonly Widget[]): PayableAsset[] =>
  widgets.flatMap((widget) => payableIn(widget).filter(({ asset }) => asset in (widget.settings.autoConversion ?? {})));

/** Of so many prices in turn, one has few decimals, as people write it. */
const plainEvery = 3;

/** How many times twice the least a price is, in turn. */
const magnitudes = [1, 60, 7, 900, 18_000] as const;

/** The decimals of a price that has few, in turn. */
const fewDecimals = [2, 1, 2, 0] as const;

/** Returns all prices in which an asset of a project can be paid, each within the limits of every asset with that currency. */
function offersIn(widget: Widget): PayableAsset[] {
  const prices = pricesIn(widget.options.json);
  return payableIn(widget).flatMap((plain): PayableAsset[] => {
    const taken = field(field(widget.options.json, 'amountInOptions'), plain.asset);
    const usable = prices.filter(
      ({ asset, currency }) =>
        asset === plain.asset && (currency === plain.price.currency || field(taken, currency) !== undefined),
    );
    return usable.map((price) => {
      const asked = { currency: price.currency, amount: twiceTheLeast(decimal('0')) };
      return { ...plain, price: asked, converted: asked, within: priceForAll(prices, price) };
    });
  });
}

/**
 * Returns what the `nth` record of a scenario is asked for: each turn has another asset, another project, another currency and another magnitude of the price, so
 * that a fault which only one of them has must show in some turn. Two of three prices in a coin have every decimal of it. Undefined if the projects show no
 * limits.
 */
export function payableInTurn(
  widgets: readonly Widget[],
  nth: number,
  places: CurrencyPlaces = new Map(),
): PayableAsset | undefined {
  const groups = widgets.map((widget) => [...grouped(offersIn(widget), ({ asset }) => asset).values()]);
  const most = Math.max(0, ...groups.map(({ length }) => length));
  const all = Array.from({ length: most }, (_, place) =>
    groups.flatMap((ofProject) => ofProject.slice(place, place + 1)),
  );
  const ofAssets = all.flat();
  const offers = ofAssets[nth % Math.max(1, ofAssets.length)];
  const round = Math.floor(nth / Math.max(1, ofAssets.length));
  const offer = offers?.[(nth + round) % Math.max(1, offers.length)];
  if (!offer?.within) return undefined;
  // Currencies and magnitudes take turns at another pace, so that each currency meets each magnitude.
  const times = magnitudes[(nth + Math.floor(nth / magnitudes.length)) % magnitudes.length] ?? 1;
  const few = fewDecimals[(nth + Math.floor(nth / fewDecimals.length)) % fewDecimals.length] ?? 2;
  const plain = { currency: offer.price.currency, amount: severalTimesTheLeast(offer.within, times, few) };
  const decimals = nth % plainEvery === 0 ? 0 : (places.get(plain.currency) ?? 0);
  const price = withEveryDecimal(plain, decimals, offer.within);
  return { ...offer, price, converted: price, ...(price.amount.value !== plain.amount.value && { plain }) };
}
