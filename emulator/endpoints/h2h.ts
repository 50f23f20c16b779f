import { isCardNumber } from '../domain/cardNumbers.ts';
import { type Instant, later, MILLISECOND } from '../domain/clock.ts';
import { numberSource } from '../domain/json.ts';
import type { Payment } from '../domain/payment.ts';
import { uuid } from '../domain/random.ts';
import { Refusal } from '../domain/refusal.ts';
import { TEST_CARDS } from '../domain/testCards.ts';
import { jsonAnswer } from '../http/answers.ts';
import { type Body, isGiven, objectOf, text } from '../http/bodyFields.ts';
import { readRequestBody } from '../http/requestBody.ts';
import type { Context, Endpoint } from '../instance/context.ts';
import { currentState, scheduleMove } from '../instance/ledger.ts';
import {
  chooseMethod,
  commonConditions,
  firstRefusal,
  methodWordsOf,
  readOrder,
  repeatedAnswer,
  useClientOrderId,
} from '../orders/order.ts';
import { recordPayin } from '../orders/recordPayin.ts';
import { paymentRecord } from '../records/paymentRecord.ts';
import type { SubmittedCard } from '../rules/payments/h2h.ts';

/** Creates a host-to-host pay-in: it waits for a card instead of a redirected payer (§ Payments, rule 5). */
export const createH2hPayin: Endpoint = (context) => {
  const { rules, operation } = context;
  offered(context);
  const body = readRequestBody(context);
  const { methods } = chooseMethod(context, body, {
    direction: 'PAYIN',
    wish: methodWordsOf(body),
    fieldsInWords: () => [],
  });
  const [method] = methods.filter(({ methodKey }) => methodKey === 'CC_VISAMC');
  if (method === undefined) throw new Refusal('unknown_method', 'A host-to-host pay-in is made by card');
  const order = readOrder(context, body, { method, fields: [], isHostToHost: true });
  text(body, 'returnUrl');
  const refusal = firstRefusal(commonConditions(context, order));
  const repeated = repeatedAnswer(context, order, refusal);
  if (repeated !== undefined) return repeated;
  if (refusal !== undefined) throw refusal;
  const payment = recordPayin(context, { ...order, amount: rules.h2hAmount(order.amount) }, { h2h: true });
  const answer = jsonAnswer(paymentRecord(payment, 'create', rules), operation, rules);
  useClientOrderId(context, order, answer);
  return answer;
};

/** Submits the card of a host-to-host pay-in, once (§ H2H card submission). Throws a Refusal for any other payment. */
export const submitCard: Endpoint = (context) => {
  const { instance, rules, operation, now } = context;
  offered(context);
  const body = readRequestBody(context);
  const payment = waitingPayin(context);
  const card = readCard(objectOf(body, 'card') ?? {});
  if (!/^[^@\s]+@[^@\s]+$/.test(text(body, 'email') ?? '')) throw new Refusal('bad_value', 'email is no address');
  if (!rules.cardDetailsAccepted(card, monthOf(now), isCardNumber(card.pan))) {
    throw new Refusal('bad_value', 'card is no valid card');
  }
  const outcome = rules.h2hOutcome(card.pan, TEST_CARDS);
  for (const { afterMs, status, reason = null } of rules.noticesOf(outcome)) {
    scheduleMove(instance, { at: later(now, afterMs), kind: 'payment', id: payment.id, to: status, reason });
  }
  const accepted = { action: 'REFRESH', status: 'ACCEPTED', transactionId: uuid(instance.random) };
  return jsonAnswer(rules.cardAnswerShown(accepted, outcome), operation, rules);
};

function offered({ rules }: Context): void {
  if (!rules.h2hOffered()) throw new Refusal('unknown_path', 'There is nothing at this path');
}

function waitingPayin({ instance, rules, account, parameters: [id = ''] }: Context): Payment {
  const stored = rules.paymentFound(instance.payments, id);
  const payment = stored && currentState(stored);
  if (stored === undefined || !payment || !rules.ownRecord(stored.owner, account.ownerId, payment.orderType)) {
    throw new Refusal('unknown_payment', 'There is no such payment');
  }
  const submitted = instance.scheduledMoves.some((move) => move.id === payment.id && move.to !== 'EXPIRED');
  if (!payment.h2h || submitted || !rules.expiresFrom(payment.status)) {
    throw new Refusal('illegal_move', 'This payment does not wait for a card');
  }
  return payment;
}

function readCard(card: Body): SubmittedCard {
  const missing = ['cardHolder', 'cvv', 'expMonth', 'expYear', 'pan'].find((field) => !isGiven(card, field));
  if (missing !== undefined) throw new Refusal('missing_field', `card.${missing} is missing`);
  return {
    cardHolder: text(card, 'cardHolder') ?? '',
    cvv: text(card, 'cvv') ?? '',
    expMonth: wholeNumber(card, 'expMonth'),
    expYear: wholeNumber(card, 'expYear'),
    pan: text(card, 'pan') ?? '',
  };
}

function wholeNumber(card: Body, field: string): number {
  const written = numberSource(card[field]) ?? '';
  if (!/^\d{1,4}$/.test(written)) throw new Refusal('wrong_type', `card.${field} is no whole number`);
  return Number(written);
}

function monthOf(instant: Instant): { year: number; month: number } {
  const date = new Date(Number(instant / MILLISECOND));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}
