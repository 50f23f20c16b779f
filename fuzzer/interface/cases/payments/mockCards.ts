import { jsonNumber } from '../../../../generators/amounts/prices.ts';
import { type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import { read } from '../../../../traffic/transport/requestPlan.ts';
import { coveredRange, validAmounts } from '../../builder/amountRanges.ts';
import { assertionOf, stepOf } from '../../builder/caseSteps.ts';
import { validCase } from '../../builder/cases.ts';
import { listedMethods, methodReferences, methodTable, paymentCase } from '../../builder/paymentBodies.ts';
import { crossed, generator, nameTable } from '../../builder/tableGenerator.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

/** The time for which a case checks that a pay-out to another card stays PENDING, ms. */
const windowMs = 5_000;

/** A card of a sandbox, and the status that a pay-out to it reaches; it stays PENDING if there is none (§ Sandbox, mock pay-out cards). */
interface Scenario {
  requirement: string;
  cardOf(known: TargetInventory): string | undefined;
  status?: 'FAILED' | 'SUCCESS';
}

const scenarios: Readonly<Record<string, Scenario>> = {
  'the failing mock card': { requirement: 'SBX-03', cardOf: ({ mockCards }) => mockCards?.failed, status: 'FAILED' },
  'the succeeding mock card': {
    requirement: 'SBX-04',
    cardOf: ({ mockCards }) => mockCards?.success,
    status: 'SUCCESS',
  },
  'another card': { requirement: 'SBX-05', cardOf: ({ mockCards, cards }) => (mockCards ? cards[0] : undefined) },
};

/** Returns the card pay-out methods that a balance covers. */
export function cardMethods(known: TargetInventory): Method[] {
  return listedMethods(known, 'PAYOUT').filter(
    (method) =>
      method.methodKey === 'CC_VISAMC' && coveredRange(known, method) && known.balance(method.currency) !== undefined,
  );
}

/** Pay-outs to the cards of a sandbox, which have known outcomes. */
export const mockCardCases = [
  generator({ name: 'pay-out to a mock card', evidences: ['SBX-03', 'SBX-04', 'SBX-05'] }, (known) =>
    Object.entries(scenarios).flatMap(([to, { requirement, cardOf, status }]) => {
      const cardNumber = cardOf(known);
      const methods = cardNumber === undefined ? [] : cardMethods(known);
      const rows = crossed(methodTable(methods), nameTable([to]), (method) => method);
      return crossed(rows, nameTable(methodReferences), (method, way) =>
        paymentCase(method, way, ({ plan }, { chance }) => {
          const range = coveredRange(known, method);
          const amount = range && (validAmounts['near the least']?.(range, chance) ?? range.least);
          if (!amount) return undefined;
          const what = `a pay-out of ${methodName(method)} to ${to}`;
          const created = '#1';
          const search = status && stepOf(read.search({ clientOrderId: '{{key}}' }), { until: [status] });
          return validCase(
            what,
            [plan({ amount: jsonNumber(amount), cardNumber }), ...(search ? [search] : [])],
            [
              assertionOf(requirement, 'accepted', { exchange: created, what }),
              status
                ? assertionOf(requirement, 'reaches', { created, status })
                : assertionOf(requirement, 'staysPending', { created, windowMs }),
            ],
          );
        }),
      );
    }),
  ),
];
