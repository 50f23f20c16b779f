import type { RequestStatus } from '../../../domain/acquiring.ts';
import { HOUR_MS, later } from '../../../domain/clock.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { checkoutWhile, requestWhile } from '../../shared/acquiringFaults.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const PAID: readonly RequestStatus[] = ['SUCCESS', 'CONFLICT'];

/** Mutants of what a request and its checkout tell once somebody chose or paid. */
export const paidRecordMutants: readonly Mutant[] = [
  {
    name: 'paid-amount-as-text',
    breaks: 'REQ-10',
    level: 'answer',
    because: 'what was paid is told as the blockchain writes it',
    rules: requestWhile(PAID, ({ paidAmount }) => ({ paidAmount: paidAmount === null ? null : `${paidAmount}` })),
  },
  {
    name: 'overpaid-in-words',
    breaks: 'REQ-10',
    level: 'answer',
    because: 'a Boolean is written as a word',
    rules: requestWhile(PAID, ({ overpaid }) => ({ overpaid: String(overpaid) })),
  },
  {
    name: 'payments-in-a-list',
    breaks: 'REQ-10',
    level: 'answer',
    because: 'the one payment of a request is told as a list of them',
    rules: requestWhile(PAID, ({ payment }) => ({ payment: [payment ?? null] })),
  },
  {
    name: 'hash-as-number',
    breaks: 'REQ-10',
    level: 'answer',
    because: 'the transaction is told by its number in the block',
    rules: requestWhile(PAID, () => ({ txHash: 17 })),
  },
  {
    name: 'pay-amount-becomes-paid-amount',
    breaks: 'REQ-04',
    level: 'state',
    because: 'what was expected is written over with what came',
    rules: requestWhile(PAID, ({ payAmount, paidAmount }) => ({ payAmount: paidAmount ?? payAmount })),
  },
  {
    name: 'paid-asset-becomes-asked',
    breaks: 'REQ-03',
    level: 'state',
    because: 'currency and blockchain are those of what came, not of what was asked for',
    rules: {
      requestTold: (record, { incoming }) =>
        incoming === null
          ? record
          : { ...record, currency: incoming.asset.currency, blockchain: incoming.asset.blockchain },
    },
  },
  {
    name: 'limits-lost-when-paid',
    breaks: 'REQ-02',
    level: 'answer',
    because: 'the limits of a request without a price are told only as long as they matter',
    rules: requestWhile(PAID, () => ({ minLimit: null, maxLimit: null })),
  },
  {
    name: 'name-lost-when-chosen',
    breaks: 'CHK-04',
    level: 'state',
    because: 'the choice of a currency writes the checkout anew, without what the merchant called it',
    rules: checkoutWhile(['REQUEST_CREATED', 'PAYMENT_DETECTED', 'SUCCESS', 'CONFLICT'], () => ({
      name: null,
      clientOrderId: null,
    })),
  },
  {
    name: 'project-of-the-request',
    breaks: 'CHK-01',
    level: 'answer',
    because: 'a checkout with a request leaves its project to it',
    rules: checkoutWhile(['SUCCESS', 'CONFLICT'], () => ({ projectId: undefined })),
  },
  {
    name: 'expiry-starts-anew-when-chosen',
    breaks: 'CHK-04',
    level: 'state',
    because: 'the choice of a currency gives the checkout another hour',
    rules: { expiryChosen: ({ expiresAt }) => later(expiresAt, HOUR_MS) },
  },
  {
    name: 'fixed-amount-becomes-crypto',
    breaks: 'CHK-02a',
    level: 'answer',
    because: 'the amount of the checkout is written over with that of its request',
    rules: {
      checkoutTold: (record) => {
        const request = record['request'] as JsonRecord | null;
        if (!request || !record['fixedAmount']) return record;
        return { ...record, fixedAmount: { currency: request['currency'], amount: request['payAmount'] } };
      },
    },
  },
  {
    name: 'card-of-another-in-the-list',
    breaks: 'PAY-11',
    level: 'answer',
    because: 'the list masks another card than the one that was paid to',
    rules: {
      recordShown: (record, place, { payoutCardNumber }) =>
        place === 'list' && payoutCardNumber ? { ...record, payoutCardNumber: '**** 0000' } : record,
    },
  },
];
