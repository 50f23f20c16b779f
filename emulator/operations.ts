/** The operations of § Endpoints, and the two read-backs that targets of this family offer beside them. */
export const OPERATIONS = [
  'listMethods',
  'listPayments',
  'searchPayments',
  'getPayment',
  'createPayin',
  'createPayout',
  'listLimits',
  'getLimit',
  'listRates',
  'getRate',
  'createExchange',
  'listBalances',
  'createCheckout',
  'getDepositOptions',
  'createRequest',
  'createBundle',
  'getAcquiringRate',
  'getCheckout',
  'getRequest',
] as const;

/** The name of one operation. */
export type Operation = (typeof OPERATIONS)[number];
