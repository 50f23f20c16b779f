import type { Json, JsonRecord } from '../domain/json.ts';
import type { TestCards } from '../domain/testCards.ts';
import type { CardOutcome } from './paymentLifecycle.ts';
import type { RuleKinds } from './ruleKind.ts';

/** The card of a host-to-host pay-in as it is submitted (§ H2H card submission). */
export interface SubmittedCard {
  readonly cardHolder: string;
  readonly cvv: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly pan: string;
}

/** Card pay-ins whose card the merchant submits (§ Payments, rule 5; § H2H card submission). */
export const h2hRules = {
  /** Host-to-host pay-ins and their cards are taken, at paths of the service's own. */
  h2hOffered(): boolean {
    return true;
  },
  /** A host-to-host pay-in says so; other payments do not speak of it. */
  h2hShown(h2h: boolean): Json | undefined {
    return h2h ? true : undefined;
  },
  /** A host-to-host pay-in has no page to which a payer could be redirected. */
  h2hPayUrl(_page: string): string | null {
    return null;
  },
  /** A card has a holder, a number with a right check digit, 3 or 4 digits behind, and a month that is not over. */
  cardDetailsAccepted(card: SubmittedCard, today: { year: number; month: number }, isNumber: boolean): boolean {
    const { cardHolder, cvv, expMonth, expYear } = card;
    const year = expYear < 100 ? 2000 + expYear : expYear;
    const over = year < today.year || (year === today.year && expMonth < today.month);
    return isNumber && cardHolder !== '' && /^\d{3,4}$/.test(cvv) && expMonth >= 1 && expMonth <= 12 && !over;
  },
  /** What becomes of a pay-in by a submitted card: the failing test card fails, any other pays. */
  h2hOutcome(pan: string, mocks: TestCards): CardOutcome {
    return pan === mocks.failed ? 'FAILED' : 'SUCCESS';
  },
  /** The answer to a submitted card. */
  cardAnswerShown(record: JsonRecord): JsonRecord {
    return record;
  },
};

/** How each rule of this group can be broken mechanically. */
export const h2hKinds: RuleKinds<typeof h2hRules> = {
  h2hOffered: 'always',
  h2hShown: 'choice',
  h2hPayUrl: 'choice',
  cardDetailsAccepted: 'predicate',
  h2hOutcome: 'choice',
  cardAnswerShown: 'choice',
};
