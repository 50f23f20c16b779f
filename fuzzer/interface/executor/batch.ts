import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Contribution } from '../../../judge/assertionLog.ts';
import { maxFinalReads, readFinally, readLater } from '../../../runner/finalReads/finalReads.ts';
import { endAtLast, mostReadsOfEnds } from '../../../runner/finalReads/lateEnds.ts';
import { readAsOthers } from '../../../runner/finalReads/readAsOthers.ts';
import { mostReadsOfAccount } from '../../../runner/finalReads/readsOfAccount.ts';
import { writeRunLine } from '../../../runner/session/runStart.ts';
import {
  finishDeliveries,
  mostReadsOfDeliveries,
  moveClockWithAnswers,
} from '../../../runner/webhooks/experiments/finalDeliveries.ts';
import type { RunReceiver } from '../../../runner/webhooks/experiments/runReceiver.ts';
import { Api } from '../../../runner/worker/api.ts';
import { controlActOf } from '../../../runner/worker/controlActions.ts';
import { resolveWrites } from '../../../runner/worker/unresolvedWrites.ts';
import { openWorker, type Worker } from '../../../runner/worker/worker.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { openRecord } from '../../../traffic/journal/openRecord.ts';
import { participantsIn, recordAs } from '../../../traffic/journal/recordAs.ts';
import { type Run, runFilesOf } from '../../../traffic/journal/run.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Requirement } from '../../../traffic/requirements/requirement.ts';
import { furtherAccounts } from '../../../traffic/target/credentials.ts';
import { participants } from '../../../traffic/target/participants.ts';
import { Unreachable } from '../../../traffic/transport/client.ts';
import { requestCountOf, type Spent } from '../../engine/budget/requestMeter.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { SentCase } from '../../engine/findings/buildFinding.ts';
import type { Violation } from '../../engine/judgement/violation.ts';
import { crashViolation } from '../../engine/replay/crashDetection.ts';
import { BatchMoney } from './batchMoney.ts';
import { openBatchReceiver } from './batchReceiver.ts';
import { CaseExecutor, type ExecutedCase } from './caseExecutor.ts';
import { claimedIn } from './claimedResults.ts';
import type { CampaignEnvironment } from './environment.ts';
import { requirementNamed } from './requirements.ts';
import { TestBench } from './runSuiteTest.ts';

/** One result for a requirement. */
export interface RequirementResult {
  requirement: Requirement;
  contribution: Contribution;
}

/** The options of a batch: its name, which is unique in the campaign, and the control requests that are already known. */
export interface BatchOptions {
  name: string;
  controls?: Map<string, Exchange>;
}

/**
 * A part of a campaign with its own journal and run record, so that memory and disk use stay flat however long the campaign runs. A batch executes cases, makes
 * its final reads, and is judged like a run.
 */
export class Batch {
  readonly worker: Worker;
  /** Control requests that were accepted, by key. */
  readonly controls: Map<string, Exchange>;
  readonly #played = new Map<number, ExecutedCase>();
  readonly #money: BatchMoney;
  readonly #lost: { violation: Violation; sent: SentCase }[] = [];
  readonly #run: Run;
  readonly #name: string;
  #cases = 0;
  #hearing: RunReceiver | undefined;
  readonly #environment: CampaignEnvironment;
  readonly #tests: TestBench;

  private constructor(
    environment: CampaignEnvironment,
    run: Run,
    { worker, name, controls, hearing }: BatchOptions & { worker: Worker; hearing: RunReceiver | undefined },
  ) {
    this.#environment = environment;
    this.#run = run;
    this.#name = name;
    this.worker = worker;
    this.#hearing = hearing;
    this.#money = new BatchMoney(environment.money, worker.record);
    this.#tests = new TestBench(environment.tests, { run, worker, name });
    this.controls = controls ?? new Map();
  }

  /** Opens a batch. */
  static async open(environment: CampaignEnvironment, { name, controls }: BatchOptions): Promise<Batch> {
    const { run: campaignRun, target, spending } = environment;
    const out = join(campaignRun.out, name);
    // The other accounts take part in each batch: cases and tests are sent as them, and what they made is read in the end.
    const asOthers = Object.fromEntries(participants(target.credentials).map(({ label }) => [label, []]));
    const selection = { ...campaignRun.selection, asOthers };
    const run = { ...campaignRun, selection, out, journal: runFilesOf(out).journal };
    writeRunLine(run, target);
    const hearing = await openBatchReceiver(run, target);
    const known = await openRecord(run.journal);
    const worker = await openWorker({ run, target, name, known, limiter: spending, receiver: hearing?.receiver });
    return new Batch(environment, run, { worker, name, hearing, ...(controls && { controls }) });
  }

  /** The number of requests so far that are not GETs. */
  get posts(): number {
    return this.record.exchanges.filter(({ line }) => line.request.method !== 'GET').length;
  }

