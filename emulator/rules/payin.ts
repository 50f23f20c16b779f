import { HOUR_MS } from '../domain/clock.ts';
import type { Json } from '../domain/json.ts';
import type { MethodKey } from '../domain/method.ts';
import type { Money } from '../domain/money.ts';
import type { Status } from '../domain/payment.ts';
import type { RuleKinds } from './ruleKind.ts';

const CHANNELS = ['CIMB', 'BNI', 'BCA', 'PERMATA'];
const NAMED = ['EUR', 'USD'];

/** What a pay-in asks for and how it begins (§ Payments, pay-in body). */
export const payinRules = {
  /** The fields that currency and method require without a method id; `blockchains` is how many the currency has. */
  payinFields(currency: string, _method: string, blockchains: number): string[] {
    if (NAMED.includes(currency)) return ['firstName', 'lastName'];
    return currency === 'USDT' || blockchains > 1 ? ['blockchain'] : [];
  },
  /** The channel codes of IDR. */
  channelAccepted(channelCode: string): boolean {
    return CHANNELS.includes(channelCode);
  },
  /** A pay-in begins as NEW. */
  payinStart(): Status {
    return 'NEW';
  },
  /** A new pay-in has no external id yet. */
  payinExternalId(_fresh: string): string | null {
    return null;
  },
  /** A new pay-in has not moved the balance. */
  balanceAtStart(_balance: Money): Money | null {
    return null;
  },
  /** The page to which the payer is redirected, an absolute address. */
  payUrlShown(payUrl: string | null, _method: MethodKey | null): Json {
    return payUrl;
  },
  /** What the page to which the payer is redirected answers: itself, to anybody. */
  payPageStatus(): number {
    return 200;
  },
  /** A pay-in that nobody pays expires; one that is frozen waits. */
  expiresFrom(status: Status): boolean {
    return status === 'NEW' || status === 'PENDING';
  },
  /** A pay-in that nobody pays expires after an hour. */
  payinExpiresAfterMs(): number {
    return HOUR_MS;
  },
  /** What a paid pay-in adds to the balance: the amount less the fee, never less than nothing. */
  creditOf(amount: Money, fee: Money): Money {
    const credit = amount.minus(fee);
    return credit.isNegative() ? credit.times(0) : credit;
  },
};

/** How each rule of this group can be broken mechanically. */
export const payinKinds: RuleKinds<typeof payinRules> = {
  payinFields: 'choice',
  channelAccepted: 'predicate',
  payinStart: 'choice',
  payinExternalId: 'choice',
  balanceAtStart: 'choice',
  payUrlShown: 'choice',
  payPageStatus: 'choice',
  expiresFrom: 'predicate',
  payinExpiresAfterMs: 'choice',
  creditOf: 'amount',
};
