import { HOUR_MS, later } from '../../../domain/clock.ts';
import { conformingRules } from '../../../rules/index.ts';
import { requestAlsoMoves, requestMovesToo, requestWhile } from '../../shared/acquiringFaults.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of § States and transitions, Crypto acquiring request: its statuses, reason and window. */
export const requestLifeMutants: readonly Mutant[] = [
  {
    name: 'request-starts-pending',
    breaks: 'LIF-09',
    level: 'state',
    because: 'a new request is answered as if its transaction were already detected',
    rules: { requestStart: () => 'PENDING_PAYMENT' },
  },
  {
    name: 'request-called-new',
    breaks: 'LIF-09',
    level: 'answer',
    because: 'a request begins with the status of a checkout',
    rules: requestWhile(['WAITING_PAYMENT'], () => ({ status: 'NEW' })),
  },
  {
    name: 'request-called-paid',
    breaks: 'LIF-09',
    level: 'answer',
    because: 'SUCCESS has another name than in the text',
    rules: requestWhile(['SUCCESS'], () => ({ status: 'PAID' })),
  },
  {
    name: 'request-called-confirming',
    breaks: 'LIF-09',
    level: 'answer',
    because: 'a request that waits for blocks has a separate status',
    rules: requestWhile(['PENDING_PAYMENT'], () => ({ status: 'CONFIRMING' })),
  },
  {
    name: 'request-conflict-without-reason',
    breaks: 'LIF-10a',
    level: 'state',
    because: 'the reason is stored with the checkout only',
    rules: { requestReason: () => null },
  },
  {
    name: 'request-conflict-wrong-currency',
    breaks: 'LIF-10a',
    level: 'answer',
    because: 'a request shows a reason that only checkouts have',
    rules: { requestReason: (problem, status) => (status === 'CONFLICT' ? problem : null) },
  },
  {
    name: 'request-reason-in-small-letters',
    breaks: 'LIF-10a',
    level: 'answer',
    because: 'the reason is written in lower case, as in the database',
    rules: {
      requestReason: (problem, status) => conformingRules.requestReason(problem, status)?.toLowerCase() ?? null,
    },
  },
  {
    name: 'request-expires-early',
    breaks: 'LIF-12',
    level: 'state',
    because: 'a request expires halfway through its window',
    rules: { requestExpiry: (expiresAt, createdAt) => createdAt + (expiresAt - createdAt) / 2n },
  },
  {
    name: 'request-expires-a-minute-early',
    breaks: 'LIF-12',
    level: 'state',
    because: 'a margin is subtracted from the window that is shown',
    rules: { requestExpiry: (expiresAt) => later(expiresAt, -60_000) },
  },
  {
    name: 'request-never-expires',
    breaks: 'LIF-12',
    level: 'state',
    because: 'unpaid requests are never checked',
    rules: { requestExpiry: () => null },
  },
  {
    name: 'request-expires-an-hour-late',
    breaks: 'LIF-12',
    level: 'state',
    because: 'expiry is noticed by an hourly job',
    rules: { requestExpiry: (expiresAt) => later(expiresAt, HOUR_MS) },
  },
  {
    name: 'expired-request-paid',
    breaks: 'LIF-14',
    level: 'state',
    because: 'a payment after the end of the window is accepted as if it were in time, and its checkout stays EXPIRED',
    rules: {
      takesPayment: (status) => status === 'WAITING_PAYMENT' || status === 'EXPIRED',
      requestMoveAllowed: requestMovesToo(['EXPIRED', 'PENDING_PAYMENT']),
    },
  },
  {
    name: 'unpaid-request-in-conflict',
    breaks: 'LIF-12',
    level: 'state',
    because: 'zero is less than the price, so an unpaid request counts as underpaid',
    rules: { requestUnpaid: () => 'CONFLICT', requestMoveAllowed: requestMovesToo(['WAITING_PAYMENT', 'CONFLICT']) },
  },
  {
    name: 'unpaid-request-succeeds',
    breaks: 'LIF-12',
    level: 'state',
    because: 'the end of the window closes a request as paid',
    rules: { requestUnpaid: () => 'SUCCESS', requestMoveAllowed: requestMovesToo(['WAITING_PAYMENT', 'SUCCESS']) },
  },
  {
    name: 'request-waits-again',
    breaks: 'LIF-16',
    level: 'state',
    because: 'a block is dropped, and its transfer appears in a later block',
    rules: {
      ...requestAlsoMoves('PENDING_PAYMENT', 'WAITING_PAYMENT', 700),
      confirmationsAwaited: () => 20,
      requestMoveAllowed: requestMovesToo(
        ['PENDING_PAYMENT', 'WAITING_PAYMENT'],
        ['WAITING_PAYMENT', 'SUCCESS'],
        ['WAITING_PAYMENT', 'CONFLICT'],
      ),
    },
  },
  {
    name: 'request-success-reviewed-again',
    breaks: 'LIF-14',
    level: 'state',
    because: 'a compliance check after the success moves the request back but not its checkout',
    rules: requestAlsoMoves('SUCCESS', 'PENDING_PAYMENT', 1_500),
  },
  {
    name: 'conflict-moved-without-zone',
    breaks: 'GEN-04b',
    level: 'answer',
    because: 'a job of its own writes when it found a conflict, by the clock of its database',
    rules: {
      requestTold: (record, { status }) =>
        status === 'CONFLICT'
          ? { ...record, lastUpdatedAt: String(record['lastUpdatedAt']).replace(/Z$/, '') }
          : record,
    },
  },
];
