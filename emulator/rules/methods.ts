import type { Json, JsonRecord } from '../domain/json.ts';
import type { Direction, Method, MethodTerms } from '../domain/method.ts';
import { type Money, roundUp } from '../domain/money.ts';
import type { RuleKinds } from './ruleKind.ts';

/** The currency, method and blockchain that a request asks for, directly or through a method id. */
export interface MethodSelector {
  readonly currency: string;
  readonly method: string;
  readonly blockchain: string | null;
  /** True if the request names currency and method, with or without a method id. */
  readonly said: boolean;
}

/** The content of the methods list and its effect on orders (§ Payment method). */
export const methodRules = {
  /** The methods of an instance; each combination occurs once. */
  catalogue(methods: readonly MethodTerms[]): readonly MethodTerms[] {
    return methods;
  },
  /** Every usable method is listed. */
  methodListed(_method: Method): boolean {
    return true;
  },
  /** Every listed method is usable. */
  methodUsable(_method: Method): boolean {
    return true;
  },
  /** The methods list is a bare array. */
  methodsShown(methods: readonly JsonRecord[]): Json {
    return methods;
  },
  /** The listed record of a method. */
  methodShownAs(record: JsonRecord, _method: Method): JsonRecord {
    return record;
  },
  /** The choices of a method as a JSON string; null if it has none. */
  extraShown(choices: MethodTerms['choices']): Json {
    if (choices === null) return null;
    return JSON.stringify({ description: choices.description, values: choices.list });
  },
  /** The request fields of a method: two arrays of names. */
  propertiesShown(required: readonly string[], optional: readonly string[]): Json {
    return { required, optional };
  },
  /** A method serves the operation for which it is listed. */
  directionAccepted(listed: Direction, asked: Direction): boolean {
    return listed === asked;
  },
  /** A method matches if its currency, method and (if sent) blockchain are the requested ones. */
  methodFits(method: Method, wish: MethodSelector): boolean {
    return (
      method.currency === wish.currency &&
      method.methodKey === wish.method &&
      (wish.blockchain === null || wish.blockchain === method.blockchain)
    );
  },
  /** The required fields of a pay-in or pay-out with this method id. */
  fieldsOfMethod(required: readonly string[]): readonly string[] {
    return required;
  },
  /** The default amount of an order; null to refuse an order without an amount. */
  amountUnsaid(_minLimit: Money): Money | null {
    return null;
  },
  /** An amount keeps all its decimals; withinScale decides whether they are too many. */
  amountTaken(amount: Money, _scale: number): Money {
    return amount;
  },
  /** The minimum of a method or asset is the same for every request. */
  minimumNow(least: Money, _served: number): Money {
    return least;
  },
  /** An amount must reach minLimit. */
  reachesMinimum(amount: Money, minLimit: Money): boolean {
    return amount.gte(minLimit);
  },
  /** An amount must stay within maxLimit; zero means no limit. */
  withinMaximum(amount: Money, maxLimit: Money): boolean {
    return maxLimit.isZero() || amount.lte(maxLimit);
  },
  /** An amount must not have more decimals than the scale. */
  withinScale(amount: Money, scale: number): boolean {
    return amount.decimalPlaces() <= scale;
  },
  /** The fee: a percentage of the amount plus a fixed part, rounded up to the scale. */
  feeOf(amount: Money, terms: Pick<MethodTerms, 'percent' | 'fixed' | 'scale'>): Money {
    return roundUp(amount.times(terms.percent).div(100).plus(terms.fixed), terms.scale);
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
export const methodKinds: RuleKinds<typeof methodRules> = {
  catalogue: 'choice',
  methodListed: 'always',
  methodUsable: 'always',
  methodsShown: 'choice',
  methodShownAs: 'choice',
  extraShown: 'choice',
  propertiesShown: 'choice',
  directionAccepted: 'predicate',
  methodFits: 'predicate',
  fieldsOfMethod: 'choice',
  amountUnsaid: 'choice',
  amountTaken: 'manner',
  minimumNow: 'manner',
  reachesMinimum: 'predicate',
  withinMaximum: 'predicate',
  withinScale: 'predicate',
  feeOf: 'amount',
};
