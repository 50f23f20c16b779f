import type { Account, Project, Token } from '../domain/account.ts';
import { MOCK_CARD_FAILED, MOCK_CARD_SUCCESS } from '../payments/processing.ts';
import type { World } from '../state/world.ts';

/** What a tester must know of a token. */
export type TokenProfile = Omit<Token, 'account'>;

/** What a tester must know of a project. */
export type ProjectProfile = Omit<Project, 'domain'>;

/** What a tester must know of an account. */
export interface AccountProfile {
  crossPayout: boolean;
  tokens: TokenProfile[];
  projects: ProjectProfile[];
}

/** What a tester must know of a running server. */
export interface Profile {
  baseUrl: string;
  control: { url: string; token: string };
  accounts: AccountProfile[];
  mockCards: { failed: string; success: string };
}

/** Tells what a tester must know of a running server. */
export function buildProfile(world: World, controlToken: string): Profile {
  return {
    baseUrl: world.baseUrl,
    control: { url: `${world.baseUrl}/control`, token: controlToken },
    accounts: world.accounts.map((account) => accountProfile(account, world.tokens)),
    mockCards: { failed: MOCK_CARD_FAILED, success: MOCK_CARD_SUCCESS },
  };
}

function accountProfile(account: Account, tokens: Token[]): AccountProfile {
  return {
    crossPayout: account.crossPayout,
    tokens: tokens.filter((token) => token.account === account).map(tokenProfile),
    projects: account.projects.map(projectProfile),
  };
}

function tokenProfile({ label, id, secret, environment, revoked }: Token): TokenProfile {
  return { label, id, secret, environment, revoked };
}

function projectProfile({ id, name, enabledAssets, feePaidBy, suggested }: Project): ProjectProfile {
  return { id, name, enabledAssets, feePaidBy, ...(suggested && { suggested }) };
}
