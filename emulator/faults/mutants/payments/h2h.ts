import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of host-to-host pay-ins (§ Payments, rule 5; § H2H card submission). */
export const h2hMutants: readonly Mutant[] = [
  {
    name: 'h2h-not-said',
    breaks: 'PAY-15',
    level: 'answer',
    because: 'a host-to-host pay-in does not say that it is one',
    rules: { h2hShown: () => undefined },
  },
  {
    name: 'h2h-with-pay-url',
    breaks: 'PAY-15',
    level: 'state',
    because: 'a host-to-host pay-in carries the page of a redirected one',
    rules: { h2hPayUrl: (page) => page },
  },
  {
    name: 'h2h-withdrawn',
    breaks: 'PIN-09',
    level: 'request',
    because: 'nothing answers any more where host-to-host pay-ins were',
    rules: { h2hOffered: () => false },
  },
  {
    name: 'card-without-transaction',
    breaks: 'PIN-10',
    level: 'answer',
    because: 'the answer to a card leaves transactionId out until the bank has answered',
    rules: { cardAnswerShown: ({ transactionId: _, ...record }) => record },
  },
  {
    name: 'card-status-as-number',
    breaks: 'PIN-10',
    level: 'answer',
    because: 'the status of a card is the code of the processor',
    rules: { cardAnswerShown: (record) => ({ ...record, status: 200 }) },
  },
  {
    name: 'cvv-of-debit-cards-refused',
    breaks: 'PIN-10',
    level: 'request',
    because: 'a card is taken with four digits behind only',
    rules: { cardDetailsAccepted: ({ cvv }, _today, isNumber) => isNumber && cvv.length === 4 },
  },
];
