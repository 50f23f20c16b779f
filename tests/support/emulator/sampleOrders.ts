import type { Method } from '../../../emulator/domain/method.ts';
import { TESTNETS } from '../../../emulator/domain/methodCatalogue.ts';
import { money } from '../../../emulator/domain/money.ts';

/** Sound values of request fields, by field name: what a method requires can be filled in from here. */
const FIELDS: Readonly<Record<string, string>> = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  phoneNumber: '+4915112345678',
  cardNumber: '5555555555554444',
  channelCode: 'BCA',
  bankAccount: '1234567890',
  bankCode: 'BT',
};

/** A sound address of each blockchain. */
const ADDRESSES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(TESTNETS.map((blockchain) => [blockchain, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'])),
  TRON: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  BITCOIN: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
};

/** What the tests read of a listed method. */
export interface ListedMethod extends Pick<Method, 'id' | 'orderType' | 'methodKey' | 'currency'> {
  readonly blockchain?: string | null;
  readonly minLimit: number;
  readonly maxLimit: number;
  readonly scale: number;
  readonly properties: { readonly required: readonly string[]; readonly optional: readonly string[] };
}

/** Sound values of the fields that a method requires beside the amount. */
const requiredOf = (method: ListedMethod): Record<string, string> =>
  Object.fromEntries(
    method.properties.required
      .filter((field) => field !== 'amount')
      .map((field) => [
        field,
        field === 'cryptoAddress' ? (ADDRESSES[method.blockchain ?? ''] ?? '') : (FIELDS[field] ?? ''),
      ]),
  );

/** A sound body by method id, at the method's minimum. */
export const minimalBody = (method: ListedMethod): Record<string, unknown> => ({
  paymentMethodId: method.id,
  amount: method.minLimit,
  ...requiredOf(method),
});

/** One step beyond the decimals of a method, as an exact text. */
export const beyondScale = (method: ListedMethod): string =>
  money(method.minLimit)
    .plus(money(10).pow(-(method.scale + 1)))
    .toFixed();

/** The path of an operation on payments. */
export const pathFor = (method: ListedMethod): string => `/v1/user/payments/${method.orderType.toLowerCase()}`;
