import type { Money } from '../core/money.ts';
import type { Instant } from '../core/time.ts';
import type { Account, Project } from '../domain/account.ts';
import type { AddressFamily, Asset } from './assets.ts';
import type { Payment } from './payment.ts';
import type { Price } from './pricing.ts';

/** The states of a crypto acquiring request. */
export type RequestStatus = 'WAITING_PAYMENT' | 'PENDING_PAYMENT' | 'CONFLICT' | 'EXPIRED' | 'SUCCESS';

/** Why a request or checkout is in conflict. */
export type ConflictReason = 'UNDERPAID' | 'WRONG_CURRENCY' | 'OTHER';

/** A payment as the blockchain shows it. */
export interface Transfer {
  asset: Asset;
  address: string;
  amount: Money;
  txHash?: string;
}

/** A demand for a crypto currency on a blockchain; it has a price unless the payer decides how much. */
export interface Request {
  id: string;
  orderId: string;
  account: Account;
  project: Project;
  checkout?: Checkout;
  clientOrderId?: string | undefined;
  asset: Asset;
  price?: Price | undefined;
  payerFee?: Money | undefined;
  address: string;
  status: RequestStatus;
  reason?: ConflictReason | undefined;
  createdAt: Instant;
  paymentWindowEndsAt: Instant;
  expiresAt: Instant;
  lastUpdatedAt?: Instant;
  transfer?: Transfer;
  payment?: Payment;
}

/** The states of a checkout. */
export type CheckoutStatus = 'NEW' | 'REQUEST_CREATED' | 'PAYMENT_DETECTED' | 'EXPIRED' | 'CONFLICT' | 'SUCCESS';

/** The pricing modes of a checkout. */
export const CHECKOUT_TYPES = ['FIXED_PRICE', 'NO_PRICE', 'SUGGESTED_FIXED_PRICE'] as const;

/** The pricing mode of a checkout. */
export type CheckoutType = (typeof CHECKOUT_TYPES)[number];

/** An invoice whose payer chooses the crypto currency. */
export interface Checkout {
  id: string;
  account: Account;
  project: Project;
  type: CheckoutType;
  status: CheckoutStatus;
  reason?: ConflictReason | undefined;
  clientOrderId?: string | undefined;
  name?: string | undefined;
  returnUrl?: string | undefined;
  fixedAmount?: { amount: Money; currency: string } | undefined;
  preselected?: string | undefined;
  assets: Asset[];
  acquiringUrl: string;
  createdAt: Instant;
  expiresAt: Instant;
  request?: Request;
}

/** A reusable deposit address; several assets of a bundle may share one. */
export interface StaticAddress {
  id: string;
  family: AddressFamily;
  address: string;
  active: boolean;
  createdAt: Instant;
}

/** The deposit addresses of one end user, by asset. */
export interface Bundle {
  id: string;
  account: Account;
  project: Project;
  referenceId: string;
  createdAt: Instant;
  assets: Set<string>;
  addresses: Map<string, StaticAddress>;
  deactivated: { asset: Asset; address: StaticAddress }[];
}

/** A payment that was seen at a static address. */
export interface StaticPayment {
  bundle: Bundle;
  address: StaticAddress;
  transfer: Transfer;
  payment: Payment;
}
