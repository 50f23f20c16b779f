import type { RegistrableKind, WebhookKind } from '../../../schemas/domain/webhookKinds.ts';
/** The purpose of a credential; main signs every request that needs no other. */
export type CredentialPurpose = 'main' | 'second' | 'revoked' | 'otherEnvironment';

/** The target file as written (JSON or YAML), checked against its schema; see target.schema.json for each field. */
export interface TargetFile {
  name: string;
  kind: 'emulator' | 'sandbox' | 'vendor' | 'production';
  baseUrl: string;
  allowMoney?: string;
  envFile?: string;
  contract?: string;
  credentials: {
    label: string;
    tokenIdEnv: string;
    secretEnv: string;
    purpose?: CredentialPurpose;
    crossPayout?: boolean;
    takesPart?: boolean;
    projects?: Project[];
    quota?: OwnQuota;
  }[];
  projects?: Project[];
  mockCards?: { failed: string; success: string };
  samples?: Record<string, Record<string, string>>;
  quota?: { postPerMinute?: number; getPerMinute?: number; windowSeconds?: number; redisEnv?: string };
  webhook?: WebhookFile;
  paths?: Paths;
  page?: PageLocators;
  widget?: WidgetPlace;
  levers?: {
    control?: { url: string; tokenEnv: string; clock?: boolean };
    dashboard?: { driver: string };
    chain?: { blockchain: string; rpcUrlEnv: string; keyEnv: string };
  };
  gaps?: { id: string; reason: string }[];
  balances?: BalanceFields;
  checkoutMinutes?: number;
  deadlines?: Partial<Deadlines>;
  pins?: string;
  recognisable?: boolean;
}

/** How webhooks reach us, as a target file says. */
export interface WebhookFile {
  publicUrl?: string;
  listen?: { host?: string; port?: number };
  kinds?: WebhookKind[];
  secretEnv?: string;
  unsigned?: WebhookKind[];
  source?: string;
  sourceHeader?: string;
  retryMinutes?: number[];
}

/** What an account may send in each window, if a run may spend all of it; a window is a minute by default. */
export interface OwnQuota {
  postPerMinute: number;
  getPerMinute: number;
  windowSeconds?: number;
}

/** A project (widget) of the account, as the operator describes it (§ Project settings). */
export interface Project {
  id: string;
  name?: string;
  enabledAssets?: string[];
  feePaidBy?: 'merchant' | 'payer';
  hideFee?: boolean;
  /** By asset, the currency into which incoming amounts are converted. */
  autoConversion?: Record<string, string>;
  suggested?: { currency: string; amounts: string[]; manualInput?: boolean };
}

/** Path templates of endpoints that the interface does not show, below the base address; `{projectId}` and similar names stand for ids. */
export interface Paths {
  checkout?: string;
  request?: string;
  h2hPayin?: string;
  h2hCard?: string;
  webhooks?: Partial<Record<RegistrableKind, string>>;
}

/** What is done on a page, by the names under which a target file gives a locator for it. */
export type PageDeed = 'currency' | 'network' | 'amount' | 'continue' | 'balance' | 'return';

/** Playwright locators for what a run cannot find on a page by itself. */
export type PageLocators = Partial<Record<PageDeed, string>>;

/** Where the embedded widget comes from, and a domain that is approved and linked to it. */
export interface WidgetPlace {
  host: string;
  domain: string;
  /** Domains of the account that are not approved, or not linked. */
  unapproved?: readonly string[];
}

/** Where an answer has the amounts of the balances, which interface.md does not show: places in the answer, with names separated by slashes. */
export interface BalanceFields {
  /** The place of the list of entries, or of the map by currency; absent if the answer itself is the list or the map. */
  list?: string;
  /** The place of the currency in each entry; absent in a map by currency. */
  currency?: string;
  /** The place of the spendable amount in each entry. */
  figure: string;
}

/** How long a run waits for each event, ms. */
export interface Deadlines {
  answerMs: number;
  visibleMs: number;
  finalMs: number;
  pendingWindowMs: number;
  recoverMs: number;
}
