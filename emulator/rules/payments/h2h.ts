import type { Json, JsonRecord } from '../../domain/json.ts';
import type { Money } from '../../domain/money.ts';
import type { TestCards } from '../../domain/testCards.ts';
import { always, amount, choice, predicate } from '../core/ruleKind.ts';
import type { CardOutcome } from './paymentLifecycle.ts';

/** The submitted card of a host-to-host pay-in (§ H2H card submission). */
export interface SubmittedCard {
  readonly cardHolder: string;
  readonly cvv: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly pan: string;
}

/** Pay-ins for which the merchant submits the card (§ Payments, rule 5; § H2H card submission). */
export const h2hRules = {
  /** The service offers host-to-host pay-ins and card submission, on its own paths. */
  h2hOffered: always((): boolean => true),
  /** A host-to-host pay-in is of the amount that its body asks for. */
  h2hAmount: amount((asked: Money): Money => asked),
  /** A host-to-host pay-in shows the flag h2H; other payments omit the flag. */
  h2hShown: choice((h2h: boolean): Json | undefined => (h2h ? true : undefined)),
  /** A host-to-host pay-in has no page to redirect a payer to. */
  h2hPayUrl: choice((_page: string, _currency: string): string | null => null),
  /** A card needs a holder, a number with a valid check digit, a cvv of 3 or 4 digits, and a month that has not passed. */
  cardDetailsAccepted: predicate(
    (card: SubmittedCard, today: { year: number; month: number }, isNumber: boolean): boolean => {
      const { cardHolder, cvv, expMonth, expYear } = card;
      const year = expYear < 100 ? 2000 + expYear : expYear;
      const over = year < today.year || (year === today.year && expMonth < today.month);
      return isNumber && cardHolder !== '' && /^\d{3,4}$/.test(cvv) && expMonth >= 1 && expMonth <= 12 && !over;
    },
  ),
  /** The outcome of a pay-in by a submitted card: the failing test card fails, any other succeeds. */
  h2hOutcome: choice((pan: string, mocks: TestCards): CardOutcome => (pan === mocks.failed ? 'FAILED' : 'SUCCESS')),
  /** The answer to a submitted card, which is the same however the pay-in will end. */
  cardAnswerShown: choice((record: JsonRecord, _outcome: CardOutcome): JsonRecord => record),
};
