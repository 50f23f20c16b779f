import { Api } from '../../../runner/worker/api.ts';
import { TouchedPairs } from '../../../traffic/requirements/touchedPairs.ts';
import { participants } from '../../../traffic/target/participants.ts';
import { remainingOf, sumOfSpent } from '../../engine/budget/remainingBudget.ts';
import { getsPerCase, noSpent, requestMeter, type Spent } from '../../engine/budget/requestMeter.ts';
import { Campaign } from '../../engine/campaign/campaign.ts';
import type { CampaignContext, Driver, Reach } from '../../engine/campaign/driver.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { seededRandom } from '../../engine/cases/seededRandom.ts';
import { type TargetIds, withoutIds } from '../../engine/cases/targetIds.ts';
import { violationsIn } from '../../engine/judgement/violation.ts';
import { limitHeap } from '../../engine/progress/heapLimit.ts';
import { boundaryCaseIndex } from '../../engine/requests/requestBoundaryCases.ts';
import { Coverage } from '../coverage/coverage.ts';
import { Batch } from '../executor/batch.ts';
import type { ExecutedCase } from '../executor/caseExecutor.ts';
import { FindingTrials } from '../executor/findingTrials.ts';
import { isApplicable, requirementNamed } from '../executor/requirements.ts';
import { BatchBudget } from '../schedule/batchBudget.ts';
import { executeBatch } from '../schedule/batchSchedule.ts';
import { CasePlanner } from '../schedule/casePlanner.ts';
import type { Combination } from '../schedule/generatorProgress.ts';
import { PendingFinalReads, type PlayedBatch } from '../schedule/pendingFinalReads.ts';
import { TestTurns } from '../schedule/testTurns.ts';
import { shrinkTools } from '../shrink/shrinkTools.ts';
import { idsAt } from '../target/retarget.ts';
import { readInventory, type TargetInventory } from '../target/targetInventory.ts';
import { attributedViolations } from './attribution.ts';
import { type InterfacePlan, interfaceHabits } from './plan.ts';
import { noProgress, type OwnProgress } from './progress.ts';
import { batchName } from './unjudgedBatches.ts';

/** Makes a campaign against a target that speaks the interface. */
export const interfaceCampaign = (plan: InterfacePlan): Campaign<OwnProgress, InterfaceDriver> =>
  new Campaign(plan, (campaign) => new InterfaceDriver(plan, campaign));

/** Sends cases of the interface in batches, and judges each batch like a run. */
export class InterfaceDriver implements Driver<OwnProgress> {
  readonly habits = interfaceHabits;
  readonly trials: FindingTrials;
  readonly coverage = new Coverage();
  readonly requirementOf = requirementNamed;
  readonly #plan: InterfacePlan;
  readonly #campaign: CampaignContext;
  readonly #sweeps = new PendingFinalReads();
  readonly #touched: TouchedPairs;
  #planner: CasePlanner | undefined;
  readonly #tests: TestTurns;
  #spent: Spent;
  #cases: number;
  #batches: number;
  /** The progress of the campaign after the last batch that has been judged. */
  #mark: PlayedBatch['mark'];
  /** Returns what the running batch has spent so far. */
  #playing: (() => Spent) | undefined;
  #ids: TargetIds = new Map();
  /** The number of GETs that a batch with a single case takes, as far as known. */
  #leastGets = 0;

  constructor(plan: InterfacePlan, campaign: CampaignContext) {
    const { environment, from = noProgress, touched = new TouchedPairs(), earlier = {} } = plan;
    this.#touched = touched;
    this.#plan = plan;
    this.#campaign = campaign;
    this.trials = new FindingTrials(environment, 't');
    const { run, target, tests, money } = environment;
    const accounts = participants(target.credentials).map(({ label }) => label);
    const settings = { tests, day: run.selection.day, accounts, movesMoney: money === undefined };
    this.#tests = new TestTurns(settings, seededRandom(plan.seed, 'tests'));
    this.#tests.resume(plan.from ? from.tried : earlier);
    this.#spent = from.spent;
    this.#cases = from.cases;
    this.#batches = from.batches;
    this.#mark = from;
  }

  get spent(): Spent {
    return this.#spent;
  }

  get underway(): Spent {
    return this.#playing?.() ?? noSpent;
  }

  get cases(): number {
    return this.#cases;
  }

  get own(): OwnProgress & { cases: number } {
    const { cases, batches, tried } = this.#mark;
    return { cases, batches, tried };
  }

  /** The number of batches so far. */
  get batches(): number {
    return this.#batches;
  }

  /** The ids of the target, as far as they were read. */
  get ids(): TargetIds {
    return this.#ids.size > 0 ? this.#ids : this.trials.ids;
  }

  /** Every combination of every case generator, and how often it was tried. */
  get combinations(): readonly Combination[] {
    return this.#planner?.combinations ?? [];
  }

