import type { Quota } from '../rate/limiter/quotaShare.ts';
import type { Project } from './file/targetFile.ts';

/** An account with a quota of its own, by its label: what is sent as it takes nothing from main's. */
export interface LimitedAccount {
  label: string;
  quota: Quota;
}

/** What of a target file judgement may read: no credential, no card. */
export interface TargetFacts {
  name: string;
  kind: 'emulator' | 'sandbox' | 'vendor' | 'production';
  baseUrl: string;
  contract: string;
  quota: Quota;
  /** Accounts beside main whose quota is their own, and may be used up. */
  limited?: readonly LimitedAccount[];
  gaps: readonly { id: string; reason: string }[];
  deadlines: { answerMs: number; visibleMs: number; finalMs: number; pendingWindowMs: number };
  /** Of each credential, by its label, whether its token id is TKN-<uuid>. */
  credentials?: readonly { label: string; isTokenId: boolean }[];
  /** The projects of the account, with their settings as far as the target file tells them. */
  projects?: readonly Project[];
  /** The address that webhooks come from, where the target names one (§ Webhook authentication, rule 4). */
  webhookSource?: string;
}
