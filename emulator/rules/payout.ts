import { isAddress } from '../domain/addresses.ts';
import { isCardNumber } from '../domain/cardNumbers.ts';
import type { Money } from '../domain/money.ts';
import type { Operation } from '../domain/operations.ts';
import type { RuleKinds } from './ruleKind.ts';

const BANKS = ['BT', 'I1', 'M1', 'RI', 'QRIS'];
const NAMED = ['EUR', 'USD', 'KZT'];
const PHONED = ['EUR', 'USD'];
const TARGETS: ReadonlyMap<string, readonly string[]> = new Map([
  ['CC_VISAMC', ['cardNumber']],
  ['CRYPTOCOIN', ['cryptoAddress']],
  ['VA_QR', ['bankAccount', 'bankCode']],
]);

/** The required fields of a pay-out and its effect on the balance (§ Payments, pay-out body). */
export const payoutRules = {
  /** The required fields of a pay-out without a method id. `blockchains` is the number of blockchains on which the currency is offered. */
  payoutFields(currency: string, method: string, blockchains: number): string[] {
    return [
      ...(TARGETS.get(method) ?? []),
      ...(NAMED.includes(currency) ? ['firstName', 'lastName'] : []),
      ...(PHONED.includes(currency) ? ['phoneNumber'] : []),
      ...(currency === 'USDT' || blockchains > 1 ? ['blockchain'] : []),
    ];
  },
  /** A card number has 12 to 19 digits and a valid check digit. */
  cardAccepted(cardNumber: string): boolean {
    return isCardNumber(cardNumber);
  },
  /** An address must have the format and the checksum of its blockchain. */
  addressAccepted(address: string, blockchain: string): boolean {
    return isAddress(address, blockchain);
  },
  /** The time of the address check. A check `at once` refuses a request with an invalid address; a check `later` lets the payment fail. */
  addressesChecked(): 'at once' | 'later' | 'never' {
    return 'at once';
  },
  /** The accepted bank codes of IDR. */
  bankAccepted(bankCode: string): boolean {
    return BANKS.includes(bankCode);
  },
  /** The receiver's name: the one sent, otherwise firstName and lastName joined by a space. */
  receiverNameOf(receiverName: string | null, parts: readonly string[]): string | null {
    return receiverName ?? (parts.length > 0 ? parts.join(' ') : null);
  },
  /** The opening balance of an account in a currency. */
  openingBalance(amount: Money, _currency: string): Money {
    return amount;
  },
  /** The money that a pay-out takes from the balance at once: amount plus fee. */
  holdOf(amount: Money, fee: Money): Money {
    return amount.plus(fee);
  },
  /** The balance must cover the amount with its fee. */
  fundsSuffice(balance: Money, hold: Money, _amount: Money): boolean {
    return balance.gte(hold);
  },
  /** A failed pay-out returns everything that it took. */
  refundOf(held: Money, _fee: Money): Money {
    return held;
  },
  /** The amount of a payment after PARTIAL_SUCCESS: the processed part. */
  partialAmount(processed: Money, _requested: Money): Money {
    return processed;
  },
  /** The refund of a partial pay-out: the requested amount less the processed one. */
  remainderOf(requested: Money, processed: Money): Money {
    return requested.minus(processed);
  },
  /** The order identifier as plain text in an answer. */
  orderIdText(orderId: string, _operation: Operation): string {
    return orderId;
  },
  /** The amount that a cross payout buys first: the part of the hold that the balance does not cover. */
  shortOf(hold: Money, balance: Money): Money {
    return hold.minus(balance);
  },
  /** An exchange is recorded as an order, including the automatic one of a cross payout. */
  exchangeRecorded(_automatic: boolean): boolean {
    return true;
  },
  /** A cross payout works only on accounts that have it enabled. */
  crossPayoutEnabled(enabled: boolean): boolean {
    return enabled;
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
export const payoutKinds: RuleKinds<typeof payoutRules> = {
  payoutFields: 'choice',
  cardAccepted: 'predicate',
  addressAccepted: 'predicate',
  addressesChecked: 'manner',
  bankAccepted: 'predicate',
  receiverNameOf: 'choice',
  openingBalance: 'choice',
  holdOf: 'amount',
  fundsSuffice: 'predicate',
  refundOf: 'amount',
  partialAmount: 'amount',
  remainderOf: 'amount',
  orderIdText: 'choice',
  shortOf: 'choice',
  exchangeRecorded: 'always',
  crossPayoutEnabled: 'predicate',
};
