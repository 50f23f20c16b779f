import type { CheckoutType, FixedAmount } from '../domain/acquiring.ts';
import type { Asset } from '../domain/assets.ts';
import { HOUR_MS, type Instant, later } from '../domain/clock.ts';
import type { Money } from '../domain/money.ts';
import type { Operation } from '../domain/operations.ts';
import type { RuleKinds } from './ruleKind.ts';

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
  fieldsNeeded(operation: Operation): readonly string[] {
    return NEEDED[operation] ?? [];
  },
  /** A FIXED_PRICE checkout requires an amount. */
  needsFixedAmount(type: CheckoutType): boolean {
    return type === 'FIXED_PRICE';
  },
  /** A FIXED_PRICE checkout stores its amount as sent; other types have none. */
  fixedAmountKept(fixedAmount: FixedAmount | null, type: CheckoutType): FixedAmount | null {
    return type === 'FIXED_PRICE' ? fixedAmount : null;
  },
  /** A project without options still accepts a SUGGESTED_FIXED_PRICE checkout. */
  optionlessAccepted(): boolean {
    return true;
  },
  /** The options of a SUGGESTED_FIXED_PRICE checkout come from the settings, whatever the body says. */
  suggestionsKept(settings: readonly Money[] | null, _sent: SentOptions): readonly Money[] | null {
    return settings;
  },
  /** A checkout stores the sent text unchanged. */
  checkoutTextKept(text: string | null, _field: 'clientOrderId' | 'name' | 'returnUrl'): string | null {
    return text;
  },
  /** A checkout expires at the sent time, or an hour after its creation by default. */
  expiryKept(sent: Instant | null, createdAt: Instant): Instant {
    return sent ?? later(createdAt, HOUR_MS);
  },
  /** A checkout must expire after its creation. */
  expiryAccepted(expiresAt: Instant, createdAt: Instant): boolean {
    return expiresAt > createdAt;
  },
  /** The absolute address of the hosted page. */
  acquiringUrlText(baseUrl: string, checkoutId: string): string {
    return `${baseUrl}/checkout/${checkoutId}`;
  },
  /** Every asset field lists all assets. */
  checkoutAssets(assets: readonly Asset[], _field: AssetField): readonly Asset[] {
    return assets;
  },
  /** An estimate is the amount that a payer with this asset would pay. */
  estimateShown(payAmount: Money, _by: { amount: Money; rate: Money }): Money {
    return payAmount;
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
export const checkoutKinds: RuleKinds<typeof checkoutRules> = {
  fieldsNeeded: 'choice',
  needsFixedAmount: 'predicate',
  fixedAmountKept: 'choice',
  optionlessAccepted: 'manner',
  suggestionsKept: 'choice',
  checkoutTextKept: 'choice',
  expiryKept: 'choice',
  expiryAccepted: 'predicate',
  acquiringUrlText: 'choice',
  checkoutAssets: 'choice',
  estimateShown: 'amount',
};
