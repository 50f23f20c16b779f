import { HOUR_MS } from '../domain/clock.ts';
import type { Json } from '../domain/json.ts';
import type { MethodKey } from '../domain/method.ts';
import type { Money } from '../domain/money.ts';
import type { Status } from '../domain/payment.ts';
import type { RuleKinds } from './ruleKind.ts';

const CHANNELS = ['CIMB', 'BNI', 'BCA', 'PERMATA'];
const NAMED = ['EUR', 'USD'];

/** The required fields and the initial state of a pay-in (§ Payments, pay-in body). */
export const payinRules = {
  /** The required fields of a pay-in without a method id. `blockchains` is the number of blockchains on which the currency is offered. */
  payinFields(currency: string, _method: string, blockchains: number): string[] {
    if (NAMED.includes(currency)) return ['firstName', 'lastName'];
    return currency === 'USDT' || blockchains > 1 ? ['blockchain'] : [];
  },
  /** The accepted channel codes of IDR. */
  channelAccepted(channelCode: string): boolean {
    return CHANNELS.includes(channelCode);
  },
  /** A pay-in begins as NEW. */
  payinStart(): Status {
    return 'NEW';
  },
  /** A new pay-in has no external id. */
  payinExternalId(_fresh: string): string | null {
    return null;
  },
  /** A new pay-in has no balance after payment. */
  balanceAtStart(_balance: Money): Money | null {
    return null;
  },
  /** The page that the payer is redirected to, as an absolute address. */
  payUrlShown(payUrl: string | null, _method: MethodKey | null): Json {
    return payUrl;
  },
  /** The status of the payment page: it opens for anybody. */
  payPageStatus(): number {
    return 200;
  },
  /** An unpaid pay-in expires, unless it is frozen. */
  expiresFrom(status: Status): boolean {
    return status === 'NEW' || status === 'PENDING';
  },
  /** An unpaid pay-in expires after an hour. */
  payinExpiresAfterMs(): number {
    return HOUR_MS;
  },
  /** The credited amount of a paid pay-in: the amount less the fee, at least zero. */
  creditOf(amount: Money, fee: Money): Money {
    const credit = amount.minus(fee);
    return credit.isNegative() ? credit.times(0) : credit;
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
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
