import type { Fields } from '../core/fields.ts';
import { newId } from '../core/ids.ts';
import { badRequest, forbidden } from '../core/problem.ts';
import type { Account } from '../domain/account.ts';
import { claimClientOrderId, readClientOrderId } from '../domain/clientorder.ts';
import { coverShortfall } from '../exchange/cross.ts';
import { type Method, methodFee } from '../state/methods.ts';
import type { Payment } from '../state/payment.ts';
import type { World } from '../state/world.ts';
import { isAddressOn } from './address.ts';
import { processPayout } from './processing.ts';
import { checkFields, readAmount, selectMethod } from './select.ts';

/** Creates a pay-out, after an automatic exchange when the body names an asset for it and the balance is short. */
export function createPayout(world: World, account: Account, fields: Fields): Payment {
  const method = selectMethod(world.methods, fields, 'PAYOUT');
  checkFields(fields, method);
  const amount = readAmount(fields, method);
  const fee = methodFee(method, amount);
  const clientOrderId = readClientOrderId(fields, account);
  const cardNumber = readCard(fields, method);
  const cryptoAddress = readAddress(fields, method);
  const crossAsset = readCrossAsset(fields, account, method);
  if (crossAsset !== undefined) {
    coverShortfall(world, account, { currency: method.currency, from: crossAsset, needed: amount.plus(fee) });
  }
  account.ledger.debit(method.currency, amount.plus(fee));
  const payment = world.payments.add({
    account,
    source: 'API',
    orderId: newId('ORD'),
    orderType: 'PAYOUT',
    transactionType: 'DEBIT',
    status: 'NEW',
    method: method.methodKey,
    methodId: method.id,
    integrationId: method.integrationId,
    currency: method.currency,
    blockchain: method.blockchain,
    amount: amount.negated(),
    fee,
    createdAt: world.clock.stamp(),
    comment: fields.text('comment'),
    clientOrderId,
    payoutCardNumber: cardNumber && mask(cardNumber),
    payoutCryptoAddress: cryptoAddress,
    receiverName: method.currency === 'EUR' ? receiver(fields) : undefined,
  });
  claimClientOrderId(clientOrderId, account);
  processPayout(world, payment, cardNumber);
  return payment;
}

function readCard(fields: Fields, method: Method): string | undefined {
  if (method.methodKey !== 'CC_VISAMC') return undefined;
  const digits = fields.needText('cardNumber').replaceAll(' ', '');
  if (!/^\d{12,19}$/.test(digits)) throw badRequest('cardNumber must be a card number', 'cardNumber');
  return digits;
}

function readAddress(fields: Fields, method: Method): string | undefined {
  if (method.methodKey !== 'CRYPTOCOIN') return undefined;
  const address = fields.needText('cryptoAddress');
  if (!isAddressOn(method.blockchain, address)) {
    throw badRequest(`cryptoAddress is no address on ${method.blockchain}`, 'cryptoAddress');
  }
  return address;
}

function readCrossAsset(fields: Fields, account: Account, method: Method): string | undefined {
  const asset = fields.text('crossPayoutAsset');
  if (asset === undefined) return undefined;
  if (!account.crossPayout) throw forbidden('cross payout is not enabled for this account');
  const currency = asset.split('_').at(-1);
  if (currency === method.currency) throw badRequest('crossPayoutAsset is the asset paid out', 'crossPayoutAsset');
  return currency;
}

function receiver(fields: Fields): string {
  return fields.text('receiverName') ?? `${fields.needText('firstName')} ${fields.needText('lastName')}`;
}

function mask(cardNumber: string): string {
  return `${cardNumber.slice(0, 6)}${'*'.repeat(cardNumber.length - 10)}${cardNumber.slice(-4)}`;
}