  get reach(): Reach {
    return this.coverage.reachOf(this.#plan.contract);
  }

  charge(spent: Spent): void {
    this.#spent = sumOfSpent(this.#spent, spent);
  }

  /** Runs a batch; false if nothing more fits into the budget. */
  async advance(): Promise<boolean> {
    if (this.#campaign.left().gets - this.#sweeps.reads < this.#leastGets) return false;
    const before = this.#cases;
    const isFull = await this.#batch();
    return !isFull && this.#cases !== before;
  }

  async settle(): Promise<void> {
    await this.#sweeps.end((pending) => this.#take(pending));
  }

  /** Runs a batch, and judges the earlier batches that have waited long enough. Only the order of the batches decides which of them are judged. */
  async #batch(): Promise<boolean> {
    this.#batches += 1;
    const batch = await Batch.open(this.#plan.environment, { name: batchName(this.#batches) });
    const meter = requestMeter(batch.record);
    this.#playing = meter;
    const known = await readInventory(batch.worker, new Api(batch.worker, 'campaign'));
    this.#leastGets = meter().gets + batch.finalReadCount(false) + getsPerCase;
    this.#ids = idsAt(this.#plan.environment.target, known.methods);
    const isFull = await this.#play(batch, known, meter).catch((error: unknown) => {
      this.#lose(batch);
      throw error;
    });
    const played = sumOfSpent(meter(), { posts: batch.doubts, gets: 0 });
    this.#playing = undefined;
    this.charge(played);
    const tried = { ...this.#planner?.taken, ...this.#tests.taken };
    const mark = { cases: this.#cases, batches: this.#batches, tried };
    const pending = { batch, meter, played, posts: this.#spent.posts, ids: this.#ids, mark };
    await this.#sweeps.begin(pending, (one) => this.#take(one));
    return isFull;
  }

  /** Sends the cases of a batch; true if the next case is too expensive for the budget. */
  async #play(batch: Batch, known: TargetInventory, meter: () => Spent): Promise<boolean> {
    const { seed, environment } = this.#plan;
    const { budget } = this.#campaign;
    const planner = this.#turnsFor(known);
    const isLimited = environment.target.quota.post !== undefined;
    const share = new BatchBudget({
      left: remainingOf(budget, this.#spent),
      place: this.#batches,
      isLimited,
      opening: meter(),
      kept: () => this.#readsToCome(batch),
    });
    return executeBatch({
      batch,
      known,
      planner,
      share,
      budget,
      isLimited,
      touched: this.#touched,
      now: Date.parse(environment.run.selection.day),
      chance: () => seededRandom(seed, this.#cases),
      isOver: () => this.#campaign.isOver(),
      drawn: () => {
        this.#cases += 1;
      },
      dropped: (why) => this.coverage.dropped(why),
      ended: (played, posts) => this.#look(batch, played, posts),
      told: (played) => this.#note(batch, played),
    });
  }

  /** Returns what chooses the cases of a batch: every second batch runs tests of the suite, if there are any, and the others send cases of the generators. */
  #turnsFor(known: TargetInventory): CasePlanner | TestTurns {
    const planner = this.#plannerFor(known);
    return this.#tests.isEmpty || this.#batches % 2 === 1 ? planner : this.#tests;
  }

  #plannerFor(known: TargetInventory): CasePlanner {
    if (this.#planner) return this.#planner;
    const { generators, seed, from, earlier = {} } = this.#plan;
    this.coverage.leftOut(generators, known);
    this.#planner = new CasePlanner(generators, known, seededRandom(seed, 'order'));
    this.#planner[from ? 'resume' : 'follow'](from?.tried ?? earlier);
    return this.#planner;
  }

  /** Returns the number of GETs that final reads will take; 0 if the budget does not count GETs. */
  #readsToCome(batch: Batch): number {
    if (this.#campaign.budget.gets === undefined) return 0;
    return this.#sweeps.reads + batch.finalReadCount(batch.hasClock);
  }

  /** Stores what a case shows immediately, so that a killed campaign keeps it. */
  #look(batch: Batch, played: ExecutedCase, posts: number): void {
    for (const { claim, ruling } of played.assertions) {
      const id = claim.requirement;
      if (!isApplicable(this.#plan.environment.target, id)) continue;
      for (const violation of violationsIn(requirementNamed(id), { id, ruling }))
        this.#campaign.findings.found(violation, played, this.#evidence(batch, this.#spent.posts + posts));
    }
  }

  #evidence({ record }: Batch, posts: number, ids = this.#ids) {
    return { record, posts, stored: (one: FuzzCase) => withoutIds(one, ids) };
  }

  #note(batch: Batch, played: ExecutedCase): void {
    this.coverage.executed(played, boundaryCaseIndex(batch.worker.contract));
    for (const { claim: assertion, ruling: result } of played.assertions)
      if (result.state !== 'undecided') this.#planner?.evidenced([assertion.requirement]);
  }

  /** Stores the cases under way when the target stopped responding. Sending them again shows whether they cause it. */
  #lose(batch: Batch): void {
    for (const { violation, sent } of batch.lost)
      this.#campaign.findings.found(violation, sent, this.#evidence(batch, this.#spent.posts));
  }

  async #take({ batch, meter, played, posts, ids, mark }: PlayedBatch): Promise<void> {
    const judged = await batch.judged((id) => isApplicable(this.#plan.environment.target, id), { hasFinalReads: true });
    const { posts: allPosts, gets: allGets } = meter();
    this.charge({ posts: allPosts - played.posts, gets: allGets - played.gets });
    this.coverage.judged(judged, batch.record);
    for (const { requirement, contribution } of judged)
      if (contribution.ruling.state !== 'undecided') this.#planner?.evidenced([requirement.id]);
    const traced = attributedViolations(batch, judged);
    for (const { violation, sent } of traced) {
      const found = this.#campaign.findings.found(violation, sent, this.#evidence(batch, posts, ids));
      const controls = new Map(batch.controls);
      if (found) await this.#campaign.shrink(found, violation.code, shrinkTools(this.#plan, found, { ids, controls }));
    }
    await batch.close({ storesJournal: traced.length > 0 });
    limitHeap();
    this.#mark = mark;
    this.#campaign.keep();
  }
}
