import type { Operation } from '../../../schemas/document/operations.ts';
import { Unreachable } from '../../../traffic/transport/client.ts';
import { halfOf, postsOf, type Spent } from '../../engine/budget/requestMeter.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { type HaltReason, haltReason } from '../../engine/progress/haltReason.ts';
import { limitHeap } from '../../engine/progress/heapLimit.ts';
import { crashWords } from '../../engine/replay/crashDetection.ts';
import type { GroupedCase, OperationCases } from '../../engine/requests/requestCases.ts';
import type { RequestModel } from '../../engine/requests/requestModel.ts';
import { arePrecedingStepsValid, matchesLabel } from '../cases/caseValidity.ts';
import { safeMethods } from '../cases/controlRequests.ts';
import { readAfter, repeatsOf, Sequences } from '../cases/sequences.ts';
import { OpenApiCoverage } from '../coverage/coverage.ts';
import type { TriedCase } from '../executor/caseExecutor.ts';
import { orderedOperations } from '../schedule/operationOrder.ts';
import { Schedule } from '../schedule/schedule.ts';
import { UnresponsiveOperations } from '../schedule/unresponsiveOperations.ts';
import { OpenApiFindings } from './findings.ts';
import type { OpenApiPlan, OpenApiState } from './plan.ts';
import type { OpenApiProgress } from './progress.ts';
import { isOpenApiBudgetSpent, remainingRequests } from './remainingBudget.ts';

/** The size at which a new run record is started, in exchanges. */
const mostExchanges = 200;

/** The most cases, as a share of all, that a campaign repeats after it was killed. */
const shareUnkept = 1 / 20;

/**
 * A campaign ends after this many rounds without a case. One round is not enough: in the first rounds an operation may have no case of the groups of that
 * round.
 */
const mostFruitless = 3;

/** The state of a campaign that starts from the beginning. */
const nowhere = { cases: 0, unsent: 0, shown: {}, shrunkPosts: 0, round: 0, turn: 0, silent: [] };

/** A case with its operation and the cases beside it. */
interface Aimed {
  one: GroupedCase;
  subject: RequestModel;
  cases: OperationCases;
}

/** A campaign against any API: it takes the operations in turn, sends a few cases of each per round, and stores what they show. */
export class OpenApiCampaign {
  readonly #plan: OpenApiPlan;
  readonly #beganMs = performance.now();
  readonly #schedule: Schedule;
  readonly #coverage: OpenApiCoverage;
  readonly #sequences: Sequences;
  readonly #findings: OpenApiFindings;
  readonly #silent: UnresponsiveOperations;
  #cases: number;
  #unsent: number;
  /** The round, and how many operations have had their turn in it. */
  #place: { round: number; turn: number };
  /** The number of cases at which the progress is stored next. */
  #nextStored = 0;
  #halting: HaltReason = {};

  constructor(plan: OpenApiPlan) {
    const { contract, seed, hasCredential, from } = plan;
    const { cases, unsent, round, turn, silent } = from ?? nowhere;
    this.#plan = plan;
    this.#coverage = new OpenApiCoverage(contract, from?.coverage);
    this.#sequences = new Sequences(contract, from?.sequences, seed);
    this.#schedule = new Schedule({ contract, coverage: this.#coverage, seed, isKnown: hasCredential }, from?.tried);
    this.#findings = new OpenApiFindings({ ...plan, isOver: () => this.#isOver() }, from ?? nowhere);
    this.#silent = new UnresponsiveOperations(silent);
    this.#cases = cases;
    this.#unsent = unsent;
    this.#place = { round, turn };
  }

  /** The progress from which another campaign with the same seed continues. */
  get progress(): OpenApiProgress {
    const { contract, session } = this.#plan;
    return {
      contract: contract.fingerprint,
      spent: { ...session.spent },
      cases: this.#cases,
      unsent: this.#unsent,
      shown: this.#findings.shown,
      shrunkPosts: this.#findings.shrunkPosts,
      ...this.#place,
      tried: this.#schedule.tried,
      silent: this.#silent.keys,
      coverage: this.#coverage.stored,
      sequences: this.#sequences.stored,
    };
  }

