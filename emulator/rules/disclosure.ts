import type { Operation } from '../domain/operations.ts';
import type { Token } from '../domain/tokens.ts';
import type { RuleKinds } from './ruleKind.ts';

/** A prepared answer: its operation, path and status; the operation is null for an unknown path. */
export interface PendingAnswer {
  readonly operation: Operation | null;
  readonly path: string;
  readonly status: number;
}

/** Rules about secrets and recipients of answers, which interface.md takes for granted. */
export const disclosureRules = {
  /** Further headers of the answer to an authenticated account: none. */
  accountHeaders(_tokens: readonly Token[]): Readonly<Record<string, string>> {
    return {};
  },
  /** The message for an unauthenticated request; `_named` is the token whose id it sends, or null. */
  unprovenMessage(message: string, _named: Token | null): string {
    return message;
  },
  /** The address that a request is redirected to; null to answer it. */
  leadsTo(_ready: PendingAnswer, _baseUrl: string): string | null {
    return null;
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
export const disclosureKinds: RuleKinds<typeof disclosureRules> = {
  accountHeaders: 'choice',
  unprovenMessage: 'choice',
  leadsTo: 'choice',
};
