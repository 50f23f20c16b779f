import { isAddress } from '../../domain/addresses.ts';
import { isCardNumber } from '../../domain/cardNumbers.ts';
import { personFields } from '../../domain/currencies.ts';
import type { Money } from '../../domain/money.ts';
import type { Operation } from '../../domain/operations.ts';
import type { Status } from '../../domain/payment.ts';
import type { RefusalCode } from '../../domain/refusal.ts';
import { always, amount, choice, manner, predicate } from '../core/ruleKind.ts';

const BANKS = ['BT', 'I1', 'M1', 'RI', 'QRIS'];
const TARGETS: ReadonlyMap<string, readonly string[]> = new Map([
  ['CC_VISAMC', ['cardNumber']],
  ['CRYPTOCOIN', ['cryptoAddress']],
  ['VA_QR', ['bankAccount', 'bankCode']],
]);

/** The required fields of a pay-out and its effect on the balance (§ Payments, pay-out body). */
export const payoutRules = {
  /** The required fields of a pay-out without a method id. `blockchains` is the number of blockchains on which the currency is offered. */
  payoutFields: choice((currency: string, method: string, blockchains: number): string[] => [
    ...(TARGETS.get(method) ?? []),
    ...personFields('payout', currency),
    ...(currency === 'USDT' || blockchains > 1 ? ['blockchain'] : []),
  ]),
  /** A card number has 12 to 19 digits and a valid check digit. */
  cardAccepted: predicate((cardNumber: string): boolean => isCardNumber(cardNumber)),
  /** An address must have the format and the checksum of its blockchain. */
  addressAccepted: predicate((address: string, blockchain: string): boolean => isAddress(address, blockchain)),
  /** The time of the address check. A check `at once` refuses a request with an invalid address; a check `later` lets the payment fail. */
  addressesChecked: manner((): 'at once' | 'later' | 'never' => 'at once'),
  /** The time of the check of all other details: `later` lets the payment fail. */
  detailsChecked: manner((): 'at once' | 'later' => 'at once'),
  /** The accepted bank codes of IDR. */
  bankAccepted: predicate((bankCode: string): boolean => BANKS.includes(bankCode)),
  /** The receiver's name: the one sent, otherwise firstName and lastName joined by a space. */
  receiverNameOf: choice(
    (receiverName: string | null, parts: readonly string[]): string | null =>
      receiverName ?? (parts.length > 0 ? parts.join(' ') : null),
  ),
  /** The opening balance of an account in a currency. */
  openingBalance: choice((amount: Money, _currency: string): Money => amount),
  /** The money that a pay-out takes from the balance at once: amount plus fee. */
  holdOf: amount((amount: Money, fee: Money): Money => amount.plus(fee)),
  /** The balance must cover the amount with its fee. */
  fundsSuffice: predicate((balance: Money, hold: Money, _amount: Money): boolean => balance.gte(hold)),
  /** A failed pay-out returns everything that it took. */
  refundOf: amount((held: Money, _fee: Money, _move: Record<'from' | 'to', Status>): Money => held),
  /** The amount of a payment after PARTIAL_SUCCESS: the processed part. */
  partialAmount: amount((processed: Money, _requested: Money): Money => processed),
  /** The refund of a partial pay-out: the requested amount less the processed one. */
  remainderOf: amount((requested: Money, processed: Money): Money => requested.minus(processed)),
  /** The order identifier as plain text in an answer. */
  orderIdText: choice((orderId: string, _operation: Operation): string => orderId),
  /** The amount that a cross payout buys first: the part of the hold that the balance does not cover. */
  shortOf: choice((hold: Money, balance: Money): Money => hold.minus(balance)),
  /** The automatic exchange orders at least the minimum of its pair; undefined to exchange nothing, so that the pay-out is refused. */
  crossOrdered: choice((amount: Money, minLimit: Money): Money | undefined =>
    amount.lt(minLimit) ? minLimit : amount,
  ),
  /** An exchange is recorded as an order, including the automatic one of a cross payout. */
  exchangeRecorded: always((_automatic: boolean): boolean => true),
  /** A refused cross payout exchanges nothing. */
  exchangedThough: predicate((_refusal: RefusalCode): boolean => false),
  /** A cross payout works only on accounts that have it enabled, however its body names the method. */
  crossPayoutEnabled: predicate((enabled: boolean, _isById: boolean): boolean => enabled),
};
