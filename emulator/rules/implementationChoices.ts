import type { Instant } from '../domain/clock.ts';
import type { JsonRecord } from '../domain/json.ts';
import type { Money } from '../domain/money.ts';
import type { Operation } from '../domain/operations.ts';
import type { RuleKinds } from './ruleKind.ts';

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
  successStatus(_operation: Operation): number {
    return 200;
  },
  /** Writes a decimal. */
  numberText(value: Money): string {
    return value.toFixed();
  },
  /** Returns the text of a JSON answer with added white space; the conforming rule adds no white space. */
  jsonSpaced(text: string): string {
    return text;
  },
  /** Returns a record with further fields added and null fields omitted; the conforming rule changes nothing. */
  dressed(record: JsonRecord, _kind: RecordKind): JsonRecord {
    return record;
  },
  /** Orders the list: newest payment first. */
  listOrdered<Item>(newestFirst: readonly Item[]): readonly Item[] {
    return newestFirst;
  },
  /** The maximum number of payments in the list. */
  listLength(): number {
    return 1000;
  },
  /** The delay of an answer, in milliseconds. */
  answerDelayMs(_operation: Operation): number {
    return 0;
  },
  /** Writes the name of a response header. */
  headerName(name: string): string {
    return name;
  },
  /** The instant up to which list and search show changes. */
  knownUpTo(now: Instant): Instant {
    return now;
  },
  /** The pay-ins by other users before the given (1st, 2nd, …) request. */
  foreignPayins(_ordinal: number): readonly OtherUsersPayment[] {
    return [];
  },
  /** The pay-outs by other users before the given (1st, 2nd, …) request. */
  foreignPayouts(_ordinal: number): readonly OtherUsersPayment[] {
    return [];
  },
};

/** The kind of each rule in this group. Every answer conforms, so these rules have no mechanical mutants. */
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
