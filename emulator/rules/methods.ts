import type { Json, JsonRecord } from '../domain/json.ts';
import type { Direction, Method, MethodTerms } from '../domain/method.ts';
import { type Money, roundUp } from '../domain/money.ts';
import type { RuleKinds } from './ruleKind.ts';

/** A request for a method by its id or by words. */
export interface MethodSelector {
  readonly currency: string;
  readonly method: string;
  readonly blockchain: string | null;
  /** Whether the request says currency and method itself, beside or instead of a method id. */
  readonly said: boolean;
}

/** What the methods list says and how far it binds (§ Payment method). */
export const methodRules = {
  /** The methods of a world: each combination once. */
  catalogue(methods: readonly MethodTerms[]): readonly MethodTerms[] {
    return methods;
  },
  /** Every method that can be used is listed. */
  methodListed(_method: Method): boolean {
    return true;
  },
  /** Every method that is listed can be used. */
  methodUsable(_method: Method): boolean {
    return true;
  },
  /** The methods list is a bare array. */
  methodsShown(methods: readonly JsonRecord[]): Json {
    return methods;
  },
  /** A method as it is listed. */
  methodShownAs(record: JsonRecord, _method: Method): JsonRecord {
    return record;
  },
  /** The choices of a method as a string that holds JSON; null where there are none. */
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
  /** A method fits when currency, method and (where sent) blockchain are its own. */
  methodFits(method: Method, wish: MethodSelector): boolean {
    return (
      method.currency === wish.currency &&
      method.methodKey === wish.method &&
      (wish.blockchain === null || wish.blockchain === method.blockchain)
    );
  },
  /** The fields without which a pay-in or pay-out by this method id is refused. */
  fieldsOfMethod(required: readonly string[]): readonly string[] {
    return required;
  },
  /** What an order without an amount comes to: nothing, it is refused. */
  amountUnsaid(_minLimit: Money): Money | null {
    return null;
  },
  /** An amount is taken with all its decimals; whether they are too many is for withinScale to say. */
  amountTaken(amount: Money, _scale: number): Money {
    return amount;
  },
  /** A least amount, of a method or an asset, is the same at every request. */
  minimumNow(least: Money, _served: number): Money {
    return least;
  },
  /** An amount reaches minLimit. */
  reachesMinimum(amount: Money, minLimit: Money): boolean {
    return amount.gte(minLimit);
  },
  /** An amount stays within maxLimit; zero is no bound. */
  withinMaximum(amount: Money, maxLimit: Money): boolean {
    return maxLimit.isZero() || amount.lte(maxLimit);
  },
  /** An amount has no more decimals than the scale. */
  withinScale(amount: Money, scale: number): boolean {
    return amount.decimalPlaces() <= scale;
  },
  /** The fee: percent of the amount and a fixed part, rounded up to the scale. */
  feeOf(amount: Money, terms: Pick<MethodTerms, 'percent' | 'fixed' | 'scale'>): Money {
    return roundUp(amount.times(terms.percent).div(100).plus(terms.fixed), terms.scale);
  },
};

/** How each rule of this group can be broken mechanically. */
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
