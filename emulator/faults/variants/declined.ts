import { TEST_CARDS } from '../../domain/testCards.ts';
import { conformingRules } from '../../rules/index.ts';
import type { Variant } from '../shared/faultTypes.ts';

/** Variants of when and how an order is declined, and of what is kept of it. */
export const declineVariants: readonly Variant[] = [
  {
    name: 'addresses-checked-later',
    because:
      '§ Payments, rule 4, "submit, validate payout details, process": an invalid address fails the payment later',
    differs: /"cryptoAddress"/,
    rules: { addressesChecked: () => 'later' },
  },
  {
    name: 'details-checked-later',
    because: '§ Payments, rule 4, "submit, validate payout details, process": a wrong detail fails the payment later',
    differs: /payments\/payout /,
    rules: { detailsChecked: () => 'later', addressesChecked: () => 'later' },
  },
  {
    name: 'mock-cards-for-pay-outs-alone',
    because: '§ Sandbox, "mock pay-out cards": how a pay-in takes them is not shown',
    differs: /"pan"/,
    rules: {
      cardDetailsAccepted: (card, today, isNumber) =>
        !Object.values(TEST_CARDS).some((one) => one === card.pan) &&
        conformingRules.cardDetailsAccepted(card, today, isNumber),
    },
  },
  {
    name: 'refused-orders-kept-as-failed',
    because: '§ Errors, "HTTP status codes for invalid requests … not shown": a declined order may be kept as FAILED',
    warns: ['ERR-03', 'PIN-07'],
    rules: { refusedKept: (code) => code !== 'client_order_id_taken' },
  },
  {
    name: 'exchange-orders-fail-later',
    because: '§ Errors, "HTTP status codes for invalid requests … not shown": an order outside the limits fails later',
    differs: /"symbolPair"/,
    rules: { exchangeChecked: () => 'later' },
  },
];
