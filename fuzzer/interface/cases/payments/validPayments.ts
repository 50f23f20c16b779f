import { jsonNumber } from '../../../../generators/amounts/prices.ts';
import { type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import type { CaseAssertion } from '../../../engine/cases/fuzzCase.ts';
import {
  type AmountRange,
  amountRange,
  coveredRange,
  isCoveredByBalance,
  validAmounts,
} from '../../builder/amountRanges.ts';
import { assertionOf } from '../../builder/caseSteps.ts';
import { edgeCase, validCase } from '../../builder/cases.ts';
import {
  listedMethods,
  type MethodReference,
  methodReferences,
  methodTable,
  paymentCase,
} from '../../builder/paymentBodies.ts';
import { crossedBySecond, type Draw, generator, mapped, nameTable } from '../../builder/tableGenerator.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

/** Asserts what the answer to a valid creation of a payment shows, or what the creation leads to (PIN-01, OUT-01). */
export function acceptanceAssertion(
  { orderType }: Pick<Method, 'orderType'>,
  exchange: string,
  what: string,
): CaseAssertion {
  return orderType === 'PAYIN'
    ? assertionOf('PIN-01', 'answersPayment', { exchange, what })
    : assertionOf('OUT-01', 'isFound', { exchange, what });
}

/** Makes the further assertions that apply to a payment of this method, reference and amount. */
function furtherAssertions(method: Method, way: MethodReference, amount: string): CaseAssertion[] {
  const name = methodName(method);
  const byId = way === 'by paymentMethodId';
  const conditions: Readonly<Record<string, [isSo: boolean, what: string]>> = {
    'MTD-06': [byId, `exactly the required fields of ${name}`],
    'SBX-09': [byId, `${name}, which is listed`],
    'MTD-08': [byId && /least|most/.test(amount), `${amount} of ${name}`],
    'OUT-03a': [!byId && method.orderType === 'PAYOUT' && method.currency === 'EUR', `${name} without receiverName`],
  };
  return Object.entries(conditions).flatMap(([requirement, [isSo, what]]) =>
    isSo ? [assertionOf(requirement, 'accepted', { exchange: '#1', what })] : [],
  );
}

/** Draws a payment of an amount within its limits. If the balance may not cover the amount, the outcome is not asserted. */
function paymentOf(method: Method, way: MethodReference, range: AmountRange): (amount: string) => Draw {
  return (name) =>
    paymentCase(method, way, ({ plan }, { known, chance }) => {
      const amount = validAmounts[name]?.(range, chance);
      if (!amount) return undefined;
      const steps = [plan({ amount: jsonNumber(amount) })];
      const what = methodName(method);
      return isCoveredByBalance(known, method, amount)
        ? validCase(`${name} of ${what} ${way}`, steps, [
            acceptanceAssertion(method, '#1', `${what} of ${name}`),
            ...furtherAssertions(method, way, name),
          ])
        : edgeCase('it is not known what the account holds', steps);
    });
}

const evidences = {
  PAYIN: { name: 'sound pay-in', evidences: ['PIN-01'] },
  PAYOUT: { name: 'sound pay-out', evidences: ['OUT-01'] },
  'by paymentMethodId': ['MTD-06', 'MTD-08', 'SBX-09'],
  'by currency and method': ['OUT-03a'],
};

const ordinary = (['PAYIN', 'PAYOUT'] as const).flatMap((orderType) =>
  methodReferences.map((way) => {
    const of = evidences[orderType];
    return generator({ name: `${of.name} ${way}`, evidences: [...of.evidences, ...evidences[way]] }, (known) => {
      const payments = mapped(methodTable(listedMethods(known, orderType, way)), (method) => {
        const range = coveredRange(known, method);
        return range && paymentOf(method, way, range);
      });
      return crossedBySecond(payments, nameTable(Object.keys(validAmounts)), (payment, amount) => payment(amount));
    });
  }),
);

/** Returns the number of the mock card whose pay-outs fail, so that the maximum of a method returns to the balance (§ Sandbox). */
const returning = ({ mockCards }: TargetInventory, { orderType, methodKey }: Method) =>
  orderType === 'PAYOUT' && methodKey === 'CC_VISAMC' && mockCards ? { cardNumber: mockCards.failed } : {};

const most: Readonly<Record<string, (range: AmountRange) => AmountRange['most']>> = {
  'the most': (range) => range.most,
  'a unit below the most': ({ most: top, scale }) => top.minus(`1e-${scale}`),
};

/** The maximum of a method, if the balance covers it. */
const largest = generator({ name: 'sound payment of the most', evidences: ['MTD-08'] }, (known) => {
  const limited = methodTable(known.methods.filter(({ maxLimit }) => maxLimit));
  const ways = mapped(Object.entries(most), (mostOf, name) => ({ mostOf, name }));
  return crossedBySecond(limited, ways, (method, { mostOf, name }) => {
    const range = amountRange(method);
    const amount = mostOf(range);
    if (!isCoveredByBalance(known, method, amount) || amount.lt(range.least)) return undefined;
    const what = `${name} of ${methodName(method)}`;
    const assertion = assertionOf('MTD-08', 'accepted', { exchange: '#1', what });
    return paymentCase(method, 'by paymentMethodId', ({ plan }) =>
      validCase(what, [plan({ amount: jsonNumber(amount), ...returning(known, method) })], [assertion]),
    );
  });
});

/** Pay-ins and pay-outs that interface.md and the target's own list allow. */
export const validPaymentCases = [...ordinary, largest];
