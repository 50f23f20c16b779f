import { HOUR_MS } from '../../domain/clock.ts';
import { personFields } from '../../domain/currencies.ts';
import type { Json } from '../../domain/json.ts';
import type { MethodKey } from '../../domain/method.ts';
import type { Money } from '../../domain/money.ts';
import type { Status } from '../../domain/payment.ts';
import { amount, choice, predicate } from '../core/ruleKind.ts';

const CHANNELS = ['CIMB', 'BNI', 'BCA', 'PERMATA'];

/** The required fields and the initial state of a pay-in (§ Payments, pay-in body). */
export const payinRules = {
  /** The required fields of a pay-in without a method id. `blockchains` is the number of blockchains on which the currency is offered. */
  payinFields: choice((currency: string, _method: string, blockchains: number): string[] => {
    const person = personFields('payin', currency);
    if (person.length > 0) return [...person];
    return currency === 'USDT' || blockchains > 1 ? ['blockchain'] : [];
  }),
  /** The accepted channel codes of IDR. */
  channelAccepted: predicate((channelCode: string): boolean => CHANNELS.includes(channelCode)),
  /** A pay-in begins as NEW. */
  payinStart: choice((): Status => 'NEW'),
  /** A new pay-in has no external id. */
  payinExternalId: choice((_fresh: string): string | null => null),
  /** A new pay-in has no balance after payment. */
  balanceAtStart: choice((_balance: Money): Money | null => null),
  /** The page that the payer is redirected to, as an absolute address. */
  payUrlShown: choice((payUrl: string | null, _method: MethodKey | null, _currency: string): Json => payUrl),
  /** The status of the payment page: it opens for anybody. */
  payPageStatus: choice((): number => 200),
  /** An unpaid pay-in expires, unless it is frozen. */
  expiresFrom: predicate((status: Status): boolean => status === 'NEW' || status === 'PENDING'),
  /** An unpaid pay-in expires after an hour. */
  payinExpiresAfterMs: choice((): number => HOUR_MS),
  /** The credited amount of a paid pay-in: the amount less the fee, at least zero. */
  creditOf: amount((amount: Money, fee: Money, _from: Status): Money => {
    const credit = amount.minus(fee);
    return credit.isNegative() ? credit.times(0) : credit;
  }),
};
