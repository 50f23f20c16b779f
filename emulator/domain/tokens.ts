/** An API token as the dashboard issues it (§ Authentication). */
export interface Credential {
  readonly tokenId: string;
  readonly secret: string;
}

/** The state of a token here: in use, revoked in the dashboard, or issued by the other environment (§ Sandbox). */
export type Standing = 'alive' | 'revoked' | 'elsewhere';

/** A token of an account; labels are unique within an instance. */
export interface Token {
  readonly label: string;
  readonly credential: Credential;
  standing: Standing;
  /** True once a request was let in by it, which only a careless service goes by. */
  isKnown?: boolean;
}

/** The tokens of all accounts, each with its account. */
export const tokensOf = <Owner extends { readonly tokens: readonly Token[] }>(
  owners: readonly Owner[],
): { owner: Owner; token: Token }[] => owners.flatMap((owner) => owner.tokens.map((token) => ({ owner, token })));
