import { beyondBalance, noAmounts, overPrecise } from '../../../../generators/amounts.ts';
import { mostCharacters } from '../../../../generators/ids.ts';
import { jsonNumber } from '../../../../generators/prices.ts';
import { methodName } from '../../../../harness/methods.ts';
import type { Known } from '../../known.ts';
import type { Move } from '../../move.ts';
import { claimOf, stepOf, twinOf } from '../../steps.ts';
import { odd } from '../../tabled.ts';
import { bears, beyondAmounts, rangeOf } from './amountWays.ts';
import { cellOf, methodsOf, planFor, spoken } from './bodies.ts';
import { invalid, refusing, type Variant, varied } from './variant.ts';

/** Amounts that are of no type that an amount has, beside those of the generator. */
const noNumbers: readonly { why: string; amount: unknown }[] = [
  { why: 'a list', amount: [10] },
  { why: 'an object', amount: { value: 10 } },
  { why: 'true', amount: true },
  { why: 'an empty text', amount: '' },
];

const keywords: Readonly<Record<string, string>> = { zero: 'positive', negative: 'positive' };

/** Pay-ins of an amount that is none (PIN-07). */
function noneVariants(known: Known): Variant[] {
  return methodsOf(known, 'PAYIN', 'by currency and method').flatMap((method) =>
    [...noAmounts(method).filter(({ why }) => why !== 'above maxLimit'), ...noNumbers].map(
      ({ why, amount }): Variant => ({
        cell: cellOf(method, why),
        draw: (chance) => {
          const body = spoken['by currency and method'](method, chance);
          const words = `an amount that is ${why}`;
          return (
            body &&
            refusing({
              sound: planFor(method, body),
              defect: planFor(method, { ...body, amount }),
              label: invalid(keywords[why] ?? 'type', 'body/amount', words),
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

/** Amounts outside the limits of each method, at a unit's distance and far (MTD-08). */
function limitVariants(known: Known): Variant[] {
  return Object.entries(beyondAmounts).flatMap(([why, { keyword, of }]) =>
    known.methods.flatMap((method): Variant[] => {
      if (!method[keyword]) return [];
      const draw: Variant['draw'] = (chance) => {
        const [body, amount] = [spoken['by paymentMethodId'](method, chance), of(method, chance)];
        // A pay-out that the balance does not hold is refused for that, too.
        if (!body || !amount || !bears(known, method, amount)) return undefined;
        const words = `an amount ${why} of ${methodName(method)}`;
        return refusing({
          sound: planFor(method, body),
          defect: planFor(method, { ...body, amount: jsonNumber(amount) }),
          label: invalid(keyword, 'body/amount', words),
          words,
          requirements: ['MTD-08'],
        });
      };
      return [{ cell: cellOf(method, why), draw }];
    }),
  );
}

/** Pay-outs of more than the balance holds, within the limits of their method (OUT-06). */
function balanceVariants(known: Known): Variant[] {
  return methodsOf(known, 'PAYOUT').flatMap((method): Variant[] => {
    const balance = known.balance(method.currency);
    if (!balance || balance.isNegative()) return [];
    const beyond = beyondBalance(balance, method);
    const { most } = rangeOf({ ...method, maxLimit: method.maxLimit ?? balance.times(100) });
    // A balance may grow meanwhile: what is asked for is well above it.
    if (balance.times('1.9').gt(beyond.value) || most.lt(beyond.value)) return [];
    const draw: Variant['draw'] = (chance) => {
      const body = spoken['by paymentMethodId'](method, chance);
      if (!body) return undefined;
      const { currency } = method;
      const what = `a pay-out of ${beyond.value} ${currency}, which the balance does not hold`;
      const claim = claimOf('OUT-06', 'notOverdrawn', { exchange: '#2', control: '#1', currency, what });
      const steps = [twinOf(planFor(method, body)), stepOf(planFor(method, { ...body, amount: beyond }))];
      return { steps, label: invalid('balance', 'body/amount', what), claims: [claim] };
    };
    return [{ cell: cellOf(method, 'more than the balance'), draw }];
  });
}

/** Amounts of more decimals than the scale, of which the text says nothing (MTD-09). */
function decimalVariants(known: Known): Variant[] {
  return known.methods.map(
    (method): Variant => ({
      cell: cellOf(method, 'too many decimals'),
      draw: (chance) => {
        const body = spoken['by paymentMethodId'](method, chance);
        const { sent, below, above } = overPrecise(method);
        const args = { exchange: '#1', key: `${methodName(method)} decimals`, sent: sent.value, below, above };
        return (
          body && {
            steps: [stepOf(planFor(method, { ...body, amount: sent }))],
            label: odd('an amount of one decimal too many'),
            claims: [claimOf('MTD-09', 'decimalsGet', args)],
          }
        );
      },
    }),
  );
}

/** A clientOrderId of more characters than it may have, by a pay-in and by a pay-out (LIM-03). */
function lengthVariants(known: Known): Variant[] {
  return [1, 2, 44, 1_000, 5_000].flatMap((more) =>
    (['PAYIN', 'PAYOUT'] as const).flatMap((orderType): Variant[] => {
      const methods = methodsOf(known, orderType).filter((one) => bears(known, one, rangeOf(one).least));
      if (methods.length === 0) return [];
      const words = `a clientOrderId of ${mostCharacters + more} characters`;
      const draw: Variant['draw'] = (chance) => {
        const method = chance.pick(methods);
        const body = spoken['by paymentMethodId'](method, chance);
        return (
          body &&
          refusing({
            sound: planFor(method, body),
            defect: planFor(method, { ...body, clientOrderId: `{{key#${mostCharacters + more}}}` }),
            label: invalid('maxLength', 'body/clientOrderId', words),
            words,
            requirements: ['LIM-03'],
            effect: true,
          })
        );
      };
      return [{ cell: `${orderType}, ${words}`, draw }];
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

/** Payments whose amount or id is beyond what is taken. */
export const beyondMoves: readonly Move[] = misuses.map(([name, requirement, variants]) =>
  varied({ name, evidences: [requirement], posts: 1, isMisuse: true, variants }),
);
