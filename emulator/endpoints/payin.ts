import { jsonAnswer } from '../answer.ts';
import { type Body, readBody, text } from '../body.ts';
import { later } from '../clock.ts';
import type { Context, Endpoint } from '../context.ts';
import { newId } from '../ids.ts';
import { balanceOf, plan, recordPayment } from '../ledger.ts';
import type { MethodKey } from '../method.ts';
import {
  chooseMethod,
  commonConditions,
  firstObjection,
  type Order,
  readOrder,
  useClientOrderId,
  wishOf,
} from '../order.ts';
import type { Payment } from '../payment.ts';
import { digits, hex } from '../random.ts';
import { paymentRecord } from '../records.ts';
import { Refusal } from '../refusal.ts';

/** POST /v1/user/payments/payin: a pay-in that waits for its payer (§ Payments, pay-in body). */
export const createPayin: Endpoint = (context) => {
  const { rules, operation } = context;
  const order = readPayin(context, readBody(context.call.body));
  const refusal = firstObjection(commonConditions(context, order));
  if (refusal !== undefined && !rules.recordedThough(refusal.code, operation)) throw refusal;
  const payment = recordPayin(context, order);
  if (refusal !== undefined) throw refusal;
  return jsonAnswer(paymentRecord(payment, 'create', rules), operation, rules);
};

/** Records a pay-in and plans its expiry. */
export function recordPayin(context: Context, order: Order): Payment {
  const { world, rules, account, now } = context;
  const { method, amount } = order;
  const orderId = newId(world, rules, 'ORD');
  const payment = recordPayment(context, {
    orderId,
    externalId: rules.payinExternalId(hex(world.random, 32)),
    status: rules.payinStart(),
    currency: method.currency,
    blockchain: method.blockchain,
    requested: amount,
    amount,
    fee: order.fee,
    orderType: 'PAYIN',
    transactionType: 'CREDIT',
    method: method.methodKey,
    methodId: method.id,
    reason: null,
    comment: order.comment,
    clientOrderId: order.clientOrderId,
    payUrl: `${world.baseUrl}/pay/${orderId}`,
    payoutCryptoAddress: null,
    payoutCardNumber: null,
    transferTo: account.ownerId,
    balanceAfterPayment: rules.balanceAtStart(balanceOf(account, method.currency)),
    payinBankAccount: method.methodKey === 'VA_QR' ? digits(world.random, 16) : null,
    receiverName: null,
  });
  useClientOrderId(context, order.clientOrderId);
  plan(world, {
    at: later(now, rules.payinExpiresAfterMs()),
    kind: 'payment',
    id: payment.id,
    to: 'EXPIRED',
    reason: null,
  });
  return payment;
}

function readPayin(context: Context, body: Body): Order {
  const { rules } = context;
  const { methods, fields } = chooseMethod(context, body, {
    direction: 'PAYIN',
    wish: wishOf(body),
    fieldsInWords: rules.payinFields,
  });
  const [method] = methods;
  if (method === undefined) throw new Refusal('unknown_method', 'No method fits');
  const order = readOrder(context, body, { method, fields });
  for (const field of ['returnUrl', 'walletAddress', 'firstName', 'lastName', 'email']) text(body, field);
  checkDetails(context, body, method.methodKey);
  return order;
}

function checkDetails({ rules }: Context, body: Body, key: MethodKey): void {
  const cardNumber = text(body, 'cardNumber');
  if (key === 'CC_VISAMC' && cardNumber && !rules.cardAccepted(cardNumber)) {
    throw new Refusal('bad_value', 'cardNumber is not a card number');
  }
  const channelCode = text(body, 'channelCode');
  if (key === 'VA_QR' && channelCode && !rules.channelAccepted(channelCode)) {
    throw new Refusal('bad_value', 'channelCode is not known');
  }
}
