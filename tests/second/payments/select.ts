import { checkScale, type Fields } from '../core/fields.ts';
import type { Money } from '../core/money.ts';
import { badRequest, unprocessable } from '../core/problem.ts';
import { isCurrency } from '../domain/currencies.ts';
import { METHOD_KEYS, type Method } from '../state/methods.ts';

const TEXT_FIELDS = [
  'comment',
  'returnUrl',
  'walletAddress',
  'cardNumber',
  'channelCode',
  'firstName',
  'lastName',
  'cryptoAddress',
  'cardholder',
  'bankAccount',
  'bankCode',
  'receiverName',
  'phoneNumber',
  'crossPayoutAsset',
];

/** Finds the payment method that a pay-in or pay-out body means, by its id or by currency, kind and blockchain. */
export function selectMethod(methods: Method[], fields: Fields, orderType: Method['orderType']): Method {
  const wanted = readWanted(fields, orderType);
  const id = fields.text('paymentMethodId');
  if (id === undefined && wanted.currency === undefined) {
    throw badRequest('either paymentMethodId or currency is required', 'paymentMethodId');
  }
  if (id === undefined && wanted.currency === 'USDT' && wanted.blockchain === undefined) {
    throw badRequest('blockchain is required for USDT', 'blockchain');
  }
  const found = methods.filter(
    (method) =>
      method.orderType === orderType &&
      (id === undefined || method.id === id) &&
      (wanted.currency === undefined || method.currency === wanted.currency) &&
      (wanted.methodKey === undefined || method.methodKey === wanted.methodKey) &&
      (wanted.blockchain === undefined || method.blockchain === wanted.blockchain),
  );
  const [only] = found;
  if (only === undefined) throw badRequest('there is no such payment method', id ? 'paymentMethodId' : 'currency');
  if (found.length > 1) throw badRequest('more than one payment method fits, give method and blockchain', 'method');
  return only;
}

interface Wanted {
  currency?: string | undefined;
  methodKey?: string | undefined;
  blockchain?: string | undefined;
}

function readWanted(fields: Fields, orderType: Method['orderType']): Wanted {
  const asset = orderType === 'PAYOUT' ? fields.text('asset') : undefined;
  const [last = asset, chain] = asset?.split('_').reverse() ?? [];
  const currency = fields.text('currency') ?? last;
  if (currency !== undefined && !isCurrency(currency)) throw badRequest('unknown currency', 'currency');
  const methodKey = fields.oneOf('method', METHOD_KEYS);
  return { currency, methodKey, blockchain: fields.text('blockchain') ?? chain };
}

/** Checks the amount of a pay-in or pay-out against the decimals and the limits of its method. */
export function readAmount(fields: Fields, method: Method): Money {
  const amount = fields.needPositive('amount');
  checkScale(amount, method.scale, 'amount');
  if (amount.lt(method.minLimit)) throw unprocessable(`amount is below ${method.minLimit}`, 'amount');
  if (method.maxLimit.gt(0) && amount.gt(method.maxLimit)) {
    throw unprocessable(`amount is above ${method.maxLimit}`, 'amount');
  }
  return amount;
}

/** Checks that every field the method asks for is there, and that all known fields have the right type. */
export function checkFields(fields: Fields, method: Method): void {
  for (const name of TEXT_FIELDS) fields.text(name);
  for (const name of method.required) if (name !== 'amount') fields.needText(name);
  const { choices } = method;
  if (choices) {
    fields.oneOf(
      choices.field,
      choices.values.map((choice) => choice.value),
    );
  }
}
