import type { Decimal } from '../json/exact.ts';

/** Returns the blockchain in an asset identifier (§ Crypto acquiring request, <BLOCKCHAIN>_<CURRENCY>), including a testnet. */
export function blockchainOf(asset: string): string {
  return asset.slice(0, Math.max(0, asset.lastIndexOf('_')));
}

/** Returns the currency in an asset identifier. */
export function currencyOf(asset: string): string {
  return asset.slice(asset.lastIndexOf('_') + 1);
}

/** True if two names mean the same blockchain. Letter case does not matter, and one name may add the name of a testnet. */
export function isSameChain(one: string, other: string): boolean {
  const [short = [], long = []] = [one, other]
    .map((name) => name.toUpperCase().split(/[\s_-]+/))
    .toSorted((a, b) => a.length - b.length);
  return short.every((word, index) => word === long[index]);
}

/** The amounts of one currency in which an asset is accepted (§ Deposit options, amountInOptions). */
export interface Price {
  asset: string;
  currency: string;
  /** True if the currency is the asset's own, so that nothing is converted. */
  isOwn: boolean;
  minLimit: Decimal | undefined;
  maxLimit: Decimal | undefined;
  rate: Decimal | undefined;
}
