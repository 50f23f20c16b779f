import { jsonNumber } from '../../../../generators/amounts/prices.ts';
import { type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import { read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion } from '../../../engine/cases/fuzzCase.ts';
import { coveredRange, validAmounts } from '../../builder/amountRanges.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, stepOf } from '../../builder/caseSteps.ts';
import { type CombinationCase, combinationGenerator } from '../../builder/combinationGenerator.ts';
import {
  allMethodReferences,
  combinationName,
  listedMethods,
  methodReferences,
  paymentPlan,
} from '../../builder/paymentBodies.ts';
import { validLabel } from '../../builder/tableGenerator.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

/** The time for which a case checks that a pay-out to another card stays PENDING, ms. */
const windowMs = 5_000;

/** The cards of a sandbox, and the outcome of a pay-out to each (§ Sandbox, mock pay-out cards). */
const scenarios: Readonly<
  Record<
    string,
    {
      requirement: string;
      cardOf(known: TargetInventory): string | undefined;
      claims(created: string): CaseAssertion[];
      ends?: string[];
    }
  >
> = {
  'the failing mock card': {
    requirement: 'SBX-03',
    cardOf: ({ mockCards }) => mockCards?.failed,
    claims: (created) => [assertionOf('SBX-03', 'reaches', { created, status: 'FAILED' })],
    ends: ['FAILED'],
  },
  'the succeeding mock card': {
    requirement: 'SBX-04',
    cardOf: ({ mockCards }) => mockCards?.success,
    claims: (created) => [assertionOf('SBX-04', 'reaches', { created, status: 'SUCCESS' })],
    ends: ['SUCCESS'],
  },
  'another card': {
    requirement: 'SBX-05',
    cardOf: ({ mockCards, cards }) => (mockCards ? cards[0] : undefined),
    claims: (created) => [assertionOf('SBX-05', 'staysPending', { created, windowMs })],
  },
};

/** Returns the card pay-out methods that a balance covers. */
export function cardMethods(known: TargetInventory): Method[] {
  return listedMethods(known, 'PAYOUT').filter(
    (method) =>
      method.methodKey === 'CC_VISAMC' && coveredRange(known, method) && known.balance(method.currency) !== undefined,
  );
}

function cardVariants(known: TargetInventory): CombinationCase[] {
  return Object.entries(scenarios).flatMap(([to, { requirement, cardOf, claims: assertions, ends }]) =>
    cardMethods(known).flatMap((method): CombinationCase[] => {
      const [cardNumber, range] = [cardOf(known), coveredRange(known, method)];
      if (cardNumber === undefined || !range) return [];
      return allMethodReferences.map((way) => ({
        combination: combinationName(method, to, way),
        draw: (chance) => {
          const body = methodReferences[way](method, chance);
          const amount = validAmounts['near the least']?.(range, chance) ?? range.least;
          const what = `a pay-out of ${methodName(method)} to ${to}`;
          return (
            body && {
              steps: [
                stepOf(paymentPlan(method, { ...body, amount: jsonNumber(amount), cardNumber })),
                ...(ends ? [stepOf(read.search({ clientOrderId: '{{key}}' }), { until: ends })] : []),
              ],
              label: validLabel(what),
              claims: [assertionOf(requirement, 'accepted', { exchange: '#1', what }), ...assertions('#1')],
            }
          );
        },
      }));
    }),
  );
}

/** Pay-outs to the cards of a sandbox, which have known outcomes. */
export const mockCardCases: readonly CaseGenerator[] = [
  combinationGenerator({
    name: 'pay-out to a mock card',
    evidences: ['SBX-03', 'SBX-04', 'SBX-05'],
    posts: 1,
    isMisuse: false,
    variants: cardVariants,
  }),
];
