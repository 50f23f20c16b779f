import type { RequestStatus } from '../../../domain/acquiring.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { checkoutWhile, requestWhile } from '../../shared/acquiringFaults.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const PAID: readonly RequestStatus[] = ['SUCCESS', 'CONFLICT'];

/** Mutants of the fields of a request and its checkout after a choice or a payment. */
export const paidRecordMutants: readonly Mutant[] = [
  {
    name: 'paid-amount-as-text',
    breaks: 'REQ-10',
    level: 'answer',
    because: 'the paid amount is shown as the blockchain writes it',
    rules: requestWhile(PAID, ({ paidAmount }) => ({ paidAmount: paidAmount === null ? null : `${paidAmount}` })),
  },
  {
    name: 'overpaid-in-words',
    breaks: 'REQ-10',
    level: 'answer',
    because: 'a Boolean is written as text',
    rules: requestWhile(PAID, ({ overpaid }) => ({ overpaid: String(overpaid) })),
  },
  {
    name: 'payments-in-a-list',
    breaks: 'REQ-10',
    level: 'answer',
    because: 'the single payment of a request is shown as a list',
    rules: requestWhile(PAID, ({ payment }) => ({ payment: [payment ?? null] })),
  },
  {
    name: 'hash-as-number',
    breaks: 'REQ-10',
    level: 'answer',
    because: 'the transaction is shown by its index in the block',
    rules: requestWhile(PAID, () => ({ txHash: 17 })),
  },
  {
    name: 'pay-amount-becomes-paid-amount',
    breaks: 'REQ-04',
    level: 'state',
    because: 'the received amount overwrites the expected one',
    rules: requestWhile(PAID, ({ payAmount, paidAmount }) => ({ payAmount: paidAmount ?? payAmount })),
  },
  {
    name: 'paid-asset-becomes-asked',
    breaks: 'REQ-03',
    level: 'state',
    because: 'currency and blockchain are those of the received asset, not of the requested one',
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
    because: 'a request without a price shows its limits only until it is paid',
    rules: requestWhile(PAID, () => ({ minLimit: null, maxLimit: null })),
  },
  {
    name: 'name-lost-when-chosen',
    breaks: 'CHK-04',
    level: 'state',
    because: 'choosing a currency recreates the checkout without the merchant’s name and clientOrderId',
    rules: checkoutWhile(['REQUEST_CREATED', 'PAYMENT_DETECTED', 'SUCCESS', 'CONFLICT'], () => ({
      name: null,
      clientOrderId: null,
    })),
  },
  {
    name: 'project-of-the-request',
    breaks: 'CHK-01',
    level: 'answer',
    because: 'a checkout with a request leaves the project to the request',
    rules: checkoutWhile(['SUCCESS', 'CONFLICT'], () => ({ projectId: undefined })),
  },
  {
    name: 'fixed-amount-becomes-crypto',
    breaks: 'CHK-02a',
    level: 'answer',
    because: 'the amount of the request overwrites that of the checkout',
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
    because: 'the list shows another masked card than the one paid to',
    rules: {
      recordShown: (record, place, { payoutCardNumber }) =>
        place === 'list' && payoutCardNumber ? { ...record, payoutCardNumber: '**** 0000' } : record,
    },
  },
];
