import type { CheckoutType, FixedAmount } from '../domain/acquiring.ts';
import type { Asset } from '../domain/assets.ts';
import { HOUR_MS, type Instant, later } from '../domain/clock.ts';
import type { Money } from '../domain/money.ts';
import type { Operation } from '../domain/operations.ts';
import type { RuleKinds } from './ruleKind.ts';

/** The fields of a checkout that name its assets. */
export type AssetField =
  | 'cryptoCurrencies'
  | 'cryptoCurrenciesByBlockchain'
  | 'cryptoCurrencyDetails'
  | 'estimatedPayAmounts';

/** What a body may hold that only the settings of a project decide. */
export interface SentOptions {
  readonly suggested: readonly Money[];
  readonly fixedAmount: FixedAmount | null;
}

const NEEDED: Partial<Record<Operation, readonly string[]>> = {
  createCheckout: ['type'],
  createRequest: ['cryptoCurrency'],
  createBundle: ['referenceId'],
};

/** How checkouts are made (§ Checkout, § Endpoints, Crypto acquiring). */
export const checkoutRules = {
  /** The fields without which nothing of crypto acquiring is made. */
  fieldsNeeded(operation: Operation): readonly string[] {
    return NEEDED[operation] ?? [];
  },
  /** A FIXED_PRICE checkout needs its amount. */
  needsFixedAmount(type: CheckoutType): boolean {
    return type === 'FIXED_PRICE';
  },
  /** A FIXED_PRICE checkout keeps its amount as it was sent, another type has none. */
  fixedAmountKept(fixedAmount: FixedAmount | null, type: CheckoutType): FixedAmount | null {
    return type === 'FIXED_PRICE' ? fixedAmount : null;
  },
  /** A SUGGESTED_FIXED_PRICE checkout is made in a project without options, too. */
  optionlessAccepted(): boolean {
    return true;
  },
  /** The options of a SUGGESTED_FIXED_PRICE checkout are those of the settings, whatever a body says. */
  suggestionsKept(settings: readonly Money[] | null, _sent: SentOptions): readonly Money[] | null {
    return settings;
  },
  /** A checkout keeps what it was sent, word for word. */
  checkoutTextKept(text: string | null, _field: 'clientOrderId' | 'name' | 'returnUrl'): string | null {
    return text;
  },
  /** A checkout expires when it was asked to; an hour after its creation where nothing was asked. */
  expiryKept(sent: Instant | null, createdAt: Instant): Instant {
    return sent ?? later(createdAt, HOUR_MS);
  },
  /** A checkout expires after its creation. */
  expiryAccepted(expiresAt: Instant, createdAt: Instant): boolean {
    return expiresAt > createdAt;
  },
  /** The address of the hosted page, absolute. */
  acquiringUrlText(baseUrl: string, checkoutId: string): string {
    return `${baseUrl}/checkout/${checkoutId}`;
  },
  /** Every field that names assets names all of them. */
  checkoutAssets(assets: readonly Asset[], _field: AssetField): readonly Asset[] {
    return assets;
  },
  /** An estimate is what a payer of the asset would be asked for. */
  estimateShown(payAmount: Money, _by: { amount: Money; rate: Money }): Money {
    return payAmount;
  },
};

/** How each rule of this group can be broken mechanically. */
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
