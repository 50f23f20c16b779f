import { Api } from '../../../runner/worker/api.ts';
import { Unreachable } from '../../../traffic/transport/client.ts';
import {
  type Budget,
  budgetPhases,
  isBudgetSpent,
  remainingOf,
  sumOfSpent,
} from '../../engine/budget/remainingBudget.ts';
import { getsPerCase, halfOf, noSpent, requestMeter, type Spent } from '../../engine/budget/requestMeter.ts';
import { seededRandom } from '../../engine/cases/seededRandom.ts';
import type { TargetIds } from '../../engine/cases/targetIds.ts';
import { violationsIn } from '../../engine/judgement/violation.ts';
import { type HaltReason, haltReason } from '../../engine/progress/haltReason.ts';
import { limitHeap } from '../../engine/progress/heapLimit.ts';
import { crashWords } from '../../engine/replay/crashDetection.ts';
import { boundaryCaseIndex } from '../../engine/requests/requestBoundaryCases.ts';
import { Coverage } from '../coverage/coverage.ts';
import { Batch } from '../executor/batch.ts';
import type { ExecutedCase } from '../executor/caseExecutor.ts';
import { isApplicable, requirementNamed } from '../executor/requirements.ts';
import { BatchBudget } from '../schedule/batchBudget.ts';
import { executeBatch } from '../schedule/batchSchedule.ts';
import { type CasePlanner, casePlanner } from '../schedule/casePlanner.ts';
import { hasDelayedFinalReads, PendingFinalReads, type PlayedBatch } from '../schedule/pendingFinalReads.ts';
import { idsAt } from '../target/retarget.ts';
import { readInventory, type TargetInventory } from '../target/targetInventory.ts';
import { attributedViolations } from './attribution.ts';
import { InterfaceFindings } from './findings.ts';
import type { CampaignPlan, CampaignState, NewFinding } from './plan.ts';
import { type CampaignProgress, noProgress } from './progress.ts';
import { batchName } from './unjudgedBatches.ts';

/** A campaign against a target that speaks the interface: draws cases, sends them in batches, judges each batch and stores its findings. */
export class Campaign {
  readonly #plan: CampaignPlan;
  readonly #beganMs = performance.now();
  readonly coverage = new Coverage();
  readonly #findings: InterfaceFindings;
  readonly #sweeps = new PendingFinalReads();
  #planner: CasePlanner | undefined;
  #spent: Spent;
  #cases: number;
  #batches: number;
  /** The progress of the campaign after the last batch that has been judged. */
  #mark: PlayedBatch['mark'];
  /** Returns what the running batch has spent so far. */
  #playing: (() => Spent) | undefined;
  #ids: TargetIds = new Map();
  #halting: HaltReason = {};
  /** The number of GETs that a batch with a single case takes, as far as known. */
  #leastGets = 0;
  /** The current budget, and whether the next case is too expensive for it. */
  #budget: Budget;
  #isFull = false;

  constructor(plan: CampaignPlan) {
    const { store, seed, onViolation, environment, from = noProgress } = plan;
    this.#plan = plan;
    this.#budget = plan.budget;
    this.#findings = new InterfaceFindings({ store, seed, run: environment.run.id, onViolation }, from.shown);
    this.#spent = from.spent;
    this.#cases = from.cases;
    this.#batches = from.batches;
    this.#mark = from;
  }

