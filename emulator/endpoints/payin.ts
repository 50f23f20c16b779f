import type { MethodKey } from '../domain/method.ts';
import { Refusal } from '../domain/refusal.ts';
import { jsonAnswer } from '../http/answers.ts';
import { type Body, text } from '../http/bodyFields.ts';
import { readRequestBody } from '../http/requestBody.ts';
import type { Context, Endpoint } from '../instance/context.ts';
import {
  chooseMethod,
  commonConditions,
  firstRefusal,
  methodWordsOf,
  type Order,
  readOrder,
  repeatedAnswer,
  useClientOrderId,
} from '../orders/order.ts';
import { recordPayin } from '../orders/recordPayin.ts';
import { announceRefused } from '../orders/refusedOrder.ts';
import { paymentRecord } from '../records/paymentRecord.ts';

/** POST /v1/user/payments/payin: creates a pay-in that waits for its payer (§ Payments, pay-in body). */
export const createPayin: Endpoint = (context) => {
  const { rules, operation } = context;
  const order = readPayin(context, readRequestBody(context));
  const refusal = firstRefusal(commonConditions(context, order));
  const repeated = repeatedAnswer(context, order, refusal);
  if (repeated !== undefined) return repeated;
  if (refusal !== undefined && !rules.recordedThough(refusal.code, operation)) {
    announceRefused(context, order, refusal);
    throw refusal;
  }
  const payment = recordPayin(context, order, { refused: refusal !== undefined });
  const answer = jsonAnswer(paymentRecord(payment, 'create', rules), operation, rules);
  useClientOrderId(context, order, answer);
  if (refusal !== undefined) throw refusal;
  return answer;
};

function readPayin(context: Context, body: Body): Order {
  const { rules } = context;
  const { methods, fields } = chooseMethod(context, body, {
    direction: 'PAYIN',
    wish: methodWordsOf(body),
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
