import type { Json, JsonRecord } from '../../domain/json.ts';
import type { Direction, Method, MethodTerms } from '../../domain/method.ts';
import { type Money, roundUp } from '../../domain/money.ts';
import { always, amount, choice, manner, predicate } from '../core/ruleKind.ts';

/** The currency, method and blockchain that a request asks for, directly or through a method id. */
export interface MethodSelector {
  readonly currency: string;
  readonly method: string;
  readonly blockchain: string | null;
  /** True if the request names currency and method, with or without a method id. */
  readonly said: boolean;
}

/** A method as a request names it: by its id, or by currency and method; and whether the request is host-to-host. */
export interface NamedMethod extends Method {
  readonly isById: boolean;
  readonly isHostToHost: boolean;
}

/** The content of the methods list and its effect on orders (§ Payment method). */
export const methodRules = {
  /** The methods of an instance; each combination occurs once. */
  catalogue: choice((methods: readonly MethodTerms[]): readonly MethodTerms[] => methods),
  /** Every usable method is listed. */
  methodListed: always((_method: Method): boolean => true),
  /** Every listed method is usable. */
  methodUsable: always((_method: Method): boolean => true),
  /** The methods list is a bare array. */
  methodsShown: choice((methods: readonly JsonRecord[]): Json => methods),
  /** The listed record of a method. */
  methodShownAs: choice((record: JsonRecord, _method: Method): JsonRecord => record),
  /** The choices of a method as a JSON string; null if it has none. */
  extraShown: choice((choices: MethodTerms['choices']): Json => {
    if (choices === null) return null;
    return JSON.stringify({ description: choices.description, values: choices.list });
  }),
  /** The request fields of a method: two arrays of names. */
  propertiesShown: choice((required: readonly string[], optional: readonly string[]): Json => ({ required, optional })),
  /** A method serves the operation for which it is listed. */
  directionAccepted: predicate((listed: Direction, asked: Direction): boolean => listed === asked),
  /** A method matches if its currency, method and (if sent) blockchain are the requested ones. */
  methodFits: predicate(
    (method: Method, wish: MethodSelector): boolean =>
      method.currency === wish.currency &&
      method.methodKey === wish.method &&
      (wish.blockchain === null || wish.blockchain === method.blockchain),
  ),
  /** The required fields of a pay-in or pay-out with this method id. */
  fieldsOfMethod: choice((required: readonly string[]): readonly string[] => required),
  /** The default amount of an order; null to refuse an order without an amount. */
  amountUnsaid: choice((_minLimit: Money): Money | null => null),
  /** An amount keeps all its decimals; withinScale decides whether they are too many. */
  amountTaken: manner((amount: Money, _scale: number): Money => amount),
  /** The minimum of a method or asset is the same for every request. */
  minimumNow: manner((least: Money, _served: number): Money => least),
  /** An amount must reach minLimit. */
  reachesMinimum: predicate((amount: Money, minLimit: Money, _of: NamedMethod): boolean => amount.gte(minLimit)),
  /** An amount must stay within maxLimit; zero means no limit. */
  withinMaximum: predicate(
    (amount: Money, maxLimit: Money, _of: NamedMethod): boolean => maxLimit.isZero() || amount.lte(maxLimit),
  ),
  /** An amount must not have more decimals than the scale. */
  withinScale: predicate((amount: Money, scale: number): boolean => amount.decimalPlaces() <= scale),
  /** The fee: a percentage of the amount plus a fixed part, rounded up to the scale. */
  feeOf: amount(
    (amount: Money, terms: Pick<MethodTerms, 'percent' | 'fixed' | 'scale'>): Money =>
      roundUp(amount.times(terms.percent).div(100).plus(terms.fixed), terms.scale),
  ),
};
