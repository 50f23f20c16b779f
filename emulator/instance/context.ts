import type { Instant } from '../domain/clock.ts';
import type { Answer, Call } from '../domain/httpMessages.ts';
import type { Operation } from '../domain/operations.ts';
import type { Rules } from '../rules/index.ts';
import type { Account, Instance } from './instance.ts';

/** The context of an action: an account of an instance, its rules, the time. */
export interface AccountContext {
  readonly instance: Instance;
  readonly rules: Rules;
  readonly account: Account;
  readonly now: Instant;
}

/** The context of an endpoint: an authenticated request at a point in time. */
export interface Context extends AccountContext {
  readonly operation: Operation;
  readonly call: Call;
  /** The values of the path parameters, in order. */
  readonly parameters: readonly string[];
}

/** Answers one operation. Throws a Refusal for an invalid request. */
export type Endpoint = (context: Context) => Answer;