  /** The point from which another campaign of the same seed continues. Batches that ran but were not judged run again. */
  get progress(): CampaignProgress {
    return { ...this.#mark, spent: this.#spent, shown: this.#findings.shown };
  }

  /** The ids of the target, as far as they were read. */
  get ids(): TargetIds {
    return this.#ids;
  }

  /** The current state of the campaign. */
  get state(): CampaignState {
    return {
      spent: sumOfSpent(this.#spent, this.#playing?.() ?? noSpent),
      cases: this.#cases,
      batches: this.#batches,
      tried: this.#planner?.taken ?? {},
      elapsedMs: this.#elapsedMs,
      coverage: this.coverage,
      combinations: this.#planner?.combinations ?? [],
      violations: this.#findings.violations,
      shown: this.#findings.shown,
      findings: this.#findings.size,
      ...this.#halting,
    };
  }

  /** Runs the campaign until its budget is spent. After an error it still judges the batches that ran before. */
  async run(): Promise<CampaignState> {
    const { budget, shrunk, onProgress } = this.#plan;
    try {
      onProgress?.(this.progress);
      await this.#replay();
      for (const part of budgetPhases(budget, shrunk !== undefined)) await this.#playFor(part);
    } catch (error) {
      this.#halting = haltReason(error);
      await this.#sweeps.end((pending) => this.#take(pending)).catch(() => undefined);
    }
    return this.state;
  }

  /** Runs batches until the budget is spent, and judges all of them. */
  async #playFor(budget: Budget): Promise<void> {
    this.#budget = budget;
    this.#isFull = false;
    let before = -1;
    const isPayable = () => remainingOf(budget, this.#spent).gets - this.#sweeps.reads >= this.#leastGets;
    while (!this.#isOver() && this.#cases !== before && isPayable()) {
      before = this.#cases;
      await this.#batch();
    }
    await this.#sweeps.end((pending) => this.#take(pending));
  }

  /** Replays known findings with at most half of the budget. A resumed campaign does not replay them again. */
  async #replay(): Promise<void> {
    const { replayed, from, onProgress } = this.#plan;
    if (!replayed || from) return;
    const left = halfOf(remainingOf(this.#plan.budget, this.#spent));
    const { spent, shown, last } = await replayed({ left, isOver: () => this.#isOver(0.5) });
    this.#spent = sumOfSpent(this.#spent, spent);
    for (const { finding, violation } of shown) this.#findings.again(finding, violation, this.#spent.posts);
    onProgress?.(this.progress);
    if (last) throw new Unreachable(crashWords(last));
  }

  get #elapsedMs(): number {
    return performance.now() - this.#beganMs;
  }

  #isSpent(budget: Budget, share = 1): boolean {
    return isBudgetSpent(budget, { spent: this.#spent, elapsedMs: this.#elapsedMs, share });
  }

  #isOver(share?: number): boolean {
    return this.#plan.signal?.aborted === true || this.#isFull || this.#isSpent(this.#budget, share);
  }

  /** Runs a batch, and judges the earlier batches that have waited long enough. Only the order of the batches decides which of them are judged. */
  async #batch(): Promise<void> {
    this.#batches += 1;
    const batch = await Batch.open(this.#plan.environment, { name: batchName(this.#batches) });
    const meter = requestMeter(batch.record);
    this.#playing = meter;
    const known = await readInventory(batch.worker, new Api(batch.worker, 'campaign'));
    this.#leastGets = meter().gets + batch.finalReadCount(false) + getsPerCase;
    this.#ids = idsAt(this.#plan.environment.target, known.methods);
    await this.#play(batch, known, meter).catch((error: unknown) => {
      this.#lose(batch);
      throw error;
    });
    const played = sumOfSpent(meter(), { posts: batch.doubts, gets: 0 });
    this.#playing = undefined;
    this.#spent = sumOfSpent(this.#spent, played);
    const mark = { cases: this.#cases, batches: this.#batches, tried: this.#planner?.taken ?? {} };
    const pending = { batch, meter, played, posts: this.#spent.posts, ids: this.#ids, mark };
    await this.#sweeps.begin(pending, (one) => this.#take(one));
  }

  async #play(batch: Batch, known: TargetInventory, meter: () => Spent): Promise<void> {
    const { generators, seed, environment } = this.#plan;
    if (!this.#planner) this.coverage.leftOut(generators, known);
    this.#planner ??= casePlanner(this.#plan, known);
    const isLimited = environment.target.quota.post !== undefined;
    const share = new BatchBudget({
      left: remainingOf(this.#budget, this.#spent),
      place: this.#batches,
      isLimited,
      opening: meter(),
      kept: () => this.#readsToCome(batch),
    });
    this.#isFull = await executeBatch({
      batch,
      known,
      planner: this.#planner,
      share,
      budget: this.#budget,
      isLimited,
      chance: () => seededRandom(seed, this.#cases),
      isOver: () => this.#isOver(),
      drawn: () => {
        this.#cases += 1;
      },
      dropped: (why) => this.coverage.dropped(why),
      ended: (played, posts) => this.#look(batch, played, posts),
      told: (played) => this.#note(batch, played),
    });
  }

  /** Returns the number of GETs that final reads will take; 0 if the budget does not count GETs. */
  #readsToCome(batch: Batch): number {
    if (this.#budget.gets === undefined) return 0;
    return this.#sweeps.reads + batch.finalReadCount(hasDelayedFinalReads(batch, this.#batches));
  }

  /** Stores what a case shows immediately, so that a killed campaign keeps it. */
  #look(batch: Batch, played: ExecutedCase, posts: number): void {
    for (const { claim, ruling } of played.assertions) {
      const id = claim.requirement;
      if (!isApplicable(this.#plan.environment.target, id)) continue;
      const about = { sent: played, record: batch.record, posts: this.#spent.posts + posts, ids: this.#ids };
      for (const violation of violationsIn(requirementNamed(id), { id, ruling }))
        this.#findings.found(violation, about);
    }
  }

  #note(batch: Batch, played: ExecutedCase): void {
    this.coverage.executed(played, boundaryCaseIndex(batch.worker.contract));
    for (const { claim: assertion, ruling: result } of played.assertions)
      if (result.state !== 'undecided') this.#planner?.evidenced([assertion.requirement]);
  }

  /** Stores the cases under way when the target stopped responding. Sending them again shows whether they cause it. */
  #lose(batch: Batch): void {
    for (const { violation, sent } of batch.lost)
      this.#findings.found(violation, { sent, record: batch.record, posts: this.#spent.posts, ids: this.#ids });
  }

  /** Shrinks a finding with the rest of the whole budget. */
  async #shrink(fresh: NewFinding): Promise<void> {
    const { shrunk, budget } = this.#plan;
    if (!shrunk || this.#halting.isStorageFull || this.#isSpent(budget)) return;
    this.#spent = sumOfSpent(this.#spent, await shrunk(fresh, remainingOf(budget, this.#spent).posts));
  }

  async #take({ batch, meter, played, posts, ids, mark }: PlayedBatch): Promise<void> {
    const judged = await batch.judged((id) => isApplicable(this.#plan.environment.target, id), { hasFinalReads: true });
    const { posts: allPosts, gets: allGets } = meter();
    this.#spent = sumOfSpent(this.#spent, { posts: allPosts - played.posts, gets: allGets - played.gets });
    this.coverage.judged(judged, batch.record);
    for (const { requirement, contribution } of judged)
      if (contribution.ruling.state !== 'undecided') this.#planner?.evidenced([requirement.id]);
    const traced = attributedViolations(batch, judged);
    for (const { violation, sent } of traced) {
      const found = this.#findings.found(violation, { sent, record: batch.record, posts, ids });
      if (found) await this.#shrink({ found, violation, batch });
    }
    await batch.close({ storesJournal: traced.length > 0 });
    limitHeap();
    this.#mark = mark;
    this.#plan.onProgress?.(this.progress);
  }
}
