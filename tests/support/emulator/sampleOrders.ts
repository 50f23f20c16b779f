import type { Method } from '../../../emulator/domain/method.ts';
import { TESTNETS } from '../../../emulator/domain/methodCatalogue.ts';
import { money } from '../../../emulator/domain/money.ts';

/** Valid values of request fields by field name, for the fields that a method requires. */
const FIELDS: Readonly<Record<string, string>> = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  phoneNumber: '+4915112345678',
  cardNumber: '5555555555554444',
  channelCode: 'BCA',
  bankAccount: '1234567890',
  bankCode: 'BT',
};

/** A valid address of each blockchain. */
const ADDRESSES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(TESTNETS.map((blockchain) => [blockchain, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'])),
  TRON: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  BITCOIN: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
};

/** The fields of a listed method that the tests read. */
export interface ListedMethod extends Pick<Method, 'id' | 'orderType' | 'methodKey' | 'currency'> {
  readonly blockchain?: string | null;
  readonly minLimit: number;
  readonly maxLimit: number;
  readonly scale: number;
  readonly properties: { readonly required: readonly string[]; readonly optional: readonly string[] };
}

/** Valid values of the fields that a method requires besides the amount. */
const requiredOf = (method: ListedMethod): Record<string, string> =>
  Object.fromEntries(
    method.properties.required
      .filter((field) => field !== 'amount')
      .map((field) => [
        field,
        field === 'cryptoAddress' ? (ADDRESSES[method.blockchain ?? ''] ?? '') : (FIELDS[field] ?? ''),
      ]),
  );

/** A valid body by method id, with the minimum amount of the method. */
export const minimalBody = (method: ListedMethod): Record<string, unknown> => ({
  paymentMethodId: method.id,
  amount: method.minLimit,
  ...requiredOf(method),
});

/** An amount with one decimal more than the method allows, as an exact text. */
export const beyondScale = (method: ListedMethod): string =>
  money(method.minLimit)
    .plus(money(10).pow(-(method.scale + 1)))
    .toFixed();

/** The path of an operation on payments. */
export const pathFor = (method: ListedMethod): string => `/v1/user/payments/${method.orderType.toLowerCase()}`;