  /** The current state. */
  get state(): OpenApiState {
    return {
      spent: { ...this.#plan.session.spent },
      cases: this.#cases,
      elapsedMs: performance.now() - this.#beganMs,
      coverage: this.#coverage,
      violations: this.#findings.violations,
      findings: this.#findings.count,
      shown: this.#findings.shown,
      unsent: this.#unsent,
      led: this.#sequences.leadCount,
      ...this.#halting,
    };
  }

  /** Runs the campaign to the end of its budget. */
  async run(): Promise<OpenApiState> {
    const operations = orderedOperations(this.#plan, this.#coverage);
    try {
      if (!this.#plan.from) await this.#replay();
      for (let fruitless = 0; !this.#isOver() && fruitless < mostFruitless; ) {
        const before = this.#cases;
        await this.#round(operations);
        fruitless = this.#cases === before ? fruitless + 1 : 0;
      }
      this.#coverage.ended(this.#ending());
    } catch (error) {
      this.#halting = haltReason(error);
      this.#coverage.ended(this.#ending());
    }
    if (!this.#halting.isStorageFull) this.#plan.storeProgress?.(this.progress);
    return this.state;
  }

  /** Runs the rest of the current round. */
  async #round(operations: readonly Operation[]): Promise<void> {
    const { round } = this.#place;
    for (const operation of operations.slice(this.#place.turn)) {
      if (this.#isOver()) return;
      await this.#turn(operation, round);
      // A turn that was interrupted is repeated.
      if (this.#isOver()) return;
      this.#place.turn += 1;
      this.#keep();
    }
    this.#place = { round: round + 1, turn: 0 };
  }

  /** Stores the progress. Its size grows with the cases, so it is stored less often as they increase. */
  #keep(): void {
    if (this.#cases < this.#nextStored) return;
    this.#nextStored = this.#cases + Math.floor(this.#cases * shareUnkept);
    this.#plan.storeProgress?.(this.progress);
  }

  /** Sends known findings again, for at most half of the budget. */
  async #replay(): Promise<void> {
    const left = halfOf(this.#left());
    const all = await this.#plan.replayed?.({ left, isOver: () => this.#isOver(0.5) });
    for (const { finding, violation } of all?.shown ?? []) this.#findings.again(finding, violation);
    this.#plan.onTurn?.(this.state);
    this.#keep();
    if (all?.last) throw new Unreachable(crashWords(all.last));
  }

  /** Returns why the remaining operations had no turn. */
  #ending(): string {
    if (this.#halting.isStorageFull) return 'not its turn before the disk was full';
    if (this.#halting.halted !== undefined) return 'the target could not be reached';
    return this.#plan.signal?.aborted === true
      ? 'not its turn before it was stopped'
      : 'not its turn within the budget';
  }

  async #turn(operation: Operation, round: number): Promise<void> {
    if (this.#silent.has(operation.key) || (operation.method !== 'GET' && this.#left().posts <= 0)) return;
    const turn = this.#schedule.of(operation, round);
    if (!turn) return;
    const { subject, cases } = turn;
    let accepted: FuzzCase | undefined;
    for (const one of turn.chosen) {
      if (this.#isOver() || this.#silent.has(operation.key)) break;
      const led = this.#sequences.withCreatedResource(operation, one);
      const aimed = { one: led && this.#isPayable(led) ? { ...one, ...led } : one, subject, cases };
      if ((await this.#try(aimed)) && one.label.is === 'valid') accepted ??= aimed.one;
    }
    if (accepted && round > 0 && round % 3 === 1) await this.#repeat(accepted, { subject, cases });
    this.#plan.onTurn?.(this.state);
  }

  /** Repeats an accepted write, once more and several times at once, and reads what a deletion removed. */
  async #repeat(accepted: FuzzCase, { subject, cases }: Omit<Aimed, 'one'>): Promise<void> {
    const { operation, contract } = subject;
    if (operation.method === 'GET' || safeMethods.has(operation.method)) return;
    const { path = '' } = accepted.steps.at(-1) ?? {};
    const read = operation.method === 'DELETE' ? contract.operationOf('GET', cases.base.path) : undefined;
    const [place = ''] = path.split('?', 1);
    const reads = read
      ? [readAfter(accepted, { operation: read.key, method: 'GET', path: place, headers: [], signing: 'signed' })]
      : [];
    for (const one of [...repeatsOf(accepted), ...reads])
      if (!this.#isOver()) await this.#try({ one: { ...one, group: 'protocol' }, subject, cases });
  }

  /** Sends a case; true if it was accepted. */
  async #try({ one, subject, cases }: Aimed): Promise<boolean> {
    const { session, isReadOnly } = this.#plan;
    const isForbidden = isReadOnly && one.steps.some(({ method }) => !safeMethods.has(method));
    if (isForbidden || !this.#isPayable(one)) return false;
    if (session.record.exchanges.length > mostExchanges) {
      session.renew();
      limitHeap();
    }
    const { length } = session.record.exchanges;
    const tried = await session.executor.execute(one).catch((error: unknown) => this.#findings.lost(one, error));
    this.#coverage.exchanged(session.record.exchanges.slice(length), tried?.results);
    if (!tried) {
      this.#unsent += 1;
      this.#sequences.failed(subject.operation, session.record.exchanges.at(-1));
      return false;
    }
    this.#cases += 1;
    this.#coverage.sent(subject, one, tried);
    await this.#look(one, tried, { subject, cases });
    const isTaken = tried.exchange.class === 'accepted';
    if (isTaken && one.label.is === 'valid') this.#sequences.learn(one, tried.exchange);
    return isTaken;
  }

  async #look(one: FuzzCase, tried: TriedCase, { subject, cases }: Omit<Aimed, 'one'>): Promise<void> {
    const isSilent = this.#silent.after(subject.operation.key, tried);
    if (isSilent) this.#coverage.lacks(subject.operation, 'it does not answer in time');
    const precedingAreValid = arePrecedingStepsValid(subject.contract);
    const isSame = (smaller: FuzzCase) => matchesLabel(subject, cases.base, smaller) && precedingAreValid(smaller);
    await this.#findings.look(one, tried, { isSame, isShrunk: !isSilent });
  }

  #left(): Spent {
    return remainingRequests(this.#plan.budget, this.#plan.session.spent);
  }

  #isPayable(one: FuzzCase): boolean {
    const { posts, gets } = this.#left();
    const price = postsOf(one);
    return price <= posts && one.steps.length - price <= gets;
  }

  #isOver(share = 1): boolean {
    const { budget, signal, session } = this.#plan;
    const elapsedMs = performance.now() - this.#beganMs;
    return signal?.aborted === true || isOpenApiBudgetSpent(budget, { spent: session.spent, elapsedMs, share });
  }
}
