// Written by `npm run types` from openapi.json.
import type { ExactNumber } from './json/decimal.ts';

/** interface.md § Payments, pay-in body. */
export type PayinBody = {
  paymentMethodId?: string;
  amount: ExactNumber | number;
  currency?: string;
  method?: string;
  comment?: string;
  clientOrderId?: string;
  returnUrl?: string;
  walletAddress?: string;
  cardNumber?: string;
  channelCode?: string;
  firstName?: string;
  lastName?: string;
  blockchain?: string;
};

/** interface.md § Payments, pay-out body. */
export type PayoutBody = {
  paymentMethodId?: string;
  amount: ExactNumber | number;
  currency?: string;
  method?: string;
  cardNumber?: string;
  cryptoAddress?: string;
  comment?: string;
  cardholder?: string;
  clientOrderId?: string;
  bankAccount?: string;
  bankCode?: string;
  receiverName?: string;
  firstName?: string;
  lastName?: string;
  phoneNumber?: string;
  blockchain?: string;
  crossPayoutAsset?: string;
  asset?: string;
};

/** interface.md § Exchange, create exchange order body. */
export type ExchangeBody = {
  symbolPair: string;
  side: string;
  amount: ExactNumber | number;
  clientOrderId?: string;
};

/** interface.md § Crypto acquiring, create checkout body; which fields are required is not shown. */
export type CheckoutBody = {
  clientOrderId?: string;
  expiresAt?: string;
  fixedAmount?: {
    amount?: ExactNumber | number;
    currency?: string;
  };
  returnUrl?: string;
  name?: string;
  type?: string;
  preselectedCryptoCurrency?: string;
};

/** interface.md § Crypto acquiring, create request body; which fields are required is not shown. */
export type RequestBody = {
  amount?: ExactNumber | number;
  amountIn?: string;
  clientOrderId?: string;
  cryptoCurrency?: string;
};

/** interface.md § Crypto acquiring, create bundle body; which fields are required is not shown. */
export type BundleBody = {
  allEnabledAssets?: boolean;
  assets?: readonly string[];
  referenceId?: string;
};

/** interface.md § H2H card submission, request; its path is not shown. */
export type CardSubmission = {
  card?: {
    cardHolder?: string;
    cvv?: string;
    expMonth?: number;
    expYear?: number;
    pan?: string;
  };
  email?: string;
};

/** The query of GET /v2/user/payments/search. */
export type SearchPaymentsQuery = {
  createdAt?: string | readonly string[];
  amount?: string | readonly string[];
  currency?: string | readonly string[];
  orderType?: string | readonly string[];
  transactionType?: string | readonly string[];
  status?: string | readonly string[];
  integrationId?: string | readonly string[];
  methodId?: string | readonly string[];
  page?: string | readonly string[];
  size?: string | readonly string[];
  sort?: string | readonly string[];
  orderId?: string | readonly string[];
  clientOrderId?: string | readonly string[];
};
