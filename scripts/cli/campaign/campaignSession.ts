import type { Budget } from '../../../fuzzer/engine/budget/remainingBudget.ts';
import type { Spent } from '../../../fuzzer/engine/budget/requestMeter.ts';
import type { CampaignProgress, CampaignState } from '../../../fuzzer/engine/campaign/driver.ts';
import { type ProgressForm, unfinishedProgress } from '../../../fuzzer/engine/progress/progressFile.ts';
import { say } from '../process/say.ts';

/** The end of a campaign. */
export interface CampaignEnd {
  state: CampaignState;
  /** True if it was interrupted. */
  isStopped: boolean;
  /** True if it was interrupted before it used up its budget, although it should have used up the budget. */
  isCutShort: boolean;
}

/** A campaign that is ready to run: on the interface, or on any API. */
export interface CampaignSession {
  seed: number;
  budget: Budget;
  campaign: { run(): Promise<CampaignState>; readonly state: CampaignState };
  /** Ends the campaign when the user interrupts it. */
  signal: AbortSignal;
  /** The file of an unfinished campaign's progress; absent if its target ends with it. */
  progressFile: string | undefined;
  /** What an earlier campaign of this seed had spent. */
  before: Spent | undefined;
  /** Writes the output of the campaign; returns the exit code. */
  finish(end: CampaignEnd): number;
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
