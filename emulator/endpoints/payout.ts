import { transfer } from '../domain/books.ts';
import { maskedCard } from '../domain/cardNumbers.ts';
import { later } from '../domain/clock.ts';
import type { Method } from '../domain/method.ts';
import type { Money } from '../domain/money.ts';
import type { Payment } from '../domain/payment.ts';
import { Refusal } from '../domain/refusal.ts';
import { TEST_CARDS } from '../domain/testCards.ts';
import { orderAnswer } from '../http/answers.ts';
import { type Body, text } from '../http/bodyFields.ts';
import { readRequestBody } from '../http/requestBody.ts';
import type { Context, Endpoint } from '../instance/context.ts';
import { recordPayment, scheduleMove } from '../instance/ledger.ts';
import { newId } from '../instance/newId.ts';
import { recordDebit, spendable } from '../instance/recentDebits.ts';
import { crossPayoutWords, crossTrade, currencyOf, methodFor } from '../orders/crossPayout.ts';
import {
  acceptsOrderId,
  type Condition,
  chooseMethod,
  commonConditions,
  firstRefusal,
  methodWordsOf,
  type Order,
  readOrder,
  repeatedAnswer,
  useClientOrderId,
} from '../orders/order.ts';
import { announceRefused } from '../orders/refusedOrder.ts';
import { costOf, executeTrade, settleTrade, type Trade } from '../orders/trade.ts';
import type { CardOutcome } from '../rules/payments/paymentLifecycle.ts';
import { announcePayment } from '../webhooks/announce.ts';

interface Payout extends Order {
  readonly cardNumber: string | null;
  readonly cryptoAddress: string | null;
  readonly receiverName: string | null;
  readonly hold: Money;
  readonly trade: Trade | undefined;
}

/** POST /v1/user/payments/payout: takes the money from the balance at once; the processor decides the outcome (§ Payments). */
export const createPayout: Endpoint = (context) => {
  const { rules, operation } = context;
  const payout = readPayout(context, readRequestBody(context));
  const refusal = firstRefusal([...commonConditions(context, payout), ...fundsConditions(context, payout)]);
  const repeated = repeatedAnswer(context, payout, refusal);
  if (repeated !== undefined) return repeated;
  if (refusal !== undefined) {
    take(context, payout, rules.heldThough(payout.hold, refusal.code));
    if (payout.trade && rules.exchangedThough(refusal.code)) settleTrade(context, payout.trade);
    if (!rules.recordedThough(refusal.code, operation)) {
      announceRefused(context, payout, refusal);
      throw refusal;
    }
  }
  if (payout.trade && rules.exchangeRecorded(true)) executeTrade(context, payout.trade, null);
  else if (payout.trade) settleTrade(context, payout.trade);
  const payment = recordPayout(context, payout, refusal !== undefined);
  const answer = orderAnswer(payment.orderId, context);
  useClientOrderId(context, payout, answer);
  if (refusal !== undefined) throw refusal;
  return answer;
};

/** Returns the outcome of a pay-out. The card decides the outcome; without a card, the address decides it if a rule delays the check of addresses until now. */
function outcomeOf({ rules }: Context, { amount, cardNumber, cryptoAddress, method }: Payout): CardOutcome {
  if (cardNumber !== null) return rules.cardOutcome(cardNumber, TEST_CARDS, method.currency);
  const isWrong = cryptoAddress !== null && !rules.addressAccepted(cryptoAddress, method.blockchain ?? '');
  return isWrong && rules.addressesChecked() === 'later' ? 'FAILED' : rules.transferOutcome(amount, method.currency);
}

/** Takes money from the balance for a pay-out; it stays held until the pay-out ends. */
function take(context: Context, { method: { currency } }: Payout, amount: Money): void {
  transfer(context.instance.books, { currency, amount, from: context.account, to: 'held' });
  recordDebit(context, currency, amount);
}

