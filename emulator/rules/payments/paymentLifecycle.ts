import type { Money } from '../../domain/money.ts';
import { type Payment, STATUS_MEANINGS, type Status } from '../../domain/payment.ts';
import type { TestCards } from '../../domain/testCards.ts';
import { choice, predicate } from '../core/ruleKind.ts';

/** A notice of the card processor or blockchain about a pay-out. `afterMs` is the time since the creation of the pay-out. */
export interface ProcessorNotice {
  readonly afterMs: number;
  readonly status: Status;
  readonly reason?: string;
}

/** The outcome of a card pay-out. */
export type CardOutcome = 'FAILED' | 'SUCCESS' | 'PENDING';

/** The times from the creation of a pay-out to PENDING and to its end. */
const PENDING_AFTER_MS = 150;
const FINAL_AFTER_MS = 500;

/** Processors repeat notices, late and out of order. The rule moveAllowed decides whether a notice counts. */
const ECHO_AFTER_MS = 300;
const LATE_AFTER_MS = 900;

/** The lifecycle of payments (§ States and transitions, Payment). */
export const paymentLifecycleRules = {
  /** A final status never changes. */
  isFinal: predicate((status: Status): boolean => STATUS_MEANINGS[status] !== 'open'),
  /** True if a payment may move. A status that is not final may change to any other status except NEW. */
  moveAllowed: predicate((from: Status, to: Status, final: boolean): boolean => !final && from !== to && to !== 'NEW'),
  /** One designated card fails, one succeeds, any other stays pending. */
  cardOutcome: choice((card: string, mocks: TestCards, _currency: string): CardOutcome => {
    if (card === mocks.failed) return 'FAILED';
    return card === mocks.success ? 'SUCCESS' : 'PENDING';
  }),
  /** A pay-out to an address or a bank account succeeds. */
  transferOutcome: choice((_amount: Money, _currency: string): CardOutcome => 'SUCCESS'),
  /** A moved payment gets the target status. */
  statusAfter: choice((_from: Status, to: Status): Status => to),
  /** Returns the payment after a notice that may not move the payment; the payment stays unchanged. */
  afterRefusedMove: choice((payment: Payment): Payment => payment),
  /** The notices for a pay-out, including late and repeated ones. */
  noticesOf: choice((outcome: CardOutcome): ProcessorNotice[] => {
    const pending: ProcessorNotice[] = [
      { afterMs: PENDING_AFTER_MS, status: 'PENDING' },
      { afterMs: ECHO_AFTER_MS, status: 'NEW' },
    ];
    if (outcome === 'PENDING') return pending;
    const final: ProcessorNotice = { afterMs: FINAL_AFTER_MS, status: outcome };
    const late: ProcessorNotice = { afterMs: LATE_AFTER_MS, status: outcome === 'FAILED' ? 'SUCCESS' : 'PENDING' };
    return [...pending, outcome === 'FAILED' ? { ...final, reason: 'Declined by the card issuer' } : final, late];
  }),
  /** The status of a new pay-out. */
  payoutStart: choice((): Status => 'NEW'),
  /** True for a failure, which has a reason and returns the money. */
  isFailure: predicate((status: Status): boolean => STATUS_MEANINGS[status] === 'failure'),
  /** Only a failure stores its reason. */
  reasonKept: choice((reason: string | null, failure: boolean): string | null => (failure ? reason : null)),
};
