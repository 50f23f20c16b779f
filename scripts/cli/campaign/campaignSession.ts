import type { CampaignProgress, CampaignState } from '../../../fuzzer/engine/campaign/driver.ts';
import { type ProgressForm, unfinishedProgress } from '../../../fuzzer/engine/progress/progressFile.ts';
import type { RateLimiterStatus } from '../../../traffic/rate/limiter/rateLimiter.ts';
import { say } from '../process/say.ts';
import type { CampaignSummary } from './finishCampaign.ts';

/** How a campaign ended. */
export interface CampaignEnd {
  state: CampaignState;
  ended: CampaignSummary['ended'];
  /** True if it was interrupted before it used up its budget, although it should have used up the budget. */
  isCutShort: boolean;
  /** Why it did not try the rest. */
  untriedBecause: string;
}

/** What a campaign that is ready to run says of itself. */
type Known =
  | 'run'
  | 'seed'
  | 'out'
  | 'target'
  | 'tier'
  | 'budget'
  | 'store'
  | 'before'
  | 'knownFailures'
  | 'from'
  | 'rerunOptions';

/** What only a kind of campaign can say of its end. */
type Outcome = 'batches' | 'coverage' | 'notes' | 'quietExit' | 'titleOf' | 'exportOf';

/** A campaign that is ready to run: on the interface, or on any API. */
export interface CampaignSession extends Pick<CampaignSummary, Known> {
  campaign: { run(): Promise<CampaignState>; readonly state: CampaignState };
  /** Ends the campaign when the user interrupts it. */
  signal: AbortSignal;
  /** The file of an unfinished campaign's progress; absent if its target ends with it. */
  progressFile: string | undefined;
  /** Returns the state of the quota, if the campaign keeps to one. */
  quota?(): RateLimiterStatus;
  outcome(end: CampaignEnd): Pick<CampaignSummary, Outcome>;
  close(): Promise<void>;
}

/** Where progress is looked for, and whether what is found belongs to this campaign. */
interface Unfinished<P> {
  file: string | undefined;
  seed: number;
  anew: boolean | undefined;
  isOurs?(progress: P): boolean;
}

/** Returns the progress from which a campaign continues, and says so; undefined if it starts from the beginning. */
export function continuedFrom<P extends CampaignProgress>(
  form: ProgressForm<P>,
  { file, seed, anew, isOurs = () => true }: Unfinished<P>,
): P | undefined {
  if (anew === true || file === undefined) return undefined;
  const stored = unfinishedProgress(file, seed, form);
  if (stored === 'outdated')
    say('the unfinished campaign of this seed is of an earlier version of Assay: it begins anew');
  if (stored === undefined || stored === 'outdated' || !isOurs(stored)) return undefined;
  say(`goes on after ${stored.cases} cases and ${stored.spent.posts} POST of the campaign of this seed`);
  return stored;
}
