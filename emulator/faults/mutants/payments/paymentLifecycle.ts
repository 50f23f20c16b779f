import { HOUR_MS } from '../../../domain/clock.ts';
import { currentCall } from '../../../domain/currentCall.ts';
import { conformingRules, type Rules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** A time after the creation of a pay-out, in milliseconds. At this time every pay-out has ended, and its late notice has not come yet. */
const AUDITED_AFTER_MS = 600;

/** A service that knows its mock cards by a part of their digits. */
const likeMockCards = (partOf: (card: string) => string): Partial<Rules> => ({
  cardOutcome: (card, mocks, currency) => {
    const like = Object.values(mocks).find((mock) => partOf(mock) === partOf(card));
    return conformingRules.cardOutcome(like ?? card, mocks, currency);
  },
});

/** Allows further moves of a payment beside those that conform. */
const alsoMoving = (isMore: (...move: Parameters<Rules['moveAllowed']>) => boolean): Partial<Rules> => ({
  moveAllowed: (from, to, final) => conformingRules.moveAllowed(from, to, final) || isMore(from, to, final),
});

/** Mutants of § States and transitions, Payment, and of the mock cards of § Sandbox. */
export const lifecycleMutants: readonly Mutant[] = [
  {
    name: 'failed-resurrected',
    breaks: 'LIF-01',
    level: 'state',
    because: 'a late notice of the processor moves FAILED to SUCCESS',
    rules: alsoMoving((from, to) => from === 'FAILED' && to === 'SUCCESS'),
  },
  {
    name: 'success-reopened',
    breaks: 'LIF-01',
    level: 'state',
    because: 'SUCCESS is not counted as a final status, so a late notice makes it PENDING again',
    rules: { isFinal: (status) => status !== 'SUCCESS' && conformingRules.isFinal(status) },
  },
  {
    name: 'late-end-replaces-the-first',
    breaks: 'LIF-01',
    level: 'state',
    because: 'the notice that comes last counts, whatever a payment has ended in',
    rules: alsoMoving((from, to) => from !== to && conformingRules.isFinal(to)),
  },
  {
    name: 'expired-paid-late',
    breaks: 'LIF-01',
    level: 'state',
    because: 'a payer who pays after the expiry turns EXPIRED into SUCCESS',
    rules: alsoMoving((from, to) => from === 'EXPIRED' && to === 'SUCCESS'),
  },
  {
    name: 'success-taken-back-late',
    breaks: 'LIF-01',
    level: 'state',
    because: 'money that a bank returns days later turns SUCCESS into FAILED',
    rules: alsoMoving((from, to) => from === 'SUCCESS' && to === 'FAILED'),
  },
  {
    name: 'back-to-new',
    breaks: 'LIF-02',
    level: 'state',
    because: 'a repeated first notice moves a pay-out back to NEW',
    rules: { moveAllowed: (from, to, final) => !final && from !== to },
  },
  {
    name: 'failed-card-cancels',
    breaks: 'SBX-03',
    level: 'state',
    because: 'the failing test card ends in CANCELLED',
    rules: {
      noticesOf: (outcome) =>
        conformingRules
          .noticesOf(outcome)
          .map((notice) => (notice.status === 'FAILED' ? { ...notice, status: 'CANCELLED' } : notice)),
    },
  },
  {
    name: 'failed-card-unknown',
    breaks: 'SBX-03',
    level: 'state',
    because: 'the failing test card is treated like any other card',
    rules: { cardOutcome: (card, mocks) => (card === mocks.success ? 'SUCCESS' : 'PENDING') },
  },
  {
    name: 'failing-card-by-client-order-id',
    breaks: 'SBX-03',
    level: 'state',
    because: 'the notice of a failure is matched by the clientOrderId, so that an order without one waits for ever',
    rules: {
      cardOutcome: (card, mocks, currency) =>
        card === mocks.failed && !currentCall()?.call.body.includes('clientOrderId')
          ? 'PENDING'
          : conformingRules.cardOutcome(card, mocks, currency),
    },
  },
  {
    name: 'test-cards-unknown-in-tenge',
    breaks: 'SBX-04',
    level: 'state',
    because: 'the acquirer for one currency has no test cards',
    rules: {
      cardOutcome: (card, mocks, currency) =>
        currency === 'KZT' ? 'PENDING' : conformingRules.cardOutcome(card, mocks, currency),
    },
  },
  {
    name: 'success-card-unknown-in-hryvnia',
    breaks: 'SBX-04',
    level: 'state',
    because: 'the processor of one currency has only the failing test card',
    rules: {
      cardOutcome: (card, mocks, currency) =>
        currency === 'UAH' && card === mocks.success ? 'PENDING' : conformingRules.cardOutcome(card, mocks, currency),
    },
  },
  {
    name: 'success-card-fails',
    breaks: 'SBX-04',
    level: 'state',
    because: 'every test card fails',
    rules: { cardOutcome: (card, mocks) => ([mocks.failed, mocks.success].includes(card) ? 'FAILED' : 'PENDING') },
  },
  {
    name: 'success-never-final',
    breaks: 'SBX-04',
    level: 'state',
    because: 'the notice of success is lost',
    rules: { noticesOf: (outcome) => conformingRules.noticesOf(outcome === 'SUCCESS' ? 'PENDING' : outcome) },
  },
  {
    name: 'any-card-succeeds',
    breaks: 'SBX-05',
    level: 'state',
    because: 'every card except the failing one succeeds',
    rules: { cardOutcome: (card, mocks) => (card === mocks.failed ? 'FAILED' : 'SUCCESS') },
  },
  {
    name: 'mock-cards-by-their-last-digits',
    breaks: 'SBX-05',
    level: 'state',
    because: 'a card fails if it ends like the failing mock card, or begins like it',
    rules: {
      cardOutcome: (card, mocks, currency) =>
        card.endsWith(mocks.failed.slice(-4)) || card.startsWith(mocks.failed.slice(0, 6))
          ? 'FAILED'
          : conformingRules.cardOutcome(card, mocks, currency),
    },
  },
  {
    name: 'mock-cards-by-their-first-digits',
    breaks: 'SBX-05',
    level: 'state',
    because: 'a card is known by the number of its bank, which it shares with a mock card',
    rules: likeMockCards((card) => card.slice(0, 6)),
  },
  {
    name: 'mock-cards-by-their-masked-number',
    breaks: 'SBX-05',
    level: 'state',
    because: 'the simulator sees the masked number only, in which some other cards agree with a mock card',
    rules: likeMockCards((card) => `${card.slice(0, 6)} ${card.slice(-4)}`),
  },
  {
    name: 'cards-of-other-networks-fail',
    breaks: 'SBX-05',
    level: 'state',
    because: 'a router sends cards of networks that it does not know to the terminal that fails',
    rules: {
      cardOutcome: (card, mocks, currency) =>
        /^[245]/.test(card) && !/^50/.test(card) ? conformingRules.cardOutcome(card, mocks, currency) : 'FAILED',
    },
  },
  {
    name: 'cards-of-other-lengths-succeed',
    breaks: 'SBX-05',
    level: 'state',
    because: 'the mock terminal reads sixteen digits, and passes on what it cannot read',
    rules: {
      cardOutcome: (card, mocks, currency) =>
        card.length === 16 ? conformingRules.cardOutcome(card, mocks, currency) : 'SUCCESS',
    },
  },
  {
    name: 'other-cards-expire',
    breaks: 'SBX-05',
    level: 'state',
    because: 'a cleanup job expires what the simulator leaves pending',
    rules: {
      noticesOf: (outcome) => [
        ...conformingRules.noticesOf(outcome),
        ...(outcome === 'PENDING' ? [{ afterMs: 600, status: 'EXPIRED' as const }] : []),
      ],
    },
  },
  {
    name: 'success-reopened-an-hour-later',
    breaks: 'LIF-01',
    level: 'state',
    because: 'an audit moves payments that succeeded an hour ago back to PENDING',
    rules: {
      isFinal: (status) => status !== 'SUCCESS' && conformingRules.isFinal(status),
      noticesOf: (outcome) => [
        ...conformingRules.noticesOf(outcome).filter(({ afterMs }) => afterMs < AUDITED_AFTER_MS),
        ...(outcome === 'SUCCESS' ? [{ afterMs: HOUR_MS, status: 'PENDING' as const }] : []),
      ],
    },
  },
  {
    name: 'frozen-on-the-way',
    breaks: 'LIF-16',
    level: 'state',
    because: 'every pay-out is reviewed before it ends, and FROZEN for a second',
    rules: {
      noticesOf: (outcome) =>
        conformingRules
          .noticesOf(outcome)
          .flatMap((notice) =>
            notice.status === outcome && outcome !== 'PENDING'
              ? [
                  { afterMs: notice.afterMs, status: 'FROZEN' as const },
                  { ...notice, afterMs: notice.afterMs + 1000 },
                ]
              : [notice],
          )
          .filter(({ status, afterMs }) => status === outcome || afterMs < AUDITED_AFTER_MS),
    },
  },
  {
    name: 'frozen-for-good',
    breaks: 'PAY-18',
    level: 'state',
    because: 'a payment that was frozen once is shown as FROZEN for ever',
    rules: { statusAfter: (from, to) => (from === 'FROZEN' ? 'FROZEN' : to) },
  },
];
