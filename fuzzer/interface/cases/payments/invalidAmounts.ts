import { beyondBalance, invalidAmounts, overPrecise } from '../../../../generators/amounts/amounts.ts';
import { jsonNumber } from '../../../../generators/amounts/prices.ts';
import { maxIdCharacters } from '../../../../generators/texts/ids.ts';
import { type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import { amountRange, isCoveredByBalance, outOfRangeAmounts } from '../../builder/amountRanges.ts';
import { changed, having } from '../../builder/bodyChanges.ts';
import { assertionOf, controlStep } from '../../builder/caseSteps.ts';
import { edgeCase, invalidCase } from '../../builder/cases.ts';
import {
  coveredMethods,
  drawPayment,
  listedMethods,
  type MethodReference,
  methodReferences,
  methodRows,
  paymentCase,
  paymentRefusal,
  refusedPayment,
  variedMethods,
} from '../../builder/payments.ts';
import { crossedBySecond, type Draw, generator, mapped, nameTable } from '../../builder/tables.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

/** Amounts of a wrong type, in addition to those of the generator. */
const noNumbers: readonly { why: string; amount: unknown }[] = [
  { why: 'a list', amount: [10] },
  { why: 'an object', amount: { value: 10 } },
  { why: 'true', amount: true },
  { why: 'an empty text', amount: '' },
];

const keywords: Readonly<Record<string, string>> = { zero: 'positive', negative: 'positive' };

/** Returns the invalid amounts of a method, by defect. */
const invalidFor = (method: Method) =>
  [...invalidAmounts(method).filter(({ why }) => !why.endsWith('Limit')), ...noNumbers].map(
    (one) => [one.why, one] as const,
  );

/** A pay-out of more than the balance holds, within the limits of its method; undefined if there is no such amount. */
function beyondIts(known: TargetInventory, method: Method): Draw | undefined {
  const { currency } = method;
  const balance = known.balance(currency);
  if (!balance || balance.isNegative()) return undefined;
  const beyond = beyondBalance(balance, method);
  const { most } = amountRange({ ...method, maxLimit: method.maxLimit ?? balance.times(100) });
  // The balance may grow meanwhile, so the requested amount is well above it.
  if (balance.times('1.9').gt(beyond.value) || most.lt(beyond.value)) return undefined;
  const what = `a pay-out of ${beyond.value} ${currency}, which the balance does not hold`;
  return paymentCase(method, 'by paymentMethodId', ({ plan }) =>
    invalidCase(
      { keyword: 'balance', place: 'body/amount', words: what },
      [controlStep(plan()), plan({ amount: beyond })],
      assertionOf('OUT-06', 'notOverdrawn', { exchange: '#2', control: '#1', currency, what }),
    ),
  );
}

/** A clientOrderId that is too long, in a payment by a random method. */
function tooLong(methods: readonly Method[], characters: number): Draw | undefined {
  if (methods.length === 0) return undefined;
  const what = `a clientOrderId of ${characters} characters`;
  return ({ chance }) => {
    const payment = drawPayment(chance.pick(methods), 'by paymentMethodId', chance);
    const plan = payment?.plan({ clientOrderId: `{{key#${characters}}}` });
    const violated = { keyword: 'maxLength', place: 'body/clientOrderId' };
    return (
      payment &&
      plan &&
      refusedPayment(payment.plan(), { requirement: 'LIM-03', plan, what, ...violated, effect: true })
    );
  };
}

/** Draws how a payment names its method: by its id, or by currency and method if that pair identifies it. */
function drawnReference(known: TargetInventory, method: Method, draw: (way: MethodReference) => Draw): Draw {
  const isNamed = listedMethods(known, method.orderType, 'by currency and method').includes(method);
  const draws = methodReferences.filter((way) => way === 'by paymentMethodId' || isNamed).map(draw);
  return (input) => input.chance.pick(draws)(input);
}

/** The methods that currency and method name, of either direction. */
const namedMethods = (known: TargetInventory): Method[] => [
  ...listedMethods(known, 'PAYIN', 'by currency and method'),
  ...coveredMethods(known, 'PAYOUT', 'by currency and method'),
];

/** Payments whose amount or id exceeds what the interface accepts. */
export const invalidAmountCases = [
  generator({ name: 'amount that is none', evidences: ['PIN-07'], isMisuse: true }, (known) =>
    variedMethods(namedMethods(known), invalidFor, (method, { why, amount }) =>
      paymentRefusal(method, 'by currency and method', ({ plan }) => ({
        requirement: 'PIN-07',
        plan: changed(plan(), having({ amount })),
        what: `an amount that is ${why}`,
        keyword: keywords[why] ?? 'type',
        place: 'body/amount',
        effect: true,
      })),
    ),
  ),
  generator({ name: 'amount beyond a limit', evidences: ['MTD-08'], isMisuse: true }, (known) =>
    Object.entries(outOfRangeAmounts).flatMap(([why, { keyword, of }]) =>
      methodRows(
        known.methods.filter((method) => method[keyword]),
        why,
        (method) =>
          drawnReference(known, method, (way) =>
            paymentRefusal(method, way, ({ plan }, { chance }) => {
              const amount = of(method, chance);
              // A target may also refuse a pay-out because the balance does not cover it.
              if (!amount || !isCoveredByBalance(known, method, amount)) return undefined;
              const what = `an amount ${why} of ${methodName(method)} ${way}`;
              const defective = plan({ amount: jsonNumber(amount) });
              return { requirement: 'MTD-08', plan: defective, what, keyword, place: 'body/amount' };
            }),
          ),
      ),
    ),
  ),
  generator({ name: 'pay-out above the balance', evidences: ['OUT-06'], isMisuse: true }, (known) =>
    methodRows(listedMethods(known, 'PAYOUT'), 'more than the balance', (method) => beyondIts(known, method)),
  ),
  // The text says nothing about more decimals than the scale.
  generator({ name: 'amount of too many decimals', evidences: ['MTD-09'], isMisuse: true }, ({ methods }) =>
    methodRows(methods, 'too many decimals', (method) =>
      paymentCase(method, 'by paymentMethodId', ({ plan }) => {
        const { sent, below, above } = overPrecise(method);
        const args = { exchange: '#1', key: `${methodName(method)} decimals`, sent: sent.value, below, above };
        const assertion = assertionOf('MTD-09', 'decimalsGet', args);
        return edgeCase('an amount of one decimal too many', plan({ amount: sent }), assertion);
      }),
    ),
  ),
  generator({ name: 'clientOrderId that is too long', evidences: ['LIM-03'], isMisuse: true }, (known) =>
    crossedBySecond(
      mapped(nameTable(['PAYIN', 'PAYOUT'] as const), (orderType) => coveredMethods(known, orderType)),
      [1, 2, 44, 1_000, 5_000].map((more) => {
        const characters = maxIdCharacters + more;
        return [`a clientOrderId of ${characters} characters`, characters] as const;
      }),
      tooLong,
    ),
  ),
];
