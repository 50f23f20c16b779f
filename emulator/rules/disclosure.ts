import type { Operation } from '../domain/operations.ts';
import type { Token } from '../domain/tokens.ts';
import type { RuleKinds } from './ruleKind.ts';

/** An answer that is ready: to which operation and path, with which status; no operation where the path is of none. */
export interface PendingAnswer {
  readonly operation: Operation | null;
  readonly path: string;
  readonly status: number;
}

/** What an answer keeps to itself, and to whom it is given: interface.md takes both for granted. */
export const disclosureRules = {
  /** Further headers of an answer to an account that has proven who it is: none. */
  accountHeaders(_tokens: readonly Token[]): Readonly<Record<string, string>> {
    return {};
  },
  /** What a request that proves nothing is told, which names this token or one that nobody has. */
  unprovenMessage(message: string, _named: Token | null): string {
    return message;
  },
  /** The address to which a request is sent on instead of being answered; null: it is answered. */
  leadsTo(_ready: PendingAnswer, _baseUrl: string): string | null {
    return null;
  },
};

/** How each rule of this group can be broken mechanically. */
export const disclosureKinds: RuleKinds<typeof disclosureRules> = {
  accountHeaders: 'choice',
  unprovenMessage: 'choice',
  leadsTo: 'choice',
};
