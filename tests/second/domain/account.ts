import type { Money } from '../core/money.ts';
import type { Ledger } from './ledger.ts';

/** The predefined amounts of a widget: up to three, in one currency, and whether others may be typed in. */
export interface SuggestedAmounts {
  currency: string;
  amounts: Money[];
  allowManualInput: boolean;
}

/** A crypto acquiring project (widget) with its dashboard settings. */
export interface Project {
  id: string;
  name: string;
  domain?: string | undefined;
  enabledAssets: string[];
  feePaidBy: 'MERCHANT' | 'PAYER';
  suggested?: SuggestedAmounts;
}

/** A merchant account: its balances, projects and the client ids it has used. */
export interface Account {
  label: string;
  ownerId: string;
  crossPayout: boolean;
  ledger: Ledger;
  projects: Project[];
  usedClientOrderIds: Set<string>;
}

/** An API token of an account; only those of this environment open anything here. */
export interface Token {
  label: string;
  id: string;
  secret: string;
  environment: 'sandbox' | 'production';
  revoked: boolean;
  account: Account;
}
