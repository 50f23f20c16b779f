import { Unreachable } from '../../../traffic/transport/client.ts';
import { type Budget, budgetPhases, isBudgetSpent, remainingOf, sumOfSpent } from '../budget/remainingBudget.ts';
import { halfOf, type Spent } from '../budget/requestMeter.ts';
import type { Found } from '../findings/finding.ts';
import { type HaltReason, haltReason } from '../progress/haltReason.ts';
import { crashWords } from '../replay/crashDetection.ts';
import { replayCorpus } from '../replay/replayCorpus.ts';
import { replayFindings } from '../replay/replayFindings.ts';
import { type ShrinkTools, shrinkFinding } from '../shrink/shrinkFinding.ts';
import { CampaignFindings } from './campaignFindings.ts';
import type { CampaignContext, CampaignPlan, CampaignProgress, CampaignState, Driver } from './driver.ts';

/** A campaign against a target: sends known findings again, then what its driver makes, until the budget is spent, and stores what it finds. */
export class Campaign<Own extends object, D extends Driver<Own> = Driver<Own>> implements CampaignContext {
  readonly driver: D;
  readonly findings: CampaignFindings;
  readonly #plan: CampaignPlan<Own>;
  readonly #beganMs = performance.now();
  #budget: Budget;
  #shrunkPosts: number;
  #halting: HaltReason = {};

  constructor(plan: CampaignPlan<Own>, driverOf: (campaign: CampaignContext) => D) {
    this.#plan = plan;
    this.#budget = plan.budget;
    this.#shrunkPosts = plan.from?.shrunkPosts ?? 0;
    // The driver gets the campaign before it exists in full: it may use it once the campaign runs.
    this.driver = driverOf(this);
    this.findings = new CampaignFindings(plan, this.driver);
  }

  /** The budget of the current phase. */
  get budget(): Budget {
    return this.#budget;
  }

  /** The point from which another campaign of the same seed continues. What was sent but not judged is sent again. */
  get progress(): CampaignProgress & Own {
    const { own, spent } = this.driver;
    return { ...own, spent, shown: this.findings.shown, shrunkPosts: this.#shrunkPosts };
  }

  /** The current state. */
  get state(): CampaignState {
    const { spent, underway, cases, reach } = this.driver;
    const { shown, violations, size } = this.findings;
    return {
      spent: sumOfSpent(spent, underway),
      cases,
      reach,
      shown,
      shrunkPosts: this.#shrunkPosts,
      elapsedMs: this.#elapsedMs,
      violations,
      findings: size,
      ...this.#halting,
    };
  }

  /** Runs the campaign until its budget is spent. After an error it still judges what was sent before. */
  async run(): Promise<CampaignState> {
    await this.#guarded(() => this.#conduct());
    await this.driver.settle().catch(() => undefined);
    if (!this.#halting.isStorageFull) await this.#guarded(async () => this.keep());
    return this.state;
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      this.#halting = haltReason(error);
    });
  }

  async #conduct(): Promise<void> {
    const { budget, from, shrinkPosts, onAdvance } = this.#plan;
    this.keep();
    if (!from) await this.#replay();
    const { reserve } = this.driver.habits;
    for (const phase of budgetPhases(budget, shrinkPosts > 0 ? reserve : 0)) {
      this.#budget = phase;
      while (!this.isOver() && (await this.driver.advance())) onAdvance?.(this.state);
      await this.driver.settle();
    }
  }

  /** Sends known findings again with at most half of the budget. A resumed campaign does not send them again. */
  async #replay(): Promise<void> {
    const { known = [], store, run } = this.#plan;
    const { trials, spent: before } = this.driver;
    const limits = { left: halfOf(this.left()), isOver: () => this.isOver(0.5) };
    const { spent, shown, last } = await replayFindings({ trials, store, run }, replayCorpus(known), limits);
    this.driver.charge(spent);
    for (const { finding, violation } of shown) this.findings.again(finding, violation, before.posts + spent.posts);
    this.keep();
    if (last) throw new Unreachable(crashWords(last));
  }

  get #elapsedMs(): number {
    return performance.now() - this.#beganMs;
  }

  left(): Spent {
    return remainingOf(this.#budget, this.driver.spent, this.driver.habits);
  }

  isOver(share = 1): boolean {
    return this.#plan.signal?.aborted === true || this.#isSpent(this.#budget, share);
  }

  #isSpent(budget: Budget, share: number): boolean {
    const { spent, habits } = this.driver;
    return isBudgetSpent(budget, { spent, elapsedMs: this.#elapsedMs, share }, habits);
  }

  keep(): void {
    this.#plan.onProgress?.(this.progress);
  }

  /** Shrinks a finding with what is left of the whole budget. A stopped campaign starts no shrinking, and a test is no smaller than it is. */
  async shrink(found: Found, code: string, tools: ShrinkTools): Promise<void> {
    const { budget, store, run, shrinkPosts, signal } = this.#plan;
    const { trials, spent, habits } = this.driver;
    const share = (budget.posts ?? Number.POSITIVE_INFINITY) * habits.shrinkShare - this.#shrunkPosts;
    const posts = Math.min(shrinkPosts, share, remainingOf(budget, spent, habits).posts);
    const isOver = () => signal?.aborted === true || this.#isSpent(budget, 1);
    if (found.case.test || posts <= 0 || this.#halting.isStorageFull || isOver()) return;
    const { spent: cost } = await shrinkFinding({ trials, store, run }, { found, code }, { ...tools, posts, isOver });
    this.#shrunkPosts += cost.posts;
    this.driver.charge(cost);
  }
}
