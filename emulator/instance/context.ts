import type { Instant } from '../domain/clock.ts';
import type { Answer, Call } from '../domain/httpMessages.ts';
import type { Operation } from '../domain/operations.ts';
import type { Rules } from '../rules/index.ts';
import type { Account, Instance } from './instance.ts';

/** Where and when something happens: an account of a world, its rules, the time. */
export interface AccountContext {
  readonly world: Instance;
  readonly rules: Rules;
  readonly account: Account;
  readonly now: Instant;
}

/** What an endpoint works with: an authenticated request on an occasion. */
export interface Context extends AccountContext {
  readonly operation: Operation;
  readonly call: Call;
  /** The values of the path's parameters, in order. */
  readonly parameters: readonly string[];
}

/** What answers one operation. Throws a Refusal when the request is not in order. */
export type Endpoint = (context: Context) => Answer;
