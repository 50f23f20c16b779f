import type { Operation } from '../../../schemas/document/operations.ts';
import type { Contract } from '../../../schemas/load/contract.ts';

/** A request as it came, and the operation of the contract that it is of. */
export type MockRequest = {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly method: string;
  /** The path and the query, as on the wire. */
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The credentials that are taken; any, where nothing is said. */
  readonly acceptedCredentials?: readonly string[];
};

/** What a mock answers; `ends` is for what is no answer: the connection stays open, or is reset. */
export type MockAnswer =
  | {
      readonly status: number;
      readonly type?: string | undefined;
      readonly text?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly ends: 'hang' | 'reset' };

/** What is wrong with a request, and the statuses that say so, the best first. */
export type Refusal = { readonly statuses: readonly number[]; readonly problems: readonly string[] };

/** What a mock does with a request, in this order; the first that answers has answered. */
export type MockSteps = {
  readonly authenticate: (asked: MockRequest) => MockAnswer | undefined;
  readonly judge: (asked: MockRequest) => MockAnswer | undefined;
  readonly succeed: (asked: MockRequest) => MockAnswer;
};
