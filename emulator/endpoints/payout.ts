import { transfer } from '../domain/books.ts';
import { maskedCard } from '../domain/cardNumbers.ts';
import { later } from '../domain/clock.ts';
import type { Method } from '../domain/method.ts';
import type { Money } from '../domain/money.ts';
import type { Payment } from '../domain/payment.ts';
import { Refusal } from '../domain/refusal.ts';
import { TEST_CARDS } from '../domain/testCards.ts';
import { orderAnswer } from '../http/answers.ts';
import { type Body, isGiven, text } from '../http/bodyFields.ts';
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
  /** True for a detail that is wrong, if details are checked after the answer. */
  readonly isUnsound: boolean;
}

/** POST /v1/user/payments/payout: takes the money from the balance at once; the processor decides the outcome (§ Payments). */
export const createPayout: Endpoint = (context) => {
  const { rules, operation } = context;
  const payout = readPayout(context, readRequestBody(context));
  const common = commonConditions(context, payout).filter((one) => !isLeftForLater(context, payout, one));
  const refusal = firstRefusal([...common, ...fundsConditions(context, payout)]);
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

/** True for the condition of an amount that a rule has checked only after the answer. */
const isLeftForLater = ({ rules }: Context, { amount }: Payout, [, code]: Condition): boolean =>
  rules.detailsChecked() === 'later' && amount.gt(0) && ['bad_amount', 'below_minimum', 'above_maximum'].includes(code);

/** Returns the outcome of a pay-out. What a rule checks only now comes first, then the card decides. */
function outcomeOf(context: Context, payout: Payout): CardOutcome {
  const { rules } = context;
  const { amount, cardNumber, cryptoAddress, method } = payout;
  const isBroken = (one: Condition) => !one[0] && isLeftForLater(context, payout, one);
  if (payout.isUnsound || commonConditions(context, payout).some(isBroken)) return 'FAILED';
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
  const isLate = rules.detailsChecked() === 'later';
  const order = readOrder(context, body, { method, fields: isLate ? [] : required });
  const wrong = wrongDetail(context, body, method);
  if (wrong !== undefined && !isLate) throw new Refusal('bad_value', wrong);
  const hold = rules.holdOf(order.amount, order.fee);
  const names = [text(body, 'firstName'), text(body, 'lastName')].filter((name) => name !== null);
  return {
    ...order,
    cardNumber: method.methodKey === 'CC_VISAMC' ? text(body, 'cardNumber') : null,
    cryptoAddress: method.methodKey === 'CRYPTOCOIN' ? cryptoAddress : null,
    receiverName: rules.receiverNameOf(text(body, 'receiverName'), names),
    hold,
    isUnsound:
      wrong !== undefined ||
      required.some((field) => field !== 'amount' && rules.fieldMissing(isGiven(body, field), { field, body })),
    trade: crossAsset
      ? crossTrade(context, hold, {
          wanted: method.currency,
          from: currencyOf(crossAsset),
          isById: isGiven(body, 'paymentMethodId'),
        })
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

/** Returns what is wrong with the card, address or account of a pay-out; undefined if nothing is. */
function wrongDetail({ rules }: Context, body: Body, method: Method): string | undefined {
  for (const field of ['cardholder', 'receiverName', 'firstName', 'lastName', 'phoneNumber', 'bankAccount'])
    text(body, field);
  const [cardNumber, cryptoAddress, bankCode] = ['cardNumber', 'cryptoAddress', 'bankCode'].map((name) =>
    text(body, name),
  );
  const { methodKey, blockchain } = method;
  if (methodKey === 'CC_VISAMC' && !(cardNumber && rules.cardAccepted(cardNumber)))
    return 'cardNumber is not a card number';
  const isAddressed =
    cryptoAddress && (rules.addressesChecked() !== 'at once' || rules.addressAccepted(cryptoAddress, blockchain ?? ''));
  if (methodKey === 'CRYPTOCOIN' && !isAddressed) return 'cryptoAddress is not an address of this blockchain';
  return methodKey === 'VA_QR' && !(bankCode && rules.bankAccepted(bankCode)) ? 'bankCode is not known' : undefined;
}
