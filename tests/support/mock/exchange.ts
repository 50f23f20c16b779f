import type { Operation } from '../../../schemas/document/operations.ts';
import type { Contract } from '../../../schemas/load/contract.ts';

/** A received request with its operation in the contract. */
export type MockRequest = {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly method: string;
  /** The path and the query as received. */
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The accepted credentials; any by default. */
  readonly acceptedCredentials?: readonly string[];
};

/** The answer of a mock; `ends` means no answer: the connection stays open or is reset. */
export type MockAnswer =
  | {
      readonly status: number;
      readonly type?: string | undefined;
      readonly text?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly ends: 'hang' | 'reset' };

/** The problems of a request, and the statuses that fit them, best first. */
export type Refusal = { readonly statuses: readonly number[]; readonly problems: readonly string[] };

/** What a mock does with a request, in this order; the first step that answers decides. */
export type MockSteps = {
  readonly authenticate: (asked: MockRequest) => MockAnswer | undefined;
  readonly judge: (asked: MockRequest) => MockAnswer | undefined;
  readonly succeed: (asked: MockRequest) => MockAnswer;
};
