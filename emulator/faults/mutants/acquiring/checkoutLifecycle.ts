import type { Json, JsonRecord } from '../../../domain/json.ts';
import { conformingRules } from '../../../rules/index.ts';
import { checkoutMovesToo, checkoutWhile, otherId } from '../../shared/acquiringFaults.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const isRecord = (value: Json | undefined): value is JsonRecord =>
  typeof value === 'object' && value !== null && 'id' in value;

/** Mutants of § States and transitions, Checkout: its statuses, its reason, its request. */
export const checkoutLifeMutants: readonly Mutant[] = [
  {
    name: 'checkout-starts-with-request',
    breaks: 'LIF-04a',
    level: 'state',
    because: 'a checkout is answered as if its currency were chosen',
    rules: { checkoutStart: () => 'REQUEST_CREATED' },
  },
  {
    name: 'checkout-called-completed',
    breaks: 'LIF-04a',
    level: 'answer',
    because: 'what succeeded is told in the word of the dashboard',
    rules: checkoutWhile(['SUCCESS'], () => ({ status: 'COMPLETED' })),
  },
  {
    name: 'checkout-called-partially-paid',
    breaks: 'LIF-04a',
    level: 'answer',
    because: 'too little is made a status of its own',
    rules: checkoutWhile(['CONFLICT'], ({ reason }) => (reason === 'UNDERPAID' ? { status: 'PARTIALLY_PAID' } : {})),
  },
  {
    name: 'checkout-status-of-its-request',
    breaks: 'LIF-04a',
    level: 'answer',
    because: 'a checkout tells the status of its request as its own',
    rules: {
      checkoutTold: (record) =>
        isRecord(record['request']) ? { ...record, status: record['request']['status'] } : record,
    },
  },
  {
    name: 'checkout-new-until-paid',
    breaks: 'LIF-04b',
    level: 'state',
    because: 'the choice of a currency makes the request and leaves the checkout as it was',
    rules: { checkoutChosen: () => 'NEW', checkoutMoveAllowed: checkoutMovesToo('NEW', 'PAYMENT_DETECTED') },
  },
  {
    name: 'empty-request-while-new',
    breaks: 'LIF-04b',
    level: 'answer',
    because: 'a request that is not there is told as one without fields',
    rules: checkoutWhile(['NEW'], () => ({ request: {} })),
  },
  {
    name: 'checkout-conflict-without-reason',
    breaks: 'LIF-05a',
    level: 'state',
    because: 'the reason is kept with the request only',
    rules: { checkoutReason: () => null },
  },
  {
    name: 'checkout-reason-in-prose',
    breaks: 'LIF-05a',
    level: 'answer',
    because: 'the reason is told in words for people',
    rules: {
      checkoutReason: (problem, status) => (status === 'CONFLICT' ? `The payment is ${problem?.toLowerCase()}` : null),
    },
  },
  {
    name: 'checkout-reason-partially-paid',
    breaks: 'LIF-05a',
    level: 'answer',
    because: 'too little has another name than in the text',
    rules: {
      checkoutReason: (problem, status) =>
        problem === 'UNDERPAID' ? 'PARTIALLY_PAID' : conformingRules.checkoutReason(problem, status),
    },
  },
  {
    name: 'checkout-reason-wrong-asset',
    breaks: 'LIF-05a',
    level: 'answer',
    because: 'another asset has another name than in the text',
    rules: {
      checkoutReason: (problem, status) =>
        problem === 'WRONG_CURRENCY' ? 'WRONG_ASSET' : conformingRules.checkoutReason(problem, status),
    },
  },
  {
    name: 'wrong-currency-taken-as-paid',
    breaks: 'LIF-16',
    level: 'state',
    because: 'figures are compared without a look at what they are of',
    rules: { assetMatches: () => true },
  },
  {
    name: 'wrong-currency-underpaid',
    breaks: 'LIF-16',
    level: 'state',
    because: 'of the asset that was asked for nothing came, so too little was paid',
    rules: { checkoutReason: (problem, status) => (status === 'CONFLICT' && problem !== null ? 'UNDERPAID' : null) },
  },
  {
    name: 'checkout-success-with-reason',
    breaks: 'LIF-05b',
    level: 'answer',
    because: 'the reason is OTHER wherever there is none',
    rules: { checkoutReason: (problem, status) => (status === 'NEW' ? null : (problem ?? 'OTHER')) },
  },
  {
    name: 'checkout-expired-with-reason',
    breaks: 'LIF-05b',
    level: 'answer',
    because: 'an end without success gets a reason',
    rules: { checkoutReason: (problem, status) => (status === 'EXPIRED' ? 'UNDERPAID' : problem) },
  },
  {
    name: 'created-request-not-linked',
    breaks: 'LIF-06a',
    level: 'answer',
    because: 'the request is nested only once it is paid',
    rules: checkoutWhile(['REQUEST_CREATED'], () => ({ request: null })),
  },
  {
    name: 'second-request-when-detected',
    breaks: 'LIF-06a',
    level: 'state',
    because: 'the request is made anew for the amount that came',
    rules: checkoutWhile(['PAYMENT_DETECTED', 'SUCCESS', 'CONFLICT'], ({ request }) =>
      isRecord(request) ? { request: { ...request, id: otherId(request['id']) } } : {},
    ),
  },
  {
    name: 'second-choice-second-request',
    breaks: 'LIF-06a',
    level: 'state',
    because: 'whoever changes the mind on the page gets a further request',
    rules: { mayChoose: (status) => ['NEW', 'REQUEST_CREATED'].includes(status) },
  },
  {
    name: 'request-dropped-on-success',
    breaks: 'LIF-06b',
    level: 'answer',
    because: 'what is settled is not loaded with its request any more',
    rules: checkoutWhile(['SUCCESS'], () => ({ request: null })),
  },
  {
    name: 'request-dropped-in-conflict',
    breaks: 'LIF-06b',
    level: 'answer',
    because: 'a conflict is told without what it is about',
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
