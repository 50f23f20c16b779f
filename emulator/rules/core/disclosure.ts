import type { Operation } from '../../domain/operations.ts';
import type { Token } from '../../domain/tokens.ts';
import { choice } from './ruleKind.ts';

/** A prepared answer: its operation, path and status; the operation is null for an unknown path. */
export interface PendingAnswer {
  readonly operation: Operation | null;
  readonly path: string;
  readonly status: number;
}

/** Rules about secrets and recipients of answers, which interface.md takes for granted. */
export const disclosureRules = {
  /** The further headers of an answer to an authenticated account; by default there are no further headers. */
  accountHeaders: choice((_tokens: readonly Token[]): Readonly<Record<string, string>> => ({})),
  /** The message for an unauthenticated request; `_named` is the token whose id it sends, or null. */
  unprovenMessage: choice((message: string, _named: Token | null): string => message),
  /** The address to which the service redirects a request; null if the service answers the request itself. */
  leadsTo: choice((_ready: PendingAnswer, _baseUrl: string): string | null => null),
};
