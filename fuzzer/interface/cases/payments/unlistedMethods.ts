import { amountForAll } from '../../../../generators/amounts/amounts.ts';
import { unlistedPairs, unlistedValues } from '../../../../generators/payloads/payin.ts';
import { invalidAddresses } from '../../../../generators/payloads/payout.ts';
import { unknownId } from '../../../../generators/texts/ids.ts';
import { type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import { isAddressOf } from '../../../../schemas/domain/addresses.ts';
import type { PayinBody } from '../../../../schemas/requestTypes.ts';
import { create, withBody } from '../../../../traffic/transport/requestPlan.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { drawValue } from '../../builder/caseSteps.ts';
import {
  type CombinationCase,
  combinationGenerator,
  invalidAt,
  refusalWithControl,
} from '../../builder/combinationGenerator.ts';
import { combinationName, listedMethods, methodReferences, paymentPlan } from '../../builder/paymentBodies.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

/**
 * Makes a valid pay-in by currency and method. Its amount is its own, or an amount that every method accepts, so that a target that falls back to another
 * method has no reason to refuse it.
 */
function takenByAny(known: TargetInventory, method: Method<'PAYIN'>, chance: SeededRandom): PayinBody | undefined {
  const body = methodReferences['by currency and method'](method, chance);
  return body && chance.pick([body, { ...body, amount: amountForAll(method, listedMethods(known, 'PAYIN')) }]);
}

const byFields = (methods: readonly Method<'PAYIN'>[]) =>
  methods.toSorted((a, b) => a.required.length - b.required.length);

/** Returns the method that requires the most fields. A target that falls back to any other method then misses no field. */
const richest = (methods: readonly Method<'PAYIN'>[]) => byFields(methods).at(-1);

/** Pay-ins whose currency or method is in no list, based on methods of several kinds. */
function wordVariants(known: TargetInventory): CombinationCase[] {
  const methods = listedMethods(known, 'PAYIN', 'by currency and method');
  const kinds = ['CC_VISAMC', 'CRYPTOCOIN', 'VA_QR'].flatMap((key) => {
    const sorted = byFields(methods.filter((one) => one.methodKey === key));
    return [...new Set([...sorted.slice(-1), ...sorted.slice(0, 1)])];
  });
  return kinds.flatMap((method) =>
    unlistedValues.map(
      ({ name, value }): CombinationCase => ({
        combination: combinationName(method, `${name} ${value}`),
        draw: (chance) => {
          const body = takenByAny(known, method, chance);
          const words = `the ${name} ${value}, which is in no list`;
          return (
            body &&
            refusalWithControl({
              control: create.payin(body),
              defect: withBody(create.payin(body), { ...body, [name]: value }),
              label: invalidAt('unlisted', `body/${name}`, words),
              words,
              requirements: ['PIN-06'],
            })
          );
        },
      }),
    ),
  );
}

/** Every pair of a currency and a method that no listed pay-in has (§ Sandbox). */
function pairVariants(known: TargetInventory): CombinationCase[] {
  const payins = listedMethods(known, 'PAYIN');
  const spokenFor = listedMethods(known, 'PAYIN', 'by currency and method');
  const isAlone = (one: Method) =>
    spokenFor.filter((other) => other.currency === one.currency && other.methodKey === one.methodKey).length === 1;
  const plain = spokenFor.filter(isAlone);
  // Prefers a listed pair with the same method. A target that mistakes the pair for another pair of this method then finds every field that it requires.
  const controlMethodFor = (key: string) =>
    richest(plain.filter(({ methodKey }) => methodKey === key)) ?? richest(plain);
  return unlistedPairs(payins).map(
    ({ currency, method }): CombinationCase => ({
      combination: `${currency} ${method}`,
      draw: (chance) => {
        const controlMethod = controlMethodFor(method);
        const body = controlMethod && takenByAny(known, controlMethod, chance);
        const words = `a pay-in in ${currency} by ${method}, which the list does not have`;
        const isKnown = payins.some((one) => one.currency === currency);
        return (
          body &&
          refusalWithControl({
            control: create.payin(body),
            defect: create.payin({ ...body, currency, method }),
            label: invalidAt('unlisted', isKnown ? 'body/method' : 'body/currency', words),
            words,
            requirements: ['SBX-09'],
          })
        );
      },
    }),
  );
}

/** Payments by an unknown method id. */
function idVariants(known: TargetInventory): CombinationCase[] {
  return known.methods.map(
    (method): CombinationCase => ({
      combination: combinationName(method, 'an unknown id'),
      draw: (chance) => {
        const body = methodReferences['by paymentMethodId'](method, chance);
        const words = 'the id of a method that is not listed';
        return (
          body &&
          refusalWithControl({
            control: paymentPlan(method, body),
            defect: paymentPlan(method, { ...body, paymentMethodId: drawValue(unknownId('PMD'), chance) }),
            label: invalidAt('unlisted', 'body/paymentMethodId', words),
            words,
            requirements: ['SBX-09'],
          })
        );
      },
    }),
  );
}

function directionVariants(known: TargetInventory): CombinationCase[] {
  const turned = { PAYIN: 'PAYOUT', PAYOUT: 'PAYIN' } as const;
  return known.methods.flatMap((method): CombinationCase[] => {
    const others = listedMethods(known, turned[method.orderType]);
    const like = others.filter((one) => one.currency === method.currency && one.methodKey === method.methodKey);
    if (others.length === 0) return [];
    const draw: CombinationCase['draw'] = (chance) => {
      const body = methodReferences['by paymentMethodId'](method, chance);
      const other = chance.pick(like.length > 0 ? like : others);
      const words = `the id of a ${other.orderType === 'PAYIN' ? 'pay-in' : 'pay-out'} method`;
      return (
        body &&
        refusalWithControl({
          control: paymentPlan(method, body),
          defect: paymentPlan(method, { ...body, paymentMethodId: other.id }),
          label: invalidAt('direction', 'body/paymentMethodId', `${methodName(method)} by ${words}`),
          words,
          requirements: ['MTD-10'],
        })
      );
    };
    return [{ combination: combinationName(method, 'an id of the other direction'), draw }];
  });
}

/** Pay-outs of USDT to addresses that are not of their blockchain (§ Payments, pay-out body). */
function addressVariants(known: TargetInventory): CombinationCase[] {
  const inCoins = listedMethods(known, 'PAYOUT').filter(
    ({ currency, methodKey }) => currency === 'USDT' && methodKey === 'CRYPTOCOIN',
  );
  return inCoins.flatMap((method) =>
    Object.keys(invalidAddresses('0x')).map(
      (why): CombinationCase => ({
        combination: combinationName(method, why),
        draw: (chance) => {
          const body = methodReferences['by currency and method'](method, chance);
          const address = invalidAddresses(String(body?.cryptoAddress))[why];
          // If the blockchain is unknown, nobody can tell whether an address belongs to it.
          if (!body || address === undefined || isAddressOf(method.blockchain ?? '', address) !== false)
            return undefined;
          return refusalWithControl({
            control: paymentPlan(method, body),
            defect: paymentPlan(method, { ...body, cryptoAddress: address }),
            label: invalidAt('address', 'body/cryptoAddress', why),
            words: why,
            requirements: ['OUT-04'],
          });
        },
      }),
    ),
  );
}

const table = [
  ['currency or method in no list', 'PIN-06', wordVariants],
  ['pair of currency and method in no list', 'SBX-09', pairVariants],
  ['id of no listed method', 'SBX-09', idVariants],
  ['id of a method of the other direction', 'MTD-10', directionVariants],
  ['address of another chain', 'OUT-04', addressVariants],
] as const;

/** Payments by methods, currencies, ids and addresses that the target does not list. */
export const unlistedMethodCases: readonly CaseGenerator[] = table.map(([name, requirement, variants]) =>
  combinationGenerator({ name, evidences: [requirement], posts: 1, isMisuse: true, variants }),
);
