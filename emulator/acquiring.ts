import type { Asset } from './assets.ts';
import type { Instant } from './clock.ts';
import type { Money } from './money.ts';

/** Who pays the platform fee. */
export type FeePayer = 'merchant' | 'payer';

/** The least and the most of an asset (§ Limits, crypto limits). */
export type Limits = Pick<Asset, 'minLimit' | 'maxLimit'>;

/** The settings of a project (widget) (§ Project (widget) settings). */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly enabledAssets: readonly string[];
  readonly feePaidBy: FeePayer;
  readonly fixedFee: Money;
  readonly percentFee: Money;
  readonly suggested: {
    readonly currency: string;
    readonly amounts: readonly Money[];
    readonly manual: boolean;
  } | null;
}

/** The checkout types (§ Checkout). */
export const CHECKOUT_TYPES = ['FIXED_PRICE', 'NO_PRICE', 'SUGGESTED_FIXED_PRICE'] as const;

/** One checkout type. */
export type CheckoutType = (typeof CHECKOUT_TYPES)[number];

/** An amount that a merchant sets, in a fiat or a crypto currency. */
export interface FixedAmount {
  readonly amount: Money;
  readonly currency: string;
}

/** A checkout (§ Checkout). */
export interface Checkout {
  readonly id: string;
  readonly owner: string;
  readonly project: Project;
  readonly type: CheckoutType;
  readonly clientOrderId: string | null;
  readonly name: string | null;
  readonly returnUrl: string | null;
  readonly fixedAmount: FixedAmount | null;
  /** The amounts among which the end user may choose; null for none. */
  readonly suggested: readonly Money[] | null;
  readonly preselected: string | null;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly status: 'NEW' | 'EXPIRED';
}

/** What a fixed-price request comes to (§ Crypto acquiring request). */
export interface Quote {
  readonly amount: Money;
  readonly amountIn: string;
  readonly convertPair: string | null;
  readonly convertRate: Money | null;
  readonly converted: Money;
  readonly payerFee: Money;
  readonly merchantFee: Money;
  readonly payAmount: Money;
  readonly processingAmount: Money;
}

/** A crypto acquiring request (§ Crypto acquiring request); no quote makes it a NO_PRICE one. */
export interface AcquiringRequest {
  readonly id: string;
  readonly owner: string;
  readonly orderId: string;
  readonly project: Project;
  readonly asset: Asset;
  readonly clientOrderId: string | null;
  /** The checkout that the request is of; null for one of its own. */
  readonly checkoutId: string | null;
  readonly address: string;
  readonly feePaidBy: FeePayer;
  readonly quote: Quote | null;
  readonly createdAt: Instant;
  readonly paymentWindowEndsAt: Instant;
  readonly expiresAt: Instant;
  readonly lastUpdatedAt: Instant | null;
  readonly status: 'WAITING_PAYMENT' | 'EXPIRED';
}

/** One address of a bundle for one asset (§ Static address bundle). */
export interface StaticAddress {
  readonly id: string;
  readonly asset: Asset;
  readonly address: string;
  readonly active: boolean;
  readonly createdAt: Instant;
}

/** A static address bundle (§ Static address bundle). */
export interface Bundle {
  readonly id: string;
  readonly referenceId: string;
  readonly project: Project;
  readonly createdAt: Instant;
  readonly addresses: StaticAddress[];
  readonly deactivated: StaticAddress[];
}