function recordPayout(context: Context, payout: Payout, refused: boolean): Payment {
  const { instance, rules, now } = context;
  const { method, amount, cardNumber } = payout;
  take(context, payout, payout.hold);
  const made = {
    orderId: newId(instance, rules, 'ORD'),
    status: rules.payoutStart(),
    currency: method.currency,
    blockchain: method.blockchain,
    requested: amount,
    fee: payout.fee,
    orderType: 'PAYOUT',
    transactionType: 'DEBIT',
    method: method.methodKey,
    methodId: method.id,
    comment: payout.comment,
    clientOrderId: payout.clientOrderId,
    payoutCryptoAddress: payout.cryptoAddress,
    payoutCardNumber: cardNumber === null ? null : maskedCard(cardNumber),
    receiverName: payout.receiverName,
  } as const;
  const payment = recordPayment(context, made, refused);
  announcePayment(context, payment.id, null);
  const outcome = outcomeOf(context, payout);
  for (const { afterMs, status, reason = null } of rules.noticesOf(outcome)) {
    scheduleMove(instance, { at: later(now, afterMs), kind: 'payment', id: payment.id, to: status, reason });
  }
  return payment;
}

function readPayout(context: Context, body: Body): Payout {
  const { rules } = context;
  const crossAsset = text(body, 'crossPayoutAsset');
  const wish = crossAsset ? crossPayoutWords(body) : methodWordsOf(body);
  const { methods, fields } = chooseMethod(context, body, {
    direction: 'PAYOUT',
    wish,
    fieldsInWords: rules.payoutFields,
  });
  const cryptoAddress = text(body, 'cryptoAddress');
  const method = methodFor(context, methods, crossAsset ? cryptoAddress : null);
  const required = crossAsset ? fields.filter((field) => field !== 'blockchain') : fields;
  const order = readOrder(context, body, { method, fields: required });
  checkDetails(context, body, method);
  const hold = rules.holdOf(order.amount, order.fee);
  const names = [text(body, 'firstName'), text(body, 'lastName')].filter((name) => name !== null);
  return {
    ...order,
    cardNumber: method.methodKey === 'CC_VISAMC' ? text(body, 'cardNumber') : null,
    cryptoAddress: method.methodKey === 'CRYPTOCOIN' ? cryptoAddress : null,
    receiverName: rules.receiverNameOf(text(body, 'receiverName'), names),
    hold,
    trade: crossAsset
      ? crossTrade(context, hold, { wanted: method.currency, from: currencyOf(crossAsset) })
      : undefined,
  };
}

function fundsConditions(context: Context, payout: Payout): Condition[] {
  const { rules } = context;
  const { trade, method } = payout;
  const cost = trade && costOf(trade);
  const bought = trade && (trade.side === 'BUY' ? trade.amount : trade.value);
  const available = spendable(context, method.currency).plus(bought ?? 0);
  return [
    acceptsOrderId(context),
    [rules.fundsSuffice(available, payout.hold, payout.amount), 'insufficient_funds', 'The balance is too small'],
    [
      cost === undefined || rules.fundsSuffice(spendable(context, cost.currency), cost.amount, cost.amount),
      'insufficient_funds',
      'The balance of crossPayoutAsset is too small',
    ],
  ];
}

function checkDetails({ rules }: Context, body: Body, method: Method): void {
  for (const field of ['cardholder', 'receiverName', 'firstName', 'lastName', 'phoneNumber', 'bankAccount'])
    text(body, field);
  const [cardNumber, cryptoAddress, bankCode] = ['cardNumber', 'cryptoAddress', 'bankCode'].map((name) =>
    text(body, name),
  );
  const { methodKey, blockchain } = method;
  if (methodKey === 'CC_VISAMC' && !(cardNumber && rules.cardAccepted(cardNumber))) {
    throw new Refusal('bad_value', 'cardNumber is not a card number');
  }
  const isAddressed =
    cryptoAddress && (rules.addressesChecked() !== 'at once' || rules.addressAccepted(cryptoAddress, blockchain ?? ''));
  if (methodKey === 'CRYPTOCOIN' && !isAddressed) {
    throw new Refusal('bad_value', 'cryptoAddress is not an address of this blockchain');
  }
  if (methodKey === 'VA_QR' && !(bankCode && rules.bankAccepted(bankCode))) {
    throw new Refusal('bad_value', 'bankCode is not known');
  }
}
