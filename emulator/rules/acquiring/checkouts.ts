import type { CheckoutType, FixedAmount } from '../../domain/acquiring.ts';
import type { Asset } from '../../domain/assets.ts';
import { HOUR_MS, type Instant, later } from '../../domain/clock.ts';
import type { Money } from '../../domain/money.ts';
import type { Operation } from '../../domain/operations.ts';
import { amount, choice, manner, predicate } from '../core/ruleKind.ts';

/** The fields of a checkout that list its assets. */
export type AssetField =
  | 'cryptoCurrencies'
  | 'cryptoCurrenciesByBlockchain'
  | 'cryptoCurrencyDetails'
  | 'estimatedPayAmounts';

/** Fields of a body that have no effect because the project's settings determine them. */
export interface SentOptions {
  readonly suggested: readonly Money[];
  readonly fixedAmount: FixedAmount | null;
}

const NEEDED: Partial<Record<Operation, readonly string[]>> = {
  createCheckout: ['type'],
  createRequest: ['cryptoCurrency'],
  createBundle: ['referenceId'],
};

/** The creation of checkouts (§ Checkout, § Endpoints, Crypto acquiring). */
export const checkoutRules = {
  /** The required fields of each creation in crypto acquiring. */
  fieldsNeeded: choice((operation: Operation): readonly string[] => NEEDED[operation] ?? []),
  /** A FIXED_PRICE checkout requires an amount. */
  needsFixedAmount: predicate((type: CheckoutType): boolean => type === 'FIXED_PRICE'),
  /** A FIXED_PRICE checkout stores its amount as sent; other types have none. */
  fixedAmountKept: choice((fixedAmount: FixedAmount | null, type: CheckoutType): FixedAmount | null =>
    type === 'FIXED_PRICE' ? fixedAmount : null,
  ),
  /** A project without options still accepts a SUGGESTED_FIXED_PRICE checkout. */
  optionlessAccepted: manner((): boolean => true),
  /** The options of a SUGGESTED_FIXED_PRICE checkout come from the settings, whatever the body says. */
  suggestionsKept: choice((settings: readonly Money[] | null, _sent: SentOptions): readonly Money[] | null => settings),
  /** A checkout stores the sent text unchanged. */
  checkoutTextKept: choice(
    (text: string | null, _field: 'clientOrderId' | 'name' | 'returnUrl'): string | null => text,
  ),
  /** A checkout expires at the sent time, or an hour after its creation by default. */
  expiryKept: choice((sent: Instant | null, createdAt: Instant): Instant => sent ?? later(createdAt, HOUR_MS)),
  /** A checkout must expire after its creation. */
  expiryAccepted: predicate((expiresAt: Instant, createdAt: Instant): boolean => expiresAt > createdAt),
  /** The absolute address of the hosted page. */
  acquiringUrlText: choice((baseUrl: string, checkoutId: string): string => `${baseUrl}/checkout/${checkoutId}`),
  /** Every asset field lists all assets. */
  checkoutAssets: choice((assets: readonly Asset[], _field: AssetField): readonly Asset[] => assets),
  /** An estimate is the amount that a payer with this asset would pay. */
  estimateShown: amount((payAmount: Money, _by: { amount: Money; rate: Money }): Money => payAmount),
};
