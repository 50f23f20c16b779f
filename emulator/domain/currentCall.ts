import type { Instant } from './clock.ts';
import type { Call } from './httpMessages.ts';
import type { Operation } from './operations.ts';

/** The request that a service answers at the moment. What is not known yet is null. */
export interface CurrentCall {
  readonly call: Call;
  readonly now: Instant;
  operation: Operation | null;
  /** The label of the authenticated account. */
  account: string | null;
  /** The place of the project that the path names among the projects of its account. */
  project: number | null;
}

/** The calls under way, innermost last. A service answers without waiting, so that there is one at most. */
const underway: CurrentCall[] = [];

/** The request that a service answers at the moment; undefined while timers and deliveries run. */
export const currentCall = (): CurrentCall | undefined => underway.at(-1);

/** Answers a request as the current one. */
export function duringCall<Result>(of: Pick<CurrentCall, 'call' | 'now'>, answer: () => Result): Result {
  underway.push({ ...of, operation: null, account: null, project: null });
  try {
    return answer();
  } finally {
    underway.pop();
  }
}

/** Notes what became known of the current request. */
export function noteOfCall(known: Partial<Pick<CurrentCall, 'operation' | 'account' | 'project'>>): void {
  Object.assign(currentCall() ?? {}, known);
}
