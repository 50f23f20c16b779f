import type { Decimal } from '../json/exact.ts';

/** The blockchain that an asset identifier names (§ Crypto acquiring request, <BLOCKCHAIN>_<CURRENCY>); a testnet may be part of it. */
export function blockchainOf(asset: string): string {
  return asset.slice(0, Math.max(0, asset.lastIndexOf('_')));
}

/** The currency that an asset identifier names. */
export function currencyOf(asset: string): string {
  return asset.slice(asset.lastIndexOf('_') + 1);
}

/** In which amounts of one currency an asset is taken (§ Deposit options, amountInOptions). */
export interface Price {
  asset: string;
  currency: string;
  /** The currency is the asset's own: nothing is converted. */
  isOwn: boolean;
  minLimit: Decimal | undefined;
  maxLimit: Decimal | undefined;
  rate: Decimal | undefined;
}
