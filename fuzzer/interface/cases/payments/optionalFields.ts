import { nonAsciiTexts } from '../../../../generators/payloads/payin.ts';
import { requiredBody } from '../../../../generators/payloads/payment.ts';
import { type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import { create } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { coveredRange } from '../../builder/amountRanges.ts';
import { changed, having } from '../../builder/bodyChanges.ts';
import { assertionOf, drawBody } from '../../builder/caseSteps.ts';
import { edgeCase, validCase } from '../../builder/cases.ts';
import { type DrawnPayment, drawPayment, listedMethods, variedMethods } from '../../builder/payments.ts';
import { type Draw, generator, mapped, type Table } from '../../builder/tables.ts';
import { acceptanceAssertion } from './validPayments.ts';

/** Fields that are neither omitted nor added: those that name the method, the id that is made at each sending, and a field that needs another account. */
const aside = ['paymentMethodId', 'currency', 'method', 'clientOrderId', 'crossPayoutAsset'];

/** Returns the ways to add optional fields to the required ones. */
function optionalIn({ optional }: Method): Table<(chance: SeededRandom) => string[]> {
  const fields = optional.filter((name) => !aside.includes(name));
  return [
    ['every optional field', () => fields],
    ['some optional fields', (chance) => fields.filter(() => chance.below(2) === 0)],
    ...fields.map((name) => [`with ${name}`, () => [name]] as const),
  ];
}

function withOptional(method: Method, fieldsOf: (chance: SeededRandom) => string[]): Draw {
  return ({ chance }) => {
    const names = fieldsOf(chance);
    const body = drawBody(requiredBody({ ...method, required: [...method.required, ...names] }), chance);
    const what = `${methodName(method)} with ${names.join(', ') || 'no optional field'}`;
    return body && validCase(what, create.payment(method, body), acceptanceAssertion(method, '#1', what));
  };
}

/** Texts of a free-text field about which the text says nothing, beside those that any service accepts. */
const plainTexts: Readonly<Record<string, string>> = {
  'letters and digits': 'Order 4711 of customer 12',
  'marks of ASCII': `a & b < c > d, 100% 'plain' "quoted" \\ / {} [] ; -- #1`,
  'one character': 'x',
  'a text like a number': '12345',
  'a text like null': 'null',
};
const otherTexts: Readonly<Record<string, string>> = {
  empty: '',
  'spaces alone': '   ',
  'a line break and a tab': 'first\n\tsecond',
  '255 characters': 'x'.repeat(255),
  '4096 characters': 'x'.repeat(4096),
  'control characters': '\u0000\u0007\u001b',
  markup: '<script>alert(1)</script>',
  'a template': '{{7*7}} <%= 7*7 %>',
  'a formula': '=1+1',
  ...nonAsciiTexts,
};

/** Sends a pay-in with a comment. A plain text must be accepted (PIN-01), and trace check PAY-16a reads it back. What a target makes of other texts is learned. */
function commented(name: string, text: string, { plan }: DrawnPayment): FuzzCase {
  const because = `a comment: ${name}`;
  const steps = [plan({ comment: text })];
  const what = `a pay-in whose comment is ${name}`;
  if (Object.hasOwn(plainTexts, name))
    return validCase(because, steps, assertionOf('PIN-01', 'answersPayment', { exchange: '#1', what }));
  const becomes: CaseAssertion[] = Object.hasOwn(nonAsciiTexts, name)
    ? [assertionOf('PAY-16b', 'textBecomes', { exchange: '#1', key: name })]
    : [];
  return edgeCase(because, steps, becomes);
}

/** Makes a case of a pay-in by a random method. */
const anyPayin =
  (make: (payment: DrawnPayment) => FuzzCase): Draw =>
  ({ known, chance }) => {
    const methods = listedMethods(known, 'PAYIN', 'by currency and method').filter((one) => coveredRange(known, one));
    const payment = methods.length > 0 && drawPayment(chance.pick(methods), 'by currency and method', chance);
    return payment ? make(payment) : undefined;
  };

/** Valid amounts that are written in ways about which the text says nothing. */
const spellings: Readonly<Record<string, (amount: string) => unknown>> = {
  'a text': (amount) => amount,
  'a text with a space before it': (amount) => ` ${amount}`,
  'a text with an exponent': (amount) => `${amount}e0`,
  'a text with a comma': (amount) => amount.replace('.', ','),
};

/** Case generators for the optional parts of a body (§ Payments, rule 1). */
export const optionalFieldCases = [
  generator({ name: 'optional fields', evidences: ['PIN-01', 'OUT-01'] }, (known) => {
    const isUsable = (one: Method) => coveredRange(known, one) && known.balance(one.currency) !== undefined;
    return variedMethods(known.methods.filter(isUsable), optionalIn, withOptional);
  }),
  generator({ name: 'comment of a pay-in', evidences: ['PIN-01', 'PAY-16b'] }, () =>
    mapped(Object.entries({ ...plainTexts, ...otherTexts }), (text, name) =>
      anyPayin((payment) => commented(name, text, payment)),
    ),
  ),
  generator({ name: 'amount in another spelling', evidences: [], isMisuse: true }, () =>
    mapped(Object.entries(spellings), (spell, name) =>
      anyPayin(({ body, plan }) =>
        edgeCase(`an amount as ${name}`, changed(plan(), having({ amount: spell(String(body.amount)) }))),
      ),
    ),
  ),
];
