import type { Instant } from '../../domain/clock.ts';
import type { JsonRecord } from '../../domain/json.ts';
import type { Money } from '../../domain/money.ts';
import type { Operation } from '../../domain/operations.ts';
import { manner } from './ruleKind.ts';

/** The kinds of record in answers. */
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

/** A payment by another user of the same account. */
export interface OtherUsersPayment {
  readonly currency: string;
  readonly amount: string;
}

/** The freedoms that interface.md leaves; no requirement may depend on these freedoms. */
export const implementationRules = {
  /** The success status of an operation. */
  successStatus: manner((_operation: Operation): number => 200),
  /** Writes a decimal. */
  numberText: manner((value: Money): string => value.toFixed()),
  /** Returns the text of a JSON answer with added white space; the conforming rule adds no white space. */
  jsonSpaced: manner((text: string): string => text),
  /** Returns a record with further fields added and null fields omitted; the conforming rule changes nothing. */
  dressed: manner((record: JsonRecord, _kind: RecordKind): JsonRecord => record),
  /** Orders the list: newest payment first. */
  listOrdered: manner(<Item>(newestFirst: readonly Item[]): readonly Item[] => newestFirst),
  /** The maximum number of payments in the list. */
  listLength: manner((): number => 1000),
  /** The delay of an answer, in milliseconds. */
  answerDelayMs: manner((_operation: Operation): number => 0),
  /** Writes the name of a response header. */
  headerName: manner((name: string): string => name),
  /** The instant up to which list and search show changes. */
  knownUpTo: manner((now: Instant): Instant => now),
  /** The pay-ins by other users before the given (1st, 2nd, …) request. */
  foreignPayins: manner((_ordinal: number): readonly OtherUsersPayment[] => []),
  /** The pay-outs by other users before the given (1st, 2nd, …) request. */
  foreignPayouts: manner((_ordinal: number): readonly OtherUsersPayment[] => []),
};
