import { jsonNumber } from '../../../../generators/prices.ts';
import { type Method, methodName } from '../../../../harness/methods.ts';
import { read } from '../../../../harness/plan.ts';
import type { CaseClaim } from '../../../case.ts';
import type { Known } from '../../known.ts';
import type { Move } from '../../move.ts';
import { claimOf, stepOf } from '../../steps.ts';
import { valid } from '../../tabled.ts';
import { borneRange, soundAmounts } from './amountWays.ts';
import { allWays, cellOf, methodsOf, planFor, spoken } from './bodies.ts';
import { type Variant, varied } from './variant.ts';

/** How long a pay-out to another card is seen to stay PENDING, ms. */
const windowMs = 5_000;

/** The cards of a sandbox, by what becomes of a pay-out to them (§ Sandbox, mock pay-out cards). */
const fates: Readonly<
  Record<
    string,
    {
      requirement: string;
      cardOf(known: Known): string | undefined;
      claims(created: string): CaseClaim[];
      ends?: string[];
    }
  >
> = {
  'the failing mock card': {
    requirement: 'SBX-03',
    cardOf: ({ mockCards }) => mockCards?.failed,
    claims: (created) => [claimOf('SBX-03', 'reaches', { created, status: 'FAILED' })],
    ends: ['FAILED'],
  },
  'the succeeding mock card': {
    requirement: 'SBX-04',
    cardOf: ({ mockCards }) => mockCards?.success,
    claims: (created) => [claimOf('SBX-04', 'reaches', { created, status: 'SUCCESS' })],
    ends: ['SUCCESS'],
  },
  'another card': {
    requirement: 'SBX-05',
    cardOf: ({ mockCards, cards }) => (mockCards ? cards[0] : undefined),
    claims: (created) => [claimOf('SBX-05', 'staysPending', { created, windowMs })],
  },
};

/** Card pay-out methods that a balance bears. */
export function cardMethods(known: Known): Method[] {
  return methodsOf(known, 'PAYOUT').filter(
    (method) =>
      method.methodKey === 'CC_VISAMC' && borneRange(known, method) && known.balance(method.currency) !== undefined,
  );
}

function cardVariants(known: Known): Variant[] {
  return Object.entries(fates).flatMap(([to, { requirement, cardOf, claims, ends }]) =>
    cardMethods(known).flatMap((method): Variant[] => {
      const [cardNumber, range] = [cardOf(known), borneRange(known, method)];
      if (cardNumber === undefined || !range) return [];
      return allWays.map((way) => ({
        cell: cellOf(method, to, way),
        draw: (chance) => {
          const body = spoken[way](method, chance);
          const amount = soundAmounts['near the least']?.(range, chance) ?? range.least;
          const what = `a pay-out of ${methodName(method)} to ${to}`;
          return (
            body && {
              steps: [
                stepOf(planFor(method, { ...body, amount: jsonNumber(amount), cardNumber })),
                ...(ends ? [stepOf(read.search({ clientOrderId: '{{key}}' }), { until: ends })] : []),
              ],
              label: valid(what),
              claims: [claimOf(requirement, 'accepted', { exchange: '#1', what }), ...claims('#1')],
            }
          );
        },
      }));
    }),
  );
}

/** Pay-outs to the cards of a sandbox, whose ends are known. */
export const mockCardMoves: readonly Move[] = [
  varied({
    name: 'pay-out to a mock card',
    evidences: ['SBX-03', 'SBX-04', 'SBX-05'],
    posts: 1,
    isMisuse: false,
    variants: cardVariants,
  }),
];
