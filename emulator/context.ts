import type { Answer, Call } from './call.ts';
import type { Instant } from './clock.ts';
import type { Operation } from './operations.ts';
import type { Rules } from './rules.ts';
import type { Account, World } from './world.ts';

/** What an endpoint works with: an authenticated request in a world at a time. */
export interface Context {
  readonly world: World;
  readonly rules: Rules;
  readonly account: Account;
  readonly operation: Operation;
  readonly call: Call;
  /** The values of the path's parameters, in order. */
  readonly parameters: readonly string[];
  readonly now: Instant;
}

/** What answers one operation. Throws a Refusal when the request is not in order. */
export type Endpoint = (context: Context) => Answer;
