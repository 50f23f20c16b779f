import type { Instant } from '../domain/clock.ts';
import type { JsonRecord } from '../domain/json.ts';
import type { Money } from '../domain/money.ts';
import type { Operation } from '../domain/operations.ts';
import type { RuleKinds } from './ruleKind.ts';

/** The kinds of record that are answered. */
export type RecordKind =
  | 'payment'
  | 'method'
  | 'page'
  | 'balance'
  | 'limit'
  | 'rate'
  | 'checkout'
  | 'request'
  | 'deposit'
  | 'bundle'
  | 'address'
  | 'acquiringRate';

/** A pay-in that somebody else makes on the same account. */
export interface OtherUsersPayment {
  readonly currency: string;
  readonly amount: string;
}

/** The liberties that the text leaves: no requirement may depend on them. */
export const implementationRules = {
  /** The status of a success. */
  successStatus(_operation: Operation): number {
    return 200;
  },
  /** How a decimal is written. */
  numberText(value: Money): string {
    return value.toFixed();
  },
  /** White space in JSON answers: none. */
  jsonSpaced(text: string): string {
    return text;
  },
  /** Fields beside the listed ones, and fields left out while null: neither. */
  dressed(record: JsonRecord, _kind: RecordKind): JsonRecord {
    return record;
  },
  /** The list shows the newest payment first. */
  listOrdered<Item>(newestFirst: readonly Item[]): readonly Item[] {
    return newestFirst;
  },
  /** How many payments the list shows at most. */
  listLength(): number {
    return 1000;
  },
  /** How long an answer is held back, in milliseconds. */
  answerDelayMs(_operation: Operation): number {
    return 0;
  },
  /** How a response header is written. */
  headerName(name: string): string {
    return name;
  },
  /** How far list and search are behind, as the instant up to which they know. */
  knownUpTo(now: Instant): Instant {
    return now;
  },
  /** What others do on the account before the given (1st, 2nd, …) request. */
  foreignPayins(_ordinal: number): readonly OtherUsersPayment[] {
    return [];
  },
  /** What others pay out of the account before the given (1st, 2nd, …) request. */
  foreignPayouts(_ordinal: number): readonly OtherUsersPayment[] {
    return [];
  },
};

/** None of these can be broken: whatever they answer is legal. */
export const implementationKinds: RuleKinds<typeof implementationRules> = {
  successStatus: 'manner',
  numberText: 'manner',
  jsonSpaced: 'manner',
  dressed: 'manner',
  listOrdered: 'manner',
  listLength: 'manner',
  answerDelayMs: 'manner',
  headerName: 'manner',
  knownUpTo: 'manner',
  foreignPayins: 'manner',
  foreignPayouts: 'manner',
};
