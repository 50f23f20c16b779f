import type { Fields } from '../core/fields.ts';
import { newId, randomText } from '../core/ids.ts';
import type { Account } from '../domain/account.ts';
import { claimClientOrderId, readClientOrderId } from '../domain/clientorder.ts';
import { type Method, methodFee } from '../state/methods.ts';
import type { Payment } from '../state/payment.ts';
import type { World } from '../state/world.ts';
import { processPayin } from './processing.ts';
import { checkFields, readAmount, selectMethod } from './select.ts';

/** Creates a pay-in that the end user completes at its payUrl. */
export function createPayin(world: World, account: Account, fields: Fields): Payment {
  const method = selectMethod(world.methods, fields, 'PAYIN');
  const payment = addPayin(world, { account, fields, method });
  payment.payUrl = `${world.baseUrl}/pay/${payment.id}`;
  if (method.methodKey === 'VA_QR') payment.payinBankAccount = `8808${randomText(12, '0123456789')}`;
  processPayin(world, payment);
  return payment;
}

/** A pay-in that an account asks for. */
export interface WantedPayin {
  account: Account;
  fields: Fields;
  method: Method;
}

/** Adds the record of a pay-in after all checks of its body. */
export function addPayin(world: World, { account, fields, method }: WantedPayin): Payment {
  checkFields(fields, method);
  const amount = readAmount(fields, method);
  const clientOrderId = readClientOrderId(fields, account);
  const payment = world.payments.add({
    account,
    source: 'API',
    orderId: newId('ORD'),
    orderType: 'PAYIN',
    transactionType: 'CREDIT',
    status: method.methodKey === 'CC_VISAMC' ? 'NEW' : 'PENDING',
    method: method.methodKey,
    methodId: method.id,
    integrationId: method.integrationId,
    currency: method.currency,
    blockchain: method.blockchain,
    amount,
    fee: methodFee(method, amount),
    createdAt: world.clock.stamp(),
    comment: fields.text('comment'),
    returnUrl: fields.text('returnUrl'),
    clientOrderId,
    transferTo: account.ownerId,
  });
  claimClientOrderId(clientOrderId, account);
  return payment;
}
