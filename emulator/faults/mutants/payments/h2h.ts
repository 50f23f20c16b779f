import { money, roundDown } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of host-to-host pay-ins (§ Payments, rule 5; § H2H card submission). */
export const h2hMutants: readonly Mutant[] = [
  {
    name: 'h2h-not-said',
    breaks: 'PAY-15',
    level: 'answer',
    because: 'a host-to-host pay-in lacks its h2H flag',
    rules: { h2hShown: () => undefined },
  },
  {
    name: 'h2h-said-of-all',
    breaks: 'PAY-15',
    level: 'answer',
    because: 'the flag is the default of a column',
    rules: { h2hShown: () => true },
  },
  {
    name: 'h2h-said-of-pay-ins-in-search',
    breaks: 'PAY-15',
    level: 'answer',
    because: 'the search index has one kind of pay-in',
    rules: {
      recordShown: (record, place, { orderType }) =>
        place === 'search' && orderType === 'PAYIN' ? { ...record, h2H: true } : record,
    },
  },
  {
    name: 'h2h-amount-in-whole-units',
    breaks: 'PAY-15',
    level: 'state',
    because: 'the card processor takes whole units',
    rules: { h2hAmount: (asked) => roundDown(asked, 0) },
  },
  {
    name: 'h2h-amount-cut-as-a-double',
    breaks: 'PAY-15',
    level: 'state',
    because: 'the amount is taken times a hundred as a binary fraction and cut, which loses a cent now and then',
    rules: { h2hAmount: (asked) => money(Math.trunc(asked.toNumber() * 100)).div(100) },
  },
  {
    name: 'h2h-with-pay-url',
    breaks: 'PAY-15',
    level: 'state',
    because: 'a host-to-host pay-in has the payUrl of a redirected one',
    rules: { h2hPayUrl: (page) => page },
  },
  {
    name: 'h2h-in-hryvnia-with-pay-url',
    breaks: 'PAY-15',
    level: 'state',
    because: 'the acquirer for one currency works by redirect only',
    rules: { h2hPayUrl: (page, currency) => (currency === 'UAH' ? page : null) },
  },
  {
    name: 'h2h-above-the-maximum',
    breaks: 'MTD-08',
    level: 'request',
    because: 'host-to-host pay-ins have an endpoint of their own, which looks at the minimum alone',
    rules: {
      withinMaximum: (amount, maxLimit, of) => of.isHostToHost || conformingRules.withinMaximum(amount, maxLimit, of),
    },
  },
  {
    name: 'h2h-in-hryvnia-below-the-minimum',
    breaks: 'MTD-08',
    level: 'request',
    because: 'the minimum of a currency that was added later is not configured for host-to-host pay-ins',
    rules: {
      reachesMinimum: (amount, minLimit, of) =>
        (of.isHostToHost && of.currency === 'UAH') || conformingRules.reachesMinimum(amount, minLimit, of),
    },
  },
  {
    name: 'h2h-withdrawn',
    breaks: 'PIN-09',
    level: 'request',
    because: 'the host-to-host paths no longer exist',
    rules: { h2hOffered: () => false },
  },
  {
    name: 'card-without-transaction',
    breaks: 'PIN-10',
    level: 'answer',
    because: 'the answer to a card omits transactionId until the bank has answered',
    rules: { cardAnswerShown: ({ transactionId: _, ...record }) => record },
  },
  {
    name: 'declined-card-without-transaction',
    breaks: 'PIN-10',
    level: 'answer',
    because: 'a card that the bank will decline gets no transaction',
    rules: {
      cardAnswerShown: (record, outcome) => (outcome === 'FAILED' ? { ...record, transactionId: null } : record),
    },
  },
  {
    name: 'card-status-as-number',
    breaks: 'PIN-10',
    level: 'answer',
    because: 'the status of a card is the numeric code of the processor',
    rules: { cardAnswerShown: (record) => ({ ...record, status: 200 }) },
  },
  {
    name: 'cvv-of-debit-cards-refused',
    breaks: 'PIN-10',
    level: 'request',
    because: 'only cards with a four-digit cvv are accepted',
    rules: { cardDetailsAccepted: ({ cvv }, _today, isNumber) => isNumber && cvv.length === 4 },
  },
  {
    name: 'cvv-read-as-number',
    breaks: 'PIN-10',
    level: 'request',
    because: 'the processor takes the cvv as a number, so that a leading zero is lost before its digits are counted',
    rules: {
      cardDetailsAccepted: (card, today, isNumber) =>
        conformingRules.cardDetailsAccepted({ ...card, cvv: String(Number(card.cvv)) }, today, isNumber),
    },
  },
];
