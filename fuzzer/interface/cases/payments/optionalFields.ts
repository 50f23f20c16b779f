import { nonAsciiTexts } from '../../../../generators/payloads/payin.ts';
import { requiredBody } from '../../../../generators/payloads/payment.ts';
import { type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import { withBody } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion, CaseLabel } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { coveredRange } from '../../builder/amountRanges.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, drawBody, stepOf } from '../../builder/caseSteps.ts';
import { type CombinationCase, combinationGenerator } from '../../builder/combinationGenerator.ts';
import {
  type Body,
  combinationName,
  listedMethods,
  methodReferences,
  paymentPlan,
} from '../../builder/paymentBodies.ts';
import { edgeCaseLabel, validLabel } from '../../builder/tableGenerator.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';
import { acceptanceAssertion } from './validPayments.ts';

/** Fields that are neither omitted nor added: those that name the method, the id that is made at each sending, and a field that needs another account. */
const aside = ['paymentMethodId', 'currency', 'method', 'clientOrderId', 'crossPayoutAsset'];

/** Makes a body with some optional fields in addition to the required ones; undefined if a value is not known. */
function bodyWith(method: Method, optional: readonly string[], chance: SeededRandom): Body | undefined {
  return drawBody(requiredBody({ ...method, required: [...method.required, ...optional] }), chance);
}

const extra: Record<string, (method: Method, chance: SeededRandom) => readonly string[]> = {
  'every optional field': ({ optional }) => optional.filter((name) => !aside.includes(name)),
  'some optional fields': ({ optional }, chance) =>
    optional.filter((name) => !aside.includes(name) && chance.below(2) === 0),
};

function optionalVariants(known: TargetInventory): CombinationCase[] {
  const single = (method: Method) =>
    method.optional
      .filter((name) => !aside.includes(name))
      .map((name) => ({ told: `with ${name}`, fields: () => [name] }));
  const several = (method: Method) =>
    Object.entries(extra).map(([description, fieldsOf]) => ({
      told: description,
      fields: (chance: SeededRandom) => fieldsOf(method, chance),
    }));
  return known.methods.flatMap((method) => {
    const range = coveredRange(known, method);
    if (!range || known.balance(method.currency) === undefined) return [];
    return [...several(method), ...single(method)].map(
      ({ told: description, fields }): CombinationCase => ({
        combination: combinationName(method, description),
        draw: (chance) => {
          const names = fields(chance);
          const body = bodyWith(method, names, chance);
          const what = `${methodName(method)} with ${names.join(', ') || 'no optional field'}`;
          return (
            body && {
              steps: [stepOf(paymentPlan(method, body))],
              label: validLabel(what),
              claims: [acceptanceAssertion(method, '#1', what)],
            }
          );
        },
      }),
    );
  });
}

/** Varies which of a method's optional fields are present (§ Payments, rule 1). */
const optionalFields = combinationGenerator({
  name: 'optional fields',
  evidences: ['PIN-01', 'OUT-01'],
  posts: 1,
  isMisuse: false,
  variants: optionalVariants,
});

/** Texts of a free-text field. Each is either plain, or of a kind about which the text says nothing. */
const texts: Readonly<Record<string, { text: string; isPlain?: true }>> = {
  'letters and digits': { text: 'Order 4711 of customer 12', isPlain: true },
  'marks of ASCII': { text: `a & b < c > d, 100% 'plain' "quoted" \\ / {} [] ; -- #1`, isPlain: true },
  'one character': { text: 'x', isPlain: true },
  'a text like a number': { text: '12345', isPlain: true },
  'a text like null': { text: 'null', isPlain: true },
  empty: { text: '' },
  'spaces alone': { text: '   ' },
  'a line break and a tab': { text: 'first\n\tsecond' },
  '255 characters': { text: 'x'.repeat(255) },
  '4096 characters': { text: 'x'.repeat(4096) },
  'control characters': { text: '\u0000\u0007\u001b' },
  markup: { text: '<script>alert(1)</script>' },
  'a template': { text: '{{7*7}} <%= 7*7 %>' },
  'a formula': { text: '=1+1' },
  ...Object.fromEntries(Object.entries(nonAsciiTexts).map(([name, text]) => [name, { text }])),
};

/** Asserts that a plain text is accepted (PIN-01). Trace check PAY-16a reads it back. What a target makes of a non-ASCII text is learned. */
function commentAssertions(name: string, { text, isPlain }: { text: string; isPlain?: true }): CaseAssertion[] {
  if (isPlain)
    return [assertionOf('PIN-01', 'answersPayment', { exchange: '#1', what: `a pay-in whose comment is ${name}` })];
  return Object.hasOwn(nonAsciiTexts, name)
    ? [assertionOf('PAY-16b', 'textBecomes', { exchange: '#1', key: name, text })]
    : [];
}

const firstOf = (known: TargetInventory, orderType: Method['orderType'], chance: SeededRandom): Method | undefined => {
  const methods = listedMethods(known, orderType, 'by currency and method').filter((one) => coveredRange(known, one));
  return methods.length > 0 ? chance.pick(methods) : undefined;
};

const comments = combinationGenerator({
  name: 'comment of a pay-in',
  evidences: ['PIN-01', 'PAY-16b'],
  posts: 1,
  isMisuse: false,
  variants: (known) =>
    Object.entries(texts).map(([name, one]) => ({
      combination: name,
      draw: (chance) => {
        const method = firstOf(known, 'PAYIN', chance);
        const body = method && methodReferences['by currency and method'](method, chance);
        const label: CaseLabel = one.isPlain ? validLabel(`a comment: ${name}`) : edgeCaseLabel(`a comment: ${name}`);
        return (
          body && {
            steps: [stepOf(paymentPlan(method, { ...body, comment: one.text }))],
            label,
            claims: commentAssertions(name, one),
          }
        );
      },
    })),
});

/** Valid amounts that are written in ways about which the text says nothing. */
const spellings: Readonly<Record<string, (amount: string) => unknown>> = {
  'a text': (amount) => amount,
  'a text with a space before it': (amount) => ` ${amount}`,
  'a text with an exponent': (amount) => `${amount}e0`,
  'a text with a comma': (amount) => amount.replace('.', ','),
};

const amountSpellings = combinationGenerator({
  name: 'amount in another spelling',
  evidences: [],
  posts: 1,
  isMisuse: true,
  variants: (known) =>
    Object.entries(spellings).map(([name, spell]) => ({
      combination: name,
      draw: (chance) => {
        const method = firstOf(known, 'PAYIN', chance);
        const body = method && methodReferences['by currency and method'](method, chance);
        if (!body) return undefined;
        const amount = spell(String(body.amount));
        return {
          steps: [stepOf(withBody(paymentPlan(method, body), { ...body, amount }))],
          label: edgeCaseLabel(`an amount as ${name}`),
        };
      },
    })),
});

/** Case generators for the optional parts of a body. */
export const optionalFieldCases: readonly CaseGenerator[] = [optionalFields, comments, amountSpellings];
