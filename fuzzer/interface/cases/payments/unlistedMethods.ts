import { amountForAll } from '../../../../generators/amounts/amounts.ts';
import { unlistedPairs, unlistedValues } from '../../../../generators/payloads/payin.ts';
import { invalidAddresses } from '../../../../generators/payloads/payout.ts';
import { unknownId } from '../../../../generators/texts/ids.ts';
import { type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import { isAddressOf } from '../../../../schemas/domain/addresses.ts';
import { read } from '../../../../traffic/transport/requestPlan.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { changed, having } from '../../builder/bodyChanges.ts';
import { controlStep, drawValue } from '../../builder/caseSteps.ts';
import { refusalCase } from '../../builder/cases.ts';
import {
  drawPayment,
  listedMethods,
  methodRows,
  paymentRefusal,
  refusedPayment,
  variedMethods,
} from '../../builder/payments.ts';
import { type Draw, generator, type Input, nameTable, rows } from '../../builder/tables.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

/** Values that no list has, by field of a body, with the requirement and the field that is at fault. */
interface Unlisted {
  requirement: string;
  values: Readonly<Record<string, string>>;
  field: string;
  what: string;
}

/**
 * Makes a pay-in by currency and method, with unlisted values. Its amount is its own, or an amount that every method accepts, so that a target that falls back
 * to another method has no reason to refuse it.
 */
function payinWith(method: Method | undefined, { requirement, values, field, what }: Unlisted): Draw {
  return ({ known, chance }) => {
    const payment = method && drawPayment(method, 'by currency and method', chance);
    if (!payment) return undefined;
    const amount = amountForAll(method, listedMethods(known, 'PAYIN'));
    const valid = chance.pick([payment.plan(), payment.plan({ amount })]);
    const plan = changed(valid, having(values));
    return refusedPayment(valid, { requirement, plan, what, keyword: 'unlisted', place: `body/${field}` });
  };
}

const byFields = (methods: readonly Method[]) => methods.toSorted((a, b) => a.required.length - b.required.length);

/** Returns methods of several kinds: of each kind, the one that requires the most fields, and the one that requires the fewest. */
function severalKinds(known: TargetInventory): Method[] {
  const methods = listedMethods(known, 'PAYIN', 'by currency and method');
  return ['CC_VISAMC', 'CRYPTOCOIN', 'VA_QR'].flatMap((key) => {
    const sorted = byFields(methods.filter((one) => one.methodKey === key));
    return [...new Set([...sorted.slice(-1), ...sorted.slice(0, 1)])];
  });
}

/**
 * Returns the listed pay-in to compare a method key with: one with the same key if there is one. It requires the most fields, so that a target that mistakes it
 * for another pair of this key finds every field that it needs.
 */
function controlMethods(known: TargetInventory): (key: string) => Method | undefined {
  const clear = listedMethods(known, 'PAYIN', 'by currency and method');
  const isSame = (one: Method) => (other: Method) =>
    other.currency === one.currency && other.methodKey === one.methodKey;
  const sorted = byFields(clear.filter((one) => clear.filter(isSame(one)).length === 1));
  return (key) => sorted.findLast(({ methodKey }) => methodKey === key) ?? sorted.at(-1);
}

const turned = { PAYIN: 'PAYOUT', PAYOUT: 'PAYIN' } as const;

/** A payment by the id of a method of the other direction, if possible of the same currency and method. */
function byOther(method: Method, others: readonly Method[]): Draw | undefined {
  const like = others.filter((one) => one.currency === method.currency && one.methodKey === method.methodKey);
  if (others.length === 0) return undefined;
  return paymentRefusal(method, 'by paymentMethodId', ({ plan }, { chance }) => {
    const other = chance.pick(like.length > 0 ? like : others);
    const what = `the id of a ${other.orderType === 'PAYIN' ? 'pay-in' : 'pay-out'} method`;
    const violated = { keyword: 'direction', place: 'body/paymentMethodId', words: `${methodName(method)} by ${what}` };
    return { requirement: 'MTD-10', plan: plan({ paymentMethodId: other.id }), what, ...violated };
  });
}

/** A pay-out of USDT to an address that is not of its blockchain (§ Payments, pay-out body). */
const toForeignAddress = (method: Method<'PAYOUT'>, what: string): Draw =>
  paymentRefusal(method, 'by currency and method', ({ body, plan }) => {
    const cryptoAddress = invalidAddresses(String(body.cryptoAddress))[what];
    // If the blockchain is unknown, nobody can tell whether an address belongs to it.
    if (cryptoAddress === undefined || isAddressOf(method.blockchain ?? '', cryptoAddress) !== false) return undefined;
    const violated = { keyword: 'address', place: 'body/cryptoAddress' };
    return { requirement: 'OUT-04', plan: plan({ cryptoAddress }), what, ...violated };
  });

/** Payments by methods, currencies, ids and addresses that the target does not list. */
export const unlistedMethodCases = [
  generator({ name: 'currency or method in no list', evidences: ['PIN-06'], isMisuse: true }, (known) =>
    variedMethods(
      severalKinds(known),
      () => unlistedValues.map((one) => [`${one.name} ${one.value}`, one] as const),
      (method, { name, value }) =>
        payinWith(method, {
          requirement: 'PIN-06',
          values: { [name]: value },
          field: name,
          what: `the ${name} ${value}, which is in no list`,
        }),
    ),
  ),
  // Every pair of a currency and a method that no listed pay-in has (§ Sandbox).
  generator({ name: 'pair of currency and method in no list', evidences: ['SBX-09'], isMisuse: true }, (known) => {
    const payins = listedMethods(known, 'PAYIN');
    const controlFor = controlMethods(known);
    return unlistedPairs(payins).map(({ currency, method }) => {
      const field = payins.some((one) => one.currency === currency) ? 'method' : 'currency';
      const what = `a pay-in in ${currency} by ${method}, which the list does not have`;
      const unlisted = { requirement: 'SBX-09', values: { currency, method }, field, what };
      return [`${currency} ${method}`, payinWith(controlFor(method), unlisted)] as const;
    });
  }),
  generator({ name: 'id of no listed method', evidences: ['SBX-09'], isMisuse: true }, ({ methods }) =>
    methodRows(methods, 'an unknown id', (method) =>
      paymentRefusal(method, 'by paymentMethodId', ({ plan }, { chance }) => ({
        requirement: 'SBX-09',
        plan: plan({ paymentMethodId: drawValue(unknownId('PMD'), chance) }),
        what: 'the id of a method that is not listed',
        keyword: 'unlisted',
        place: 'body/paymentMethodId',
      })),
    ),
  ),
  generator({ name: 'id of a method of the other direction', evidences: ['MTD-10'], isMisuse: true }, (known) =>
    methodRows(known.methods, 'an id of the other direction', (method) =>
      byOther(method, listedMethods(known, turned[method.orderType])),
    ),
  ),
  generator({ name: 'address of another chain', evidences: ['OUT-04'], isMisuse: true }, (known) =>
    variedMethods(
      listedMethods(known, 'PAYOUT').filter((one) => one.currency === 'USDT' && one.methodKey === 'CRYPTOCOIN'),
      () => nameTable(Object.keys(invalidAddresses('0x'))),
      toForeignAddress,
    ),
  ),
];

const anyId = (prefix: 'PMT' | 'ORD' | 'PMD') => (chance: SeededRandom) => drawValue(unknownId(prefix), chance);

const paymentId = anyId('PMT');

/** Ids that no payment has, by defect. */
const ids: Readonly<Record<string, (chance: SeededRandom) => string>> = {
  unknown: paymentId,
  'of an order': anyId('ORD'),
  'of a method': anyId('PMD'),
  'without its prefix': (chance) => paymentId(chance).slice('PMT-'.length),
  'of a prefix alone': () => 'PMT-',
  malformed: () => 'PMT-12',
  'no id at all': () => 'payment',
  'a number': () => '1',
  'a long text': (chance) => `PMT-${'0'.repeat(200 + chance.below(800))}`,
  'with a quote': (chance) => `${paymentId(chance)}'`,
  'with a slash': (chance) => `${paymentId(chance)}/x`,
  null: () => 'null',
};

/** Reads a payment that exists, then one that does not (PAY-12). */
function unknownRead(idOf: (chance: SeededRandom) => string, { known, chance, name }: Input) {
  const [method] = listedMethods(known, 'PAYIN');
  const payment = method && drawPayment(method, 'by paymentMethodId', chance);
  if (!payment) return undefined;
  const steps = [controlStep(payment.plan()), read.payment('{{1/id}}'), read.payment(idOf(chance))];
  return refusalCase('PAY-12', steps, { what: `a payment id that is ${name}`, keyword: 'unlisted', place: 'path' });
}

/** Reads of payments that do not exist. */
export const unknownPaymentCases = [
  generator(
    { name: 'read of an unknown payment', evidences: ['PAY-12'], posts: 0, isMisuse: true },
    rows(Object.entries(ids), unknownRead),
  ),
];
