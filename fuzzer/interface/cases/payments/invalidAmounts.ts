import { beyondBalance, invalidAmounts, overPrecise } from '../../../../generators/amounts/amounts.ts';
import { jsonNumber } from '../../../../generators/amounts/prices.ts';
import { maxIdCharacters } from '../../../../generators/texts/ids.ts';
import { methodName } from '../../../../runner/actions/inputs/methods.ts';
import { withBody } from '../../../../traffic/transport/requestPlan.ts';
import { amountRange, isCoveredByBalance, outOfRangeAmounts } from '../../builder/amountRanges.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, controlStep, stepOf } from '../../builder/caseSteps.ts';
import {
  type CombinationCase,
  combinationGenerator,
  invalidAt,
  refusalWithControl,
} from '../../builder/combinationGenerator.ts';
import { combinationName, listedMethods, methodReferences, paymentPlan } from '../../builder/paymentBodies.ts';
import { edgeCaseLabel } from '../../builder/tableGenerator.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

/** Amounts of a wrong type, in addition to those of the generator. */
const noNumbers: readonly { why: string; amount: unknown }[] = [
  { why: 'a list', amount: [10] },
  { why: 'an object', amount: { value: 10 } },
  { why: 'true', amount: true },
  { why: 'an empty text', amount: '' },
];

const keywords: Readonly<Record<string, string>> = { zero: 'positive', negative: 'positive' };

/** Pay-ins with an invalid amount (PIN-07). */
function noneVariants(known: TargetInventory): CombinationCase[] {
  return listedMethods(known, 'PAYIN', 'by currency and method').flatMap((method) =>
    [...invalidAmounts(method).filter(({ why }) => why !== 'above maxLimit'), ...noNumbers].map(
      ({ why, amount }): CombinationCase => ({
        combination: combinationName(method, why),
        draw: (chance) => {
          const body = methodReferences['by currency and method'](method, chance);
          const words = `an amount that is ${why}`;
          return (
            body &&
            refusalWithControl({
              control: paymentPlan(method, body),
              defect: withBody(paymentPlan(method, body), { ...body, amount }),
              label: invalidAt(keywords[why] ?? 'type', 'body/amount', words),
              words,
              requirements: ['PIN-07'],
              effect: true,
            })
          );
        },
      }),
    ),
  );
}

/** Amounts just outside and far outside the limits of each method (MTD-08). */
function limitVariants(known: TargetInventory): CombinationCase[] {
  return Object.entries(outOfRangeAmounts).flatMap(([why, { keyword, of }]) =>
    known.methods.flatMap((method): CombinationCase[] => {
      if (!method[keyword]) return [];
      const draw: CombinationCase['draw'] = (chance) => {
        const [body, amount] = [methodReferences['by paymentMethodId'](method, chance), of(method, chance)];
        // A target may also refuse a pay-out because the balance does not cover it.
        if (!body || !amount || !isCoveredByBalance(known, method, amount)) return undefined;
        const words = `an amount ${why} of ${methodName(method)}`;
        return refusalWithControl({
          control: paymentPlan(method, body),
          defect: paymentPlan(method, { ...body, amount: jsonNumber(amount) }),
          label: invalidAt(keyword, 'body/amount', words),
          words,
          requirements: ['MTD-08'],
        });
      };
      return [{ combination: combinationName(method, why), draw }];
    }),
  );
}

/** Pay-outs of more than the balance holds, within the limits of their method (OUT-06). */
function balanceVariants(known: TargetInventory): CombinationCase[] {
  return listedMethods(known, 'PAYOUT').flatMap((method): CombinationCase[] => {
    const balance = known.balance(method.currency);
    if (!balance || balance.isNegative()) return [];
    const beyond = beyondBalance(balance, method);
    const { most } = amountRange({ ...method, maxLimit: method.maxLimit ?? balance.times(100) });
    // The balance may grow meanwhile, so the requested amount is well above it.
    if (balance.times('1.9').gt(beyond.value) || most.lt(beyond.value)) return [];
    const draw: CombinationCase['draw'] = (chance) => {
      const body = methodReferences['by paymentMethodId'](method, chance);
      if (!body) return undefined;
      const { currency } = method;
      const what = `a pay-out of ${beyond.value} ${currency}, which the balance does not hold`;
      const assertion = assertionOf('OUT-06', 'notOverdrawn', { exchange: '#2', control: '#1', currency, what });
      const steps = [controlStep(paymentPlan(method, body)), stepOf(paymentPlan(method, { ...body, amount: beyond }))];
      return { steps, label: invalidAt('balance', 'body/amount', what), claims: [assertion] };
    };
    return [{ combination: combinationName(method, 'more than the balance'), draw }];
  });
}

/** Amounts with more decimals than the scale, about which the text says nothing (MTD-09). */
function decimalVariants(known: TargetInventory): CombinationCase[] {
  return known.methods.map(
    (method): CombinationCase => ({
      combination: combinationName(method, 'too many decimals'),
      draw: (chance) => {
        const body = methodReferences['by paymentMethodId'](method, chance);
        const { sent, below, above } = overPrecise(method);
        const args = { exchange: '#1', key: `${methodName(method)} decimals`, sent: sent.value, below, above };
        return (
          body && {
            steps: [stepOf(paymentPlan(method, { ...body, amount: sent }))],
            label: edgeCaseLabel('an amount of one decimal too many'),
            claims: [assertionOf('MTD-09', 'decimalsGet', args)],
          }
        );
      },
    }),
  );
}

/** A clientOrderId that is too long, in a pay-in and in a pay-out (LIM-03). */
function lengthVariants(known: TargetInventory): CombinationCase[] {
  return [1, 2, 44, 1_000, 5_000].flatMap((more) =>
    (['PAYIN', 'PAYOUT'] as const).flatMap((orderType): CombinationCase[] => {
      const methods = listedMethods(known, orderType).filter((one) =>
        isCoveredByBalance(known, one, amountRange(one).least),
      );
      if (methods.length === 0) return [];
      const words = `a clientOrderId of ${maxIdCharacters + more} characters`;
      const draw: CombinationCase['draw'] = (chance) => {
        const method = chance.pick(methods);
        const body = methodReferences['by paymentMethodId'](method, chance);
        return (
          body &&
          refusalWithControl({
            control: paymentPlan(method, body),
            defect: paymentPlan(method, { ...body, clientOrderId: `{{key#${maxIdCharacters + more}}}` }),
            label: invalidAt('maxLength', 'body/clientOrderId', words),
            words,
            requirements: ['LIM-03'],
            effect: true,
          })
        );
      };
      return [{ combination: `${orderType}, ${words}`, draw }];
    }),
  );
}

const misuses = [
  ['amount that is none', 'PIN-07', noneVariants],
  ['amount beyond a limit', 'MTD-08', limitVariants],
  ['pay-out above the balance', 'OUT-06', balanceVariants],
  ['amount of too many decimals', 'MTD-09', decimalVariants],
  ['clientOrderId that is too long', 'LIM-03', lengthVariants],
] as const;

/** Payments whose amount or id exceeds what the interface accepts. */
export const invalidAmountCases: readonly CaseGenerator[] = misuses.map(([name, requirement, variants]) =>
  combinationGenerator({ name, evidences: [requirement], posts: 1, isMisuse: true, variants }),
);
