import type { Json, JsonRecord } from '../../../domain/json.ts';
import { conformingRules } from '../../../rules/index.ts';
import { checkoutMovesToo, checkoutWhile, otherId } from '../../shared/acquiringFaults.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const isRecord = (value: Json | undefined): value is JsonRecord =>
  typeof value === 'object' && value !== null && 'id' in value;

/** Mutants of § States and transitions, Checkout: its statuses, reason and request. */
export const checkoutLifeMutants: readonly Mutant[] = [
  {
    name: 'checkout-starts-with-request',
    breaks: 'LIF-04a',
    level: 'state',
    because: 'a new checkout is answered as if its currency were already chosen',
    rules: { checkoutStart: () => 'REQUEST_CREATED' },
  },
  {
    name: 'checkout-called-completed',
    breaks: 'LIF-04a',
    level: 'answer',
    because: 'SUCCESS is shown under the dashboard’s word',
    rules: checkoutWhile(['SUCCESS'], () => ({ status: 'COMPLETED' })),
  },
  {
    name: 'checkout-called-partially-paid',
    breaks: 'LIF-04a',
    level: 'answer',
    because: 'underpayment becomes a separate status',
    rules: checkoutWhile(['CONFLICT'], ({ reason }) => (reason === 'UNDERPAID' ? { status: 'PARTIALLY_PAID' } : {})),
  },
  {
    name: 'checkout-status-of-its-request',
    breaks: 'LIF-04a',
    level: 'answer',
    because: 'a checkout shows the status of its request as its own',
    rules: {
      checkoutTold: (record) =>
        isRecord(record['request']) ? { ...record, status: record['request']['status'] } : record,
    },
  },
  {
    name: 'checkout-new-until-paid',
    breaks: 'LIF-04b',
    level: 'state',
    because: 'choosing a currency creates the request but does not change the checkout',
    rules: { checkoutChosen: () => 'NEW', checkoutMoveAllowed: checkoutMovesToo('NEW', 'PAYMENT_DETECTED') },
  },
  {
    name: 'empty-request-while-new',
    breaks: 'LIF-04b',
    level: 'answer',
    because: 'a missing request is shown as an empty object',
    rules: checkoutWhile(['NEW'], () => ({ request: {} })),
  },
  {
    name: 'checkout-conflict-without-reason',
    breaks: 'LIF-05a',
    level: 'state',
    because: 'the reason is stored with the request only',
    rules: { checkoutReason: () => null },
  },
  {
    name: 'checkout-reason-in-prose',
    breaks: 'LIF-05a',
    level: 'answer',
    because: 'the reason is a sentence for people',
    rules: {
      checkoutReason: (problem, status) => (status === 'CONFLICT' ? `The payment is ${problem?.toLowerCase()}` : null),
    },
  },
  {
    name: 'checkout-reason-partially-paid',
    breaks: 'LIF-05a',
    level: 'answer',
    because: 'UNDERPAID has another name than in the text',
    rules: {
      checkoutReason: (problem, status) =>
        problem === 'UNDERPAID' ? 'PARTIALLY_PAID' : conformingRules.checkoutReason(problem, status),
    },
  },
  {
    name: 'checkout-reason-wrong-asset',
    breaks: 'LIF-05a',
    level: 'answer',
    because: 'WRONG_CURRENCY has another name than in the text',
    rules: {
      checkoutReason: (problem, status) =>
        problem === 'WRONG_CURRENCY' ? 'WRONG_ASSET' : conformingRules.checkoutReason(problem, status),
    },
  },
  {
    name: 'wrong-currency-taken-as-paid',
    breaks: 'LIF-16',
    level: 'state',
    because: 'amounts are compared without their assets',
    rules: { assetMatches: () => true },
  },
  {
    name: 'wrong-currency-underpaid',
    breaks: 'LIF-16',
    level: 'state',
    because: 'nothing arrived in the requested asset, so the checkout counts as underpaid',
    rules: { checkoutReason: (problem, status) => (status === 'CONFLICT' && problem !== null ? 'UNDERPAID' : null) },
  },
  {
    name: 'checkout-success-with-reason',
    breaks: 'LIF-05b',
    level: 'answer',
    because: 'a missing reason is shown as OTHER',
    rules: { checkoutReason: (problem, status) => (status === 'NEW' ? null : (problem ?? 'OTHER')) },
  },
  {
    name: 'checkout-expired-with-reason',
    breaks: 'LIF-05b',
    level: 'answer',
    because: 'an expired checkout gets a reason',
    rules: { checkoutReason: (problem, status) => (status === 'EXPIRED' ? 'UNDERPAID' : problem) },
  },
  {
    name: 'created-request-not-linked',
    breaks: 'LIF-06a',
    level: 'answer',
    because: 'the request is shown only after it is paid',
    rules: checkoutWhile(['REQUEST_CREATED'], () => ({ request: null })),
  },
  {
    name: 'second-request-when-detected',
    breaks: 'LIF-06a',
    level: 'state',
    because: 'the request is created again for the received amount',
    rules: checkoutWhile(['PAYMENT_DETECTED', 'SUCCESS', 'CONFLICT'], ({ request }) =>
      isRecord(request) ? { request: { ...request, id: otherId(request['id']) } } : {},
    ),
  },
  {
    name: 'second-choice-second-request',
    breaks: 'LIF-06a',
    level: 'state',
    because: 'an end user who changes the choice on the page gets another request',
    rules: { mayChoose: (status) => ['NEW', 'REQUEST_CREATED'].includes(status) },
  },
  {
    name: 'second-choice-without-a-price',
    breaks: 'LIF-06a',
    level: 'state',
    because: 'whoever gives what they like may change their mind, and gets another request',
    rules: { mayChoose: (status, type) => status === 'NEW' || (status === 'REQUEST_CREATED' && type === 'NO_PRICE') },
  },
  {
    name: 'request-dropped-on-success',
    breaks: 'LIF-06b',
    level: 'answer',
    because: 'a settled checkout is loaded without its request',
    rules: checkoutWhile(['SUCCESS'], () => ({ request: null })),
  },
  {
    name: 'request-dropped-in-conflict',
    breaks: 'LIF-06b',
    level: 'answer',
    because: 'a conflict is shown without its request',
    rules: checkoutWhile(['CONFLICT'], () => ({ request: undefined })),
  },
  {
    name: 'request-hidden-while-detected',
    breaks: 'LIF-06b',
    level: 'answer',
    because: 'the request is locked while its payment is processed, and left out',
    rules: checkoutWhile(['PAYMENT_DETECTED'], () => ({ request: null })),
  },
];
