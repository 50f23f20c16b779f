import type { Checkout, CheckoutStatus, CheckoutType, FixedAmount, Limits } from '../../domain/acquiring.ts';
import type { Asset } from '../../domain/assets.ts';
import type { Instant } from '../../domain/clock.ts';
import type { Money } from '../../domain/money.ts';
import { choice, never, predicate } from '../core/ruleKind.ts';

/** What is preselected: a currency, and an asset if the checkout names a network too. */
export interface Preselection {
  readonly currency: string;
  readonly asset: string | null;
}

/** What an amount due comes from: the type of the checkout, the amount without a fee, whether the price is in the coin, and whether the payer is not to see the fee. */
export interface DueOf {
  readonly type: CheckoutType;
  readonly converted: Money;
  readonly isOwn: boolean;
  readonly isFeeHidden: boolean;
}

/** What the page offers to choose from (§ Checkout types, § Project settings). */
export const offerRules = {
  /** The page offers the enabled assets alone; `known` are those of the service. */
  assetsOnPage: choice(
    (
      enabled: readonly Asset[],
      _of: { known: readonly Asset[]; type: CheckoutType; price: string | null },
    ): readonly Asset[] => enabled,
  ),
  /** The named currency or asset is preselected if the page offers it. */
  preselectedOnPage: choice(
    (named: string | null, offered: readonly Asset[], _type: CheckoutType): Preselection | null => {
      const asset = offered.find(({ id }) => id === named);
      const currency = asset?.currency ?? offered.find((one) => one.currency === named)?.currency;
      return currency === undefined ? null : { currency, asset: asset?.id ?? null };
    },
  ),
  /** The page offers exactly the amounts of the settings. */
  amountsOnPage: choice(
    (amounts: readonly Money[], _of: { manual: boolean; sent: number }): readonly Money[] => amounts,
  ),
  /** The page takes another amount only if the settings allow manual input. */
  manualOnPage: choice((manual: boolean, _amounts: readonly Money[]): boolean => manual),
  /** The limits that the page shows are those of the asset. */
  limitsOnPage: choice((limits: Limits, _asset: Asset): Limits => limits),
  /** What an end user writes as an amount is read as a whole. */
  amountReadOnPage: choice((written: string): string => written.trim()),
  /** An amount of the end user must be within the limits of the chosen asset. */
  payerAmountAccepted: predicate(
    (amount: Money, { minLimit, maxLimit }: Limits): boolean => amount.gte(minLimit) && amount.lte(maxLimit),
  ),
  /** The end user chooses from what the page offers. */
  choiceOnPage: choice((asset: string, _of: { offered: readonly Asset[]; checkout: Checkout }): string => asset),
  /** Opening a page chooses nothing. */
  choosesOnOpening: never((_type: CheckoutType): boolean => false),
  /** The price of a checkout is what its merchant set, whatever an end user sends. */
  priceOfChoice: choice(
    (set: FixedAmount, _of: { named: Money | null; asset: Asset; checkout: Checkout }): FixedAmount => set,
  ),
  /** A checkout that offers no amounts refuses one. */
  amountRefused: choice((_type: CheckoutType): boolean => true),
  /** The page names the blockchain of the request. */
  networkOnPage: choice((asset: Asset, _type: CheckoutType): string => asset.blockchain),
  /** The page counts down the time until the checkout ends, ms. */
  timeLeftOnPage: choice((leftMs: number, _of: { type: CheckoutType; status: CheckoutStatus }): number => leftMs),
  /** The price on the page is that of the merchant. */
  priceOnPage: choice((price: Money, _type: CheckoutType): Money => price),
  /** The page counts down to the end of the payment window, and until there is one to that of the checkout. */
  endOnPage: choice((window: Instant | undefined, expiry: Instant, _type: CheckoutType): Instant => window ?? expiry),
  /** The fee of a payer is shown, unless the project hides it. */
  feeOnPage: choice((isHidden: boolean, _currency: string): boolean => !isHidden),
  /** The fee on the page is in the coin that is paid; `own` is as much in the currency of the price. */
  feeAs: choice((fee: FixedAmount, _own: FixedAmount): FixedAmount => fee),
  /** The amount due on the page is that of the request. */
  dueOnPage: choice((due: Money, _asset: Asset, _of: DueOf): Money => due),
  /** What the page calls received is what was paid. */
  paidOnPage: choice((paid: Money, _due: Money | undefined): Money => paid),
  /** The QR code holds the address of the request; `earlier` gives that of an earlier request in the asset, of anybody or of the same order. */
  addressInCode: choice(
    (address: string, _asset: Asset, _earlier: Record<'ofAnybody' | 'ofOrder', () => string>): string => address,
  ),
  /** The address on the page is that of the request. */
  addressOnPage: choice((address: string, _asset: Asset, _type: CheckoutType): string => address),
};
