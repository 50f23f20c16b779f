/** An API token as the dashboard issues it (§ Authentication). */
export interface Credential {
  readonly tokenId: string;
  readonly secret: string;
}

/** How a token stands here: in use, taken back in the dashboard, or issued by the other environment (§ Sandbox). */
export type Standing = 'alive' | 'revoked' | 'elsewhere';

/** A token of an account; no two of a world have the same label. */
export interface Token {
  readonly label: string;
  readonly credential: Credential;
  standing: Standing;
}

/** The tokens of all accounts, each with the account that has it. */
export const tokensOf = <Owner extends { readonly tokens: readonly Token[] }>(
  owners: readonly Owner[],
): { owner: Owner; token: Token }[] => owners.flatMap((owner) => owner.tokens.map((token) => ({ owner, token })));
