import type { Money } from '../domain/money.ts';
import type { Payment, Status } from '../domain/payment.ts';
import type { TestCards } from '../domain/testCards.ts';
import type { RuleKinds } from './ruleKind.ts';

/** What the card processor or the chain tells about a pay-out, and when after its creation. */
export interface ProcessorNotice {
  readonly afterMs: number;
  readonly status: Status;
  readonly reason?: string;
}

/** What becomes of a card pay-out. */
export type CardOutcome = 'FAILED' | 'SUCCESS' | 'PENDING';

/** How long processing takes, from the creation of a pay-out to its PENDING and to its end. */
const PENDING_AFTER_MS = 150;
const FINAL_AFTER_MS = 500;

/** Processors repeat themselves, late and out of order: which of their notices count is the decision of moveAllowed. */
const ECHO_AFTER_MS = 300;
const LATE_AFTER_MS = 900;

const FINAL: readonly Status[] = ['SUCCESS', 'PARTIAL_SUCCESS', 'FAILED', 'EXPIRED', 'CANCELLED'];
const FAILURES: readonly Status[] = ['FAILED', 'EXPIRED', 'CANCELLED'];

/** How payments move (§ States and transitions, Payment). */
export const paymentLifecycleRules = {
  /** A final status is never left. */
  isFinal(status: Status): boolean {
    return FINAL.includes(status);
  },
  /** A move is legal from a status that is not final, to another one, and never back to NEW. */
  moveAllowed(from: Status, to: Status, final: boolean): boolean {
    return !final && from !== to && to !== 'NEW';
  },
  /** One designated card fails, one succeeds, any other stays pending. */
  cardOutcome(card: string, mocks: TestCards): CardOutcome {
    if (card === mocks.failed) return 'FAILED';
    return card === mocks.success ? 'SUCCESS' : 'PENDING';
  },
  /** A pay-out to an address or a bank account succeeds. */
  transferOutcome(_amount: Money, _currency: string): CardOutcome {
    return 'SUCCESS';
  },
  /** A payment that moves gets the status to which it moves. */
  statusAfter(_from: Status, to: Status): Status {
    return to;
  },
  /** What a notice that may not move a payment leaves behind: the payment as it was. */
  afterRefusedMove(payment: Payment): Payment {
    return payment;
  },
  /** The notices that a pay-out will get, late and repeated ones among them. */
  noticesOf(outcome: CardOutcome): ProcessorNotice[] {
    const pending: ProcessorNotice[] = [
      { afterMs: PENDING_AFTER_MS, status: 'PENDING' },
      { afterMs: ECHO_AFTER_MS, status: 'NEW' },
    ];
    if (outcome === 'PENDING') return pending;
    const final: ProcessorNotice = { afterMs: FINAL_AFTER_MS, status: outcome };
    const late: ProcessorNotice = { afterMs: LATE_AFTER_MS, status: outcome === 'FAILED' ? 'SUCCESS' : 'PENDING' };
    return [...pending, outcome === 'FAILED' ? { ...final, reason: 'Declined by the card issuer' } : final, late];
  },
  /** The status of a new pay-out. */
  payoutStart(): Status {
    return 'NEW';
  },
  /** A failure, which carries a reason and gives money back. */
  isFailure(status: Status): boolean {
    return FAILURES.includes(status);
  },
  /** The reason is kept for failures only. */
  reasonKept(reason: string | null, failure: boolean): string | null {
    return failure ? reason : null;
  },
};

/** How each rule of this group can be broken mechanically. */
export const paymentLifecycleKinds: RuleKinds<typeof paymentLifecycleRules> = {
  isFinal: 'predicate',
  moveAllowed: 'predicate',
  cardOutcome: 'choice',
  transferOutcome: 'choice',
  statusAfter: 'choice',
  afterRefusedMove: 'choice',
  noticesOf: 'choice',
  payoutStart: 'choice',
  isFailure: 'predicate',
  reasonKept: 'choice',
};
