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
  /** Whether the fee that the payer pays is kept from the payer's eyes. */
  readonly hideFee: boolean;
  /** The currency into which what arrives in an asset is converted, by asset. */
  readonly autoConversion: Readonly<Record<string, string>>;
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

/** The states of a checkout (§ States and transitions, Checkout). */
export type CheckoutStatus = 'NEW' | 'REQUEST_CREATED' | 'PAYMENT_DETECTED' | 'EXPIRED' | 'CONFLICT' | 'SUCCESS';

/** The states of a request (§ States and transitions, Crypto acquiring request). */
export type RequestStatus = 'WAITING_PAYMENT' | 'PENDING_PAYMENT' | 'CONFLICT' | 'EXPIRED' | 'SUCCESS';

/** What is wrong with what was paid. */
export type Problem = 'UNDERPAID' | 'WRONG_CURRENCY' | 'OTHER';

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
  readonly lastUpdatedAt: Instant | null;
  readonly status: CheckoutStatus;
  /** What makes it a CONFLICT. */
  readonly problem: Problem | null;
  /** The request that the choice of a crypto currency made. */
  readonly requestId: string | null;
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

/** The one payment of a request, as it was detected on its blockchain. */
export interface Incoming {
  readonly paymentId: string;
  readonly txHash: string;
  readonly asset: Asset;
  readonly amount: Money;
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
  readonly status: RequestStatus;
  /** What makes it a CONFLICT. */
  readonly problem: Problem | null;
  readonly incoming: Incoming | null;
  /** Whether more was paid than was due; null until that is known. */
  readonly overpaid: boolean | null;
}

/** One address of a bundle for one asset (§ Static address bundle). */
export interface StaticAddress {
  readonly id: string;
  readonly asset: Asset;
  readonly address: string;
  readonly active: boolean;
  /** Whether the service takes nothing at it any more: the next call for its bundle replaces it. */
  readonly disabled: boolean;
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

/** A transfer that was seen on its blockchain: the payment that it made, and what it is for. */
export interface Receipt extends Incoming {
  /** The request that it pays; null for a payment to a static address. */
  readonly requestId: string | null;
  /** Why a payment to a static address will fail; null: it will not. */
  readonly failure: string | null;
}
