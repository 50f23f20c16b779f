import { money } from '../../domain/money.ts';

/** What a predicate compares: a text or a number of a fact. */
export type Measured = string | number;

/** A kind of predicate: the facts that it looks at, and what it measures of them. */
interface Row {
  readonly looksAt: (fact: string) => boolean;
  readonly measure: (text: string) => Measured | undefined;
}

const NUMBER = /^-?\d{1,15}(\.\d{1,20})?$/;
const CHOICE = /^[A-Za-z][A-Za-z_]{1,40}$|^[A-Z][A-Z0-9_]{1,40}$/;
const ENUMERATED = /^[A-Z][A-Z0-9_]{1,40}$/;
const ID = /[0-9a-f]{8}-[0-9a-f]{4}/i;

const ASSETS = 'currency blockchain method methodKey symbolPair asset cryptoCurrency crossPayoutAsset amountIn';
const OF_ASSETS = new Set([
  ...ASSETS.split(' '),
  'base',
  'quote',
  'baseAsset',
  'quoteAsset',
  'preselectedCryptoCurrency',
]);

const lastOf = (fact: string): string => fact.split('.').findLast((part) => Number.isNaN(Number(part))) ?? '';
const isOfContent = (fact: string): boolean => /^[abq]\d?(\.|$)/.test(fact);
const isOfPages = (fact: string): boolean => fact === 'q.page' || fact === 'q.size';
const isOfAssets = (fact: string): boolean => isOfContent(fact) && OF_ASSETS.has(lastOf(fact));
const FREE_TEXTS = new Set(
  'comment clientOrderId name referenceId firstName lastName receiverName cardHolder cardholder'.split(' '),
);
const isValue = (fact: string): boolean => isOfContent(fact) && !isOfPages(fact) && !isOfAssets(fact);

const numeric = (text: string): number | undefined => (NUMBER.test(text) ? Number(text) : undefined);
const choice = (text: string): string | undefined => (CHOICE.test(text) ? text : undefined);
const length = (text: string): number | undefined =>
  NUMBER.test(text) || ID.test(text) || ENUMERATED.test(text) ? undefined : text.length;
const decimals = (text: string): number | undefined => (NUMBER.test(text) ? money(text).decimalPlaces() : undefined);

/** The kinds of predicates. */
export const KINDS = {
  operation: { looksAt: (fact) => fact === 'operation', measure: choice },
  account: { looksAt: (fact) => fact === 'account', measure: choice },
  project: { looksAt: (fact) => fact === 'project', measure: (text) => text },
  chain: { looksAt: isOfAssets, measure: choice },
  page: { looksAt: isOfPages, measure: numeric },
  value: { looksAt: (fact) => isValue(fact) && !FREE_TEXTS.has(lastOf(fact)), measure: choice },
  length: { looksAt: isValue, measure: length },
  size: { looksAt: (fact) => fact === 'bytes' || isValue(fact), measure: numeric },
  precision: { looksAt: isValue, measure: decimals },
  nth: { looksAt: (fact) => fact === 'nth', measure: numeric },
  since: { looksAt: (fact) => fact === 'since', measure: numeric },
  age: { looksAt: (fact) => fact === 'age', measure: numeric },
} as const satisfies Record<string, Row>;

/** The name of one kind of predicate. */
export type Kind = keyof typeof KINDS;

/** The ways of comparing a measure with constants; both ends of a range are included. */
export const FORMS = {
  is: (measured, [one]) => String(measured) === one,
  from: (measured, [least]) => Number(measured) >= Number(least),
  to: (measured, [most]) => Number(measured) <= Number(most),
  in: (measured, [least, most]) => Number(measured) >= Number(least) && Number(measured) <= Number(most),
  every: (measured, [step]) => Number(measured) % Number(step) === 0,
} as const satisfies Record<string, (measured: Measured, constants: readonly string[]) => boolean>;

/** The name of one way of comparing. */
export type Form = keyof typeof FORMS;

/** A condition on one fact of a use of a rule. */
export interface Predicate {
  readonly kind: Kind;
  readonly fact: string;
  readonly form: Form;
  readonly constants: readonly string[];
}

/** Returns what a kind of predicate measures of a fact; undefined if there is nothing to measure. */
export const measured = (kind: Kind, text: string | undefined): Measured | undefined =>
  text === undefined ? undefined : KINDS[kind].measure(text);

/** True if a predicate holds for the text of its fact; it never holds without the fact. */
export function holds({ kind, form, constants }: Predicate, text: string | undefined): boolean {
  const value = measured(kind, text);
  return value !== undefined && FORMS[form](value, constants);
}
