import type { PayinBody, PayoutBody } from '../requestTypes.ts';

/** The keys of methods (§ Payment method, methodKey). */
export const methodKeys: readonly string[] = ['CRYPTOCOIN', 'CC_VISAMC', 'VA_QR'];

/** The values that the text lists for a field of a payment, so that no target file has to name one (§ Payments, both bodies). */
export const listedValues = {
  channelCode: ['CIMB', 'BNI', 'BCA', 'PERMATA'],
  bankCode: ['BT', 'I1', 'M1', 'RI', 'QRIS'],
} as const satisfies Partial<Record<keyof (PayinBody & PayoutBody), readonly string[]>>;

/** The fields of a payment that follow from its method or its case, so that a sample of them has no use. */
type Decided =
  | 'amount'
  | 'currency'
  | 'method'
  | 'paymentMethodId'
  | 'clientOrderId'
  | 'blockchain'
  | 'asset'
  | 'crossPayoutAsset';

/** The fields of which a target file may give a sample; methods may also list an email (§ H2H card submission). */
const fields: Readonly<Record<Exclude<keyof (PayinBody & PayoutBody), Decided> | 'email', true>> = {
  cardNumber: true,
  cryptoAddress: true,
  walletAddress: true,
  bankAccount: true,
  bankCode: true,
  channelCode: true,
  phoneNumber: true,
  firstName: true,
  lastName: true,
  cardholder: true,
  receiverName: true,
  email: true,
  comment: true,
  returnUrl: true,
};

/** The names of the fields of which a target file may give a sample. */
export const sampleFields: readonly string[] = Object.keys(fields);
