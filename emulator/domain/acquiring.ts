import type { Asset } from './assets.ts';
import type { Instant } from './clock.ts';
import type { Money } from './money.ts';

/** The party that pays the platform fee. */
export type FeePayer = 'merchant' | 'payer';

/** The minimum and maximum amount of an asset (§ Limits, crypto limits). */
export type Limits = Pick<Asset, 'minLimit' | 'maxLimit'>;

/** The states of a submitted domain (§ States and transitions, Domain). */
export const DOMAIN_STATES = ['PENDING', 'SUCCESS', 'REJECTED'] as const;

/** One state of a submitted domain. */
export type DomainState = (typeof DOMAIN_STATES)[number];

/** A domain that the merchant submitted, without a scheme; only an approved one may be linked to a project. */
export interface Domain {
  readonly name: string;
  readonly state: DomainState;
  readonly linked: boolean;
  /** True if it was linked once. */
  readonly wasLinked?: boolean;
}

/** The settings of a project (widget) (§ Project (widget) settings). */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  /** The submitted domains of a new instance; the dashboard may change them later. */
  readonly domains: readonly Domain[];
  readonly enabledAssets: readonly string[];
  readonly feePaidBy: FeePayer;
  readonly fixedFee: Money;
  readonly percentFee: Money;
  /** True if the payer does not see the fee that it pays. */
  readonly hideFee: boolean;
  /** The currency into which payments in an asset are converted, by asset. */
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

/** The reason why a payment does not satisfy its request. */
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
  /** Where the end user goes after SUCCESS, and after EXPIRED or CONFLICT; null for returnUrl. */
  readonly successfulLink: string | null;
  readonly failureLink: string | null;
  readonly fixedAmount: FixedAmount | null;
  /** The amounts that the end user may choose from; null if the checkout suggests no amounts. */
  readonly suggested: readonly Money[] | null;
  readonly preselected: string | null;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly lastUpdatedAt: Instant | null;
  readonly status: CheckoutStatus;
  /** The cause of a CONFLICT. */
  readonly problem: Problem | null;
  /** The request created when the end user chose a crypto currency. */
  readonly requestId: string | null;
}

/** The price of a fixed-price request (§ Crypto acquiring request). */
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

/** The single payment of a request, as it was detected on its blockchain; without a transaction it came from the sandbox balance. */
export interface Incoming {
  readonly paymentId: string;
  readonly txHash: string | null;
  readonly asset: Asset;
  readonly amount: Money;
}

/** A crypto acquiring request (§ Crypto acquiring request); without a quote it is a NO_PRICE request. */
export interface AcquiringRequest {
  readonly id: string;
  readonly owner: string;
  readonly orderId: string;
  readonly project: Project;
  readonly asset: Asset;
  readonly clientOrderId: string | null;
  /** The checkout that the request belongs to; null for a standalone request. */
  readonly checkoutId: string | null;
  readonly address: string;
  readonly feePaidBy: FeePayer;
  readonly quote: Quote | null;
  readonly createdAt: Instant;
  readonly paymentWindowEndsAt: Instant;
  readonly expiresAt: Instant;
  readonly lastUpdatedAt: Instant | null;
  readonly status: RequestStatus;
  /** The cause of a CONFLICT. */
  readonly problem: Problem | null;
  readonly incoming: Incoming | null;
  /** True if the payer paid more than was due; null until that is known. */
  readonly overpaid: boolean | null;
}

/** One address of a bundle for one asset (§ Static address bundle). */
export interface StaticAddress {
  readonly id: string;
  readonly asset: Asset;
  readonly address: string;
  readonly active: boolean;
  /** True if the service no longer accepts payments at this address; the next call for its bundle replaces it. */
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

/** A transfer seen on its blockchain, with the payment that it created and its purpose. */
export interface Receipt extends Incoming {
  /** The request that this transfer pays; null for a payment to a static address. */
  readonly requestId: string | null;
  /** The reason why a payment to a static address will fail; null if it will not. */
  readonly failure: string | null;
}
