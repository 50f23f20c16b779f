import { jsonNumber } from '../../../../generators/amounts/prices.ts';
import { type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import type { CaseAssertion } from '../../../engine/cases/fuzzCase.ts';
import { amountRange, coveredRange, isCoveredByBalance, validAmounts } from '../../builder/amountRanges.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, stepOf } from '../../builder/caseSteps.ts';
import { type CombinationCase, combinationGenerator } from '../../builder/combinationGenerator.ts';
import {
  allMethodReferences,
  combinationName,
  listedMethods,
  type MethodReference,
  methodReferences,
  paymentPlan,
} from '../../builder/paymentBodies.ts';
import { edgeCaseLabel, validLabel } from '../../builder/tableGenerator.ts';
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
  const exchange = '#1';
  const name = methodName(method);
  const byId = way === 'by paymentMethodId';
  const conditions: Readonly<Record<string, [isSo: boolean, what: string]>> = {
    'MTD-06': [byId, `exactly the required fields of ${name}`],
    'SBX-09': [byId, `${name}, which is listed`],
    'MTD-08': [byId && /least|most/.test(amount), `${amount} of ${name}`],
    'OUT-03a': [!byId && method.orderType === 'PAYOUT' && method.currency === 'EUR', `${name} without receiverName`],
  };
  return Object.entries(conditions).flatMap(([requirement, [isSo, what]]) =>
    isSo ? [assertionOf(requirement, 'accepted', { exchange, what })] : [],
  );
}

function validVariants(
  known: TargetInventory,
  orderType: Method['orderType'],
  way: MethodReference,
): CombinationCase[] {
  return Object.entries(validAmounts).flatMap(([name, amountOf]) =>
    listedMethods(known, orderType, way).flatMap((method): CombinationCase[] => {
      const range = coveredRange(known, method);
      if (!range) return [];
      const draw: CombinationCase['draw'] = (chance) => {
        const [body, amount] = [methodReferences[way](method, chance), amountOf(range, chance)];
        if (!body || !amount) return undefined;
        const isSure = isCoveredByBalance(known, method, amount) === true;
        const assertions = [
          acceptanceAssertion(method, '#1', `${methodName(method)} of ${name}`),
          ...furtherAssertions(method, way, name),
        ];
        const steps = [stepOf(paymentPlan(method, { ...body, amount: jsonNumber(amount) }))];
        return isSure
          ? { steps, label: validLabel(`${name} of ${methodName(method)} ${way}`), claims: assertions }
          : { steps, label: edgeCaseLabel('it is not known what the account holds') };
      };
      return [{ combination: combinationName(method, name), draw }];
    }),
  );
}

const evidences = { PAYIN: ['PIN-01'], PAYOUT: ['OUT-01'] };
const names = { PAYIN: 'pay-in', PAYOUT: 'pay-out' };
const more = { 'by paymentMethodId': ['MTD-06', 'MTD-08', 'SBX-09'], 'by currency and method': ['OUT-03a'] };

const ordinary = (['PAYIN', 'PAYOUT'] as const).flatMap((orderType) =>
  allMethodReferences.map((way) =>
    combinationGenerator({
      name: `sound ${names[orderType]} ${way}`,
      evidences: [...evidences[orderType], ...more[way]],
      posts: 1,
      isMisuse: false,
      variants: (known) => validVariants(known, orderType, way),
    }),
  ),
);

/** Returns the number of the mock card whose pay-outs fail, so that the maximum of a method returns to the balance (§ Sandbox). */
const returning = ({ mockCards }: TargetInventory, { orderType, methodKey }: Method) =>
  orderType === 'PAYOUT' && methodKey === 'CC_VISAMC' && mockCards ? { cardNumber: mockCards.failed } : {};

const most: Record<string, (most: ReturnType<typeof amountRange>) => ReturnType<typeof amountRange>['most']> = {
  'the most': (range) => range.most,
  'a unit below the most': ({ most: top, scale }) => top.minus(`1e-${scale}`),
};

/** The maximum of a method, if the balance covers it. */
const largest = combinationGenerator({
  name: 'sound payment of the most',
  evidences: ['MTD-08'],
  posts: 1,
  isMisuse: false,
  variants: (known) =>
    Object.entries(most).flatMap(([name, mostOf]) =>
      known.methods.flatMap((method): CombinationCase[] => {
        const amount = mostOf(amountRange(method));
        if (!method.maxLimit || !isCoveredByBalance(known, method, amount) || amount.lt(amountRange(method).least))
          return [];
        const draw: CombinationCase['draw'] = (chance) => {
          const body = methodReferences['by paymentMethodId'](method, chance);
          const what = `${name} of ${methodName(method)}`;
          if (!body) return undefined;
          const plan = paymentPlan(method, { ...body, amount: jsonNumber(amount), ...returning(known, method) });
          return {
            steps: [stepOf(plan)],
            label: validLabel(what),
            claims: [assertionOf('MTD-08', 'accepted', { exchange: '#1', what })],
          };
        };
        return [{ combination: combinationName(method, name), draw }];
      }),
    ),
});

/** Pay-ins and pay-outs that interface.md and the target's own list allow. */
export const validPaymentCases: readonly CaseGenerator[] = [...ordinary, largest];
