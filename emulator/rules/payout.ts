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

/** What a pay-out asks for and what it does to the balance (§ Payments, pay-out body). */
export const payoutRules = {
  /** The fields that currency and method require without a method id; `blockchains` is how many the currency has. */
  payoutFields(currency: string, method: string, blockchains: number): string[] {
    return [
      ...(TARGETS.get(method) ?? []),
      ...(NAMED.includes(currency) ? ['firstName', 'lastName'] : []),
      ...(PHONED.includes(currency) ? ['phoneNumber'] : []),
      ...(currency === 'USDT' || blockchains > 1 ? ['blockchain'] : []),
    ];
  },
  /** A card number has 12 to 19 digits and a right check digit. */
  cardAccepted(cardNumber: string): boolean {
    return isCardNumber(cardNumber);
  },
  /** An address has the shape and the checksum of its blockchain. */
  addressAccepted(address: string, blockchain: string): boolean {
    return isAddress(address, blockchain);
  },
  /** When an address is checked: at once, so that a wrong one is refused; or later, so that its payment fails. */
  addressesChecked(): 'at once' | 'later' | 'never' {
    return 'at once';
  },
  /** The bank codes of IDR. */
  bankAccepted(bankCode: string): boolean {
    return BANKS.includes(bankCode);
  },
  /** The receiver's name: the one sent, else firstName and lastName joined by a space. */
  receiverNameOf(receiverName: string | null, parts: readonly string[]): string | null {
    return receiverName ?? (parts.length > 0 ? parts.join(' ') : null);
  },
  /** What an account begins with in a currency. */
  openingBalance(amount: Money, _currency: string): Money {
    return amount;
  },
  /** What a pay-out takes from the balance at once: the amount and the fee. */
  holdOf(amount: Money, fee: Money): Money {
    return amount.plus(fee);
  },
  /** The balance covers what is to be taken: the amount with its fee. */
  fundsSuffice(balance: Money, hold: Money, _amount: Money): boolean {
    return balance.gte(hold);
  },
  /** What a failed pay-out gives back: all that it had taken. */
  refundOf(held: Money, _fee: Money): Money {
    return held;
  },
  /** What a payment's amount becomes after PARTIAL_SUCCESS: what was processed of it. */
  partialAmount(processed: Money, _requested: Money): Money {
    return processed;
  },
  /** What a partial pay-out gives back: what was asked for less what was processed. */
  remainderOf(requested: Money, processed: Money): Money {
    return requested.minus(processed);
  },
  /** The order identifier as the plain text of the answer. */
  orderIdText(orderId: string, _operation: Operation): string {
    return orderId;
  },
  /** What a cross payout buys first: what the balance lacks of all that is to be taken. */
  shortOf(hold: Money, balance: Money): Money {
    return hold.minus(balance);
  },
  /** An exchange is an order on record, also one that a cross payout makes by itself. */
  exchangeRecorded(_automatic: boolean): boolean {
    return true;
  },
  /** A cross payout happens on accounts for which it was enabled. */
  crossPayoutEnabled(enabled: boolean): boolean {
    return enabled;
  },
};

/** How each rule of this group can be broken mechanically. */
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
