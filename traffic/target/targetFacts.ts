import type { Quota } from '../rate/limiter/quotaShare.ts';
import type { Project } from './file/targetFile.ts';

/** An account with its own quota, by its label: its requests take nothing from main's quota. */
export interface LimitedAccount {
  label: string;
  quota: Quota;
}

/** An account that takes part in runs, by its label, and its projects. */
export interface Participant {
  label: string;
  projects: readonly Project[];
}

/** What may be written of a credential. */
export interface CredentialFacts {
  label: string;
  isTokenId: boolean;
  tokenIdEnv?: string;
  secretEnv?: string;
}

/** The facts of a target file that oracles may read: no credential, no card. */
export interface TargetFacts {
  name: string;
  kind: 'emulator' | 'sandbox' | 'vendor' | 'production';
  /** Whether the target has a clock of its own that the test control API may move, if the target file says so. */
  clock?: boolean;
  baseUrl: string;
  contract: string;
  quota: Quota;
  /** Accounts other than main that have their own quota, which a run may spend completely. */
  limited?: readonly LimitedAccount[];
  /** The accounts besides main as which a run may send orders too. */
  participants?: readonly Participant[];
  gaps: readonly { id: string; reason: string }[];
  deadlines: { answerMs: number; visibleMs: number; finalMs: number; pendingWindowMs: number };
  /** For each credential, by label, whether its token id is TKN-<uuid>, and the environment variables that the target file names for it. */
  credentials?: readonly CredentialFacts[];
  /** The projects of the account, with the settings that the target file gives. */
  projects?: readonly Project[];
  /** True if each request of a run names the suite, so that the operator of a shared account recognises it. */
  recognisable?: boolean;
  /** The address that webhooks come from, if the target names one (§ Webhook authentication, rule 4). */
  webhookSource?: string;
}

/** True if the time of a target may be another than ours, because its clock can be moved: an emulator's, unless its file denies it, and one that the file declares. */
export const hasOwnClock = ({ kind, clock = kind === 'emulator' }: Pick<TargetFacts, 'kind' | 'clock'>): boolean =>
  clock;
