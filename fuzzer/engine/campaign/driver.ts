import type { Requirement } from '../../../traffic/requirements/requirement.ts';
import type { Budget, BudgetRule } from '../budget/remainingBudget.ts';
import type { Spent } from '../budget/requestMeter.ts';
import type { Fraction } from '../coverage/campaignCoverage.ts';
import type { ApiSource, Finding, Found } from '../findings/finding.ts';
import type { FindingStore } from '../findings/findingStore.ts';
import type { ShownFindings, Violation } from '../judgement/violation.ts';
import type { HaltReason } from '../progress/haltReason.ts';
import type { TrialSender } from '../replay/trial.ts';
import type { ShrinkTools } from '../shrink/shrinkFinding.ts';
import type { CampaignFindings, FindingHabits, FirstViolation } from './campaignFindings.ts';

/** The progress of a campaign: another campaign of the same seed goes on from there as if it had not stopped. */
export interface CampaignProgress {
  spent: Spent;
  cases: number;
  /** The findings that showed. */
  shown: ShownFindings;
  /** The POSTs that shrinking findings has cost. */
  shrunkPosts: number;
}

/** The settings that campaigns of all kinds share. `Own` is what a kind adds to the progress. */
export interface CampaignPlan<Own extends object = object> {
  seed: number;
  /** The run id under which findings are stored. */
  run: string;
  budget: Budget;
  store: FindingStore;
  /** The findings that are sent again before anything new. */
  known?: readonly Finding[] | undefined;
  /** The POSTs for shrinking one finding; 0 if none is shrunk. */
  shrinkPosts: number;
  /** The API where findings are found, if it does not implement the interface. */
  api?: ApiSource | undefined;
  /** Ends the campaign early. */
  signal?: AbortSignal | undefined;
  /** The progress of an earlier campaign of the same seed. */
  from?: (CampaignProgress & Own) | undefined;
  /** Called with each violation, every time it shows. */
  onViolation?: ((violation: Violation) => void) | undefined;
  /** Stores the progress. */
  onProgress?: ((progress: CampaignProgress & Own) => void) | undefined;
  /** Called after each portion of cases. */
  onAdvance?: ((state: CampaignState) => void) | undefined;
}

/** The current state of a campaign. */
export interface CampaignState extends CampaignProgress, HaltReason {
  elapsedMs: number;
  reach: Reach;
  /** The violations by requirement, each as it first showed. */
  violations: ReadonlyMap<string, FirstViolation>;
  /** The number of findings that showed. */
  findings: number;
}

/** How a kind of campaign counts its budget, and what it does with findings. */
export interface CampaignHabits extends BudgetRule, FindingHabits {
  /** The share of the budget that is held back at first, for shrinking findings. */
  reserve: number;
  /** The share of the POSTs that shrinking may cost in all. */
  shrinkShare: number;
}

/** What a campaign offers to its driver. */
export interface CampaignContext {
  readonly findings: CampaignFindings;
  /** The part of the budget that may be spent now. */
  readonly budget: Budget;
  /** Returns what is left of that part. */
  left(): Spent;
  /** True if that part is spent, or a share of its time has passed, or the campaign is to end early. */
  isOver(share?: number): boolean;
  /** Stores the progress. */
  keep(): void;
  /** Shrinks a finding, as far as the budget allows. */
  shrink(found: Found, code: string, tools: ShrinkTools): Promise<void>;
}

/** How many operations a campaign has tried, and how many requirements it has decided. */
export interface Reach {
  operations: Fraction;
  requirements: Fraction;
}

/** One kind of campaign: it makes cases, sends them, judges the answers, and counts what it has covered. The campaign does everything else. */
export interface Driver<Own extends object = object> {
  readonly habits: CampaignHabits;
  /** Sends the cases of findings on their own. */
  readonly trials: TrialSender;
  /** What was sent so far, by this campaign and by the one that it continues. */
  readonly spent: Spent;
  /** What cases under way have sent, if `spent` does not count them yet. */
  readonly underway: Spent;
  readonly cases: number;
  readonly reach: Reach;
  /** What this kind adds to the progress. */
  readonly own: Own & { cases: number };
  /** Returns the requirement of an id. */
  requirementOf(id: string): Requirement;
  /** Counts requests that were sent through `trials`. */
  charge(spent: Spent): void;
  /** Sends the next portion of cases; false if there is none. */
  advance(): Promise<boolean>;
  /** Judges what has not been judged yet. */
  settle(): Promise<void>;
}