  /** The executed cases, in the order in which they began. */
  get executed(): readonly ExecutedCase[] {
    return [...this.#played].toSorted(([one], [other]) => one - other).map(([, played]) => played);
  }

  /** The cases that were under way when the target stopped responding, each with the violation that its lost request shows. */
  get lost(): readonly { violation: Violation; sent: SentCase }[] {
    return this.#lost;
  }

  /** Returns what a case has cost, and may still cost. */
  costOf({ exchanges }: ExecutedCase): Spent {
    const { posts, gets } = requestCountOf(exchanges.map((id) => this.record.exchange(id).line.request.method));
    const toCome = this.worker.unresolved.filter(({ first }) => exchanges.includes(first.id)).length;
    return { posts: posts + toCome, gets };
  }

  get record(): RunRecord {
    return this.worker.record;
  }

  /** Executes a case if there is money for its orders. Throws Unreachable if the target no longer responds. */
  async execute(one: ExecutedCase['case']): Promise<ExecutedCase> {
    const lacking = this.#money.afford(one, new Set(this.controls.keys()));
    if (lacking !== undefined)
      return { case: one, steps: [], assertions: [], exchanges: [], incompleteBecause: lacking };
    const place = ++this.#cases;
    // Several cases may be under way, so each has a worker whose combination marks its exchanges.
    const worker = { ...this.worker, combination: `case ${place}` };
    try {
      const { test, pauseMs } = one;
      if (pauseMs !== undefined) await this.#advance?.(pauseMs);
      const played = test
        ? await this.#tests.run({ ...one, test })
        : await new CaseExecutor(worker, 'campaign', { controls: this.controls }).execute(one);
      this.#played.set(place, played);
      this.#money.count([played]);
      return played;
    } catch (error) {
      if (error instanceof Unreachable) this.#lose(one, worker.combination);
      throw error;
    }
  }

  #lose(one: FuzzCase, combination: string): void {
    const own = this.record.exchanges.filter(({ line }) => line.cell === combination && line.purpose !== 'look');
    const last = own.findLast(({ isLost }) => isLost);
    if (!last) return;
    const violation = crashViolation(requirementNamed('ERR-02a'), { outcome: 'warn', exchanges: [last.id] });
    this.#lost.push({ violation, sent: { case: one, steps: [] } });
  }

  /** True if the clock of the target can be moved. */
  get hasClock(): boolean {
    return this.#advance !== undefined;
  }

  /** Moves the clock of the target; undefined if it cannot be moved, or the campaign only reads. */
  get #advance(): ReturnType<typeof moveClockWithAnswers> {
    return this.#run.selection.tier === 'passive' ? undefined : moveClockWithAnswers(this.worker);
  }

  /** The number of writes that were answered with a 5xx. The final reads repeat each one that has made nothing. */
  get doubts(): number {
    return this.worker.unresolved.length;
  }

  /**
   * Waits until a missing record counts as absent, then reads what the cases left behind. Repeats each write that was answered with a 5xx and has made nothing.
   */
  async finalReads(): Promise<void> {
    await resolveWrites(this.worker, new Api(this.worker, 'campaign'));
    this.#money.count(this.#played.values());
    const { target } = this.#environment;
    const others = furtherAccounts(target.credentials).map((one) => this.#sweeper.as(one));
    const { limiter } = this.worker;
    await readAsOthers({ run: this.#run, target, name: `${this.#name}s`, limiter }, this.record);
    await readFinally(this.#sweeper, this.record, { paths: target.paths, others });
  }

  /**
   * Has some of what the cases left behind end, and reads it again after hours and days, if the clock of the target can be moved. Nothing else may be under way
   * meanwhile.
   */
  async delayedFinalReads(): Promise<void> {
    await endAtLast(this.worker, this.#sweeper, this.record);
    await readLater(this.#sweeper, this.record, {
      paths: this.#environment.target.paths,
      recalls: { credentials: this.#environment.target.credentials, onlyReads: true },
      advance: this.#advance,
      act: controlActOf(this.worker),
    });
  }

  /** The most GETs that its final reads take, as known so far. */
  finalReadCount(isAged: boolean): number {
    const { credentials, paths } = this.#environment.target;
    const ofOthers = furtherAccounts(credentials).length * mostReadsOfAccount;
    const asOthers = participantsIn(this.record).map((label) =>
      maxFinalReads(recordAs(this.record, label), paths, false),
    );
    const own = maxFinalReads(this.record, paths, isAged) + (isAged ? mostReadsOfEnds : 0);
    const ofDeliveries = this.#hearing ? mostReadsOfDeliveries : 0;
    return asOthers.reduce((sum, reads) => sum + reads, this.doubts * 2 + ofOthers + own + ofDeliveries);
  }

  get #sweeper(): Api {
    return new Api(this.worker, 'sweep');
  }

  /** Plays the retries of webhooks to their end, and stops hearing: a batch that follows has a receiver of its own. */
  async #hearOut(): Promise<void> {
    const hearing = this.#hearing;
    this.#hearing = undefined;
    if (!hearing) return;
    await finishDeliveries(this.worker, { api: this.#sweeper, record: this.record });
    await hearing.close();
  }

  /** Records that no more reads follow. Without this entry, no conclusion is drawn from a missing record. */
  #seal(): void {
    this.worker.write({ kind: 'swept', atNs: String(process.hrtime.bigint()), lines: this.record.lines });
    this.record.live = false;
  }

  /**
   * Returns all results for the wanted requirements: first the results of assertions, then the results of trace checks. After the final reads, a missing record
   * counts as absent.
   */
  async judged(
    isWanted: (id: string) => boolean,
    { hasFinalReads }: { hasFinalReads: boolean },
  ): Promise<RequirementResult[]> {
    if (hasFinalReads) {
      await this.#hearOut();
      this.#seal();
    }
    const claimed = claimedIn(this.record, isWanted).map((contribution) => ({
      requirement: requirementNamed(contribution.id),
      contribution,
    }));
    const ruled = await this.#environment.traceChecks(this.#run, this.record, isWanted);
    const traceChecks = ruled.flatMap(({ requirement, results }) =>
      results.map((contribution) => ({ requirement, contribution })),
    );
    return [...claimed, ...traceChecks];
  }

  /** Closes the batch, and deletes its journal unless it is to be kept. */
  async close({ storesJournal: keepJournal }: { storesJournal: boolean }): Promise<void> {
    await this.#tests.close();
    await this.#hearing?.close();
    await this.worker.close();
    if (!keepJournal) rmSync(this.#run.out, { recursive: true, force: true });
  }
}
