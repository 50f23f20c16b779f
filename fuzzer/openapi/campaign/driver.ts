import type { Operation } from '../../../schemas/document/operations.ts';
import { Unreachable } from '../../../traffic/transport/client.ts';
import { noSpent, postsOf, type Spent } from '../../engine/budget/requestMeter.ts';
import { Campaign } from '../../engine/campaign/campaign.ts';
import type { CampaignContext, Driver, Reach } from '../../engine/campaign/driver.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { Found } from '../../engine/findings/finding.ts';
import { openApiRequirement } from '../../engine/judgement/openApiRequirements.ts';
import { limitHeap } from '../../engine/progress/heapLimit.ts';
import { crashViolation } from '../../engine/replay/crashDetection.ts';
import type { GroupedCase, OperationCases } from '../../engine/requests/requestCases.ts';
import type { RequestModel } from '../../engine/requests/requestModel.ts';
import { arePrecedingStepsValid, matchesLabel } from '../cases/caseValidity.ts';
import { safeMethods } from '../cases/controlRequests.ts';
import { readAfter, repeatsOf, Sequences } from '../cases/sequences.ts';
import { OpenApiCoverage } from '../coverage/coverage.ts';
import type { TriedCase } from '../executor/caseExecutor.ts';
import { OpenApiFindingTrials } from '../executor/findingTrials.ts';
import { violationsOf } from '../judgement/oracles.ts';
import { orderedOperations } from '../schedule/operationOrder.ts';
import { Schedule } from '../schedule/schedule.ts';
import { UnresponsiveOperations } from '../schedule/unresponsiveOperations.ts';
import { mostViolations, type OpenApiPlan, openApiHabits, shrinkLimits } from './plan.ts';
import type { OwnProgress } from './progress.ts';

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
const nowhere = { cases: 0, unsent: 0, round: 0, turn: 0, silent: [] };

/** A case with its operation and the cases beside it. */
interface Aimed {
  one: GroupedCase;
  subject: RequestModel;
  cases: OperationCases;
}

/** Makes a campaign against any API. */
export const openApiCampaign = (plan: OpenApiPlan): Campaign<OwnProgress, OpenApiDriver> =>
  new Campaign(plan, (campaign) => new OpenApiDriver(plan, campaign));

/** Takes the operations of a contract in turn, sends a few cases of each per round, and judges each by the contract. */
export class OpenApiDriver implements Driver<OwnProgress> {
  readonly habits = openApiHabits;
  readonly trials: OpenApiFindingTrials;
  readonly coverage: OpenApiCoverage;
  readonly underway = noSpent;
  readonly requirementOf = openApiRequirement;
  readonly #plan: OpenApiPlan;
  readonly #campaign: CampaignContext;
  readonly #operations: readonly Operation[];
  readonly #schedule: Schedule;
  readonly #sequences: Sequences;
  readonly #silent: UnresponsiveOperations;
  #cases: number;
  #unsent: number;
  /** The round, and how many operations have had their turn in it. */
  #place: { round: number; turn: number };
  /** The number of cases at the start of the round, and how many rounds before it had no case. */
  #casesBefore: number;
  #fruitless = 0;
  /** The number of cases at which the progress is stored next. */
  #nextStored = 0;

  constructor(plan: OpenApiPlan, campaign: CampaignContext) {
    const { contract, session, seed, hasCredential, from } = plan;
    const { cases, unsent, round, turn, silent } = from ?? nowhere;
    this.#plan = plan;
    this.#campaign = campaign;
    this.trials = new OpenApiFindingTrials(session);
    this.coverage = new OpenApiCoverage(contract, from?.coverage);
    this.#operations = orderedOperations(plan, this.coverage);
    this.#sequences = new Sequences(contract, from?.sequences, seed);
    this.#schedule = new Schedule({ contract, coverage: this.coverage, seed, isKnown: hasCredential }, from?.tried);
    this.#silent = new UnresponsiveOperations(silent);
    this.#cases = cases;
    this.#casesBefore = cases;
    this.#unsent = unsent;
    this.#place = { round, turn };
  }

  get spent(): Spent {
    return { ...this.#plan.session.spent };
  }

  get cases(): number {
    return this.#cases;
  }

  /** Cases that could not be sent to the end: the requests before them did not create what they need. */
  get unsent(): number {
    return this.#unsent;
  }

  /** The number of operations that are tried on resources that were created before. */
  get led(): number {
    return this.#sequences.leadCount;
  }

  get own(): OwnProgress & { cases: number } {
    return {
      contract: this.#plan.contract.fingerprint,
      cases: this.#cases,
      unsent: this.#unsent,
      ...this.#place,
      tried: this.#schedule.tried,
      silent: this.#silent.keys,
      coverage: this.coverage.stored,
      sequences: this.#sequences.stored,
    };
  }

  get reach(): Reach {
    return this.coverage.reach;
  }

  /** The session counts what is sent. */
  charge(): void {}

  /** Each case is judged at once. */
  async settle(): Promise<void> {}

  /** Gives the next operation its turn; false after some rounds without a case. */
  async advance(): Promise<boolean> {
    const { round, turn } = this.#place;
    const operation = this.#operations[turn];
    if (!operation) {
      this.#fruitless = this.#cases === this.#casesBefore ? this.#fruitless + 1 : 0;
      this.#casesBefore = this.#cases;
      this.#place = { round: round + 1, turn: 0 };
      return this.#fruitless < mostFruitless;
    }
    await this.#turn(operation, round);
    // A turn that was interrupted is repeated.
    if (this.#campaign.isOver()) return false;
    this.#place.turn += 1;
    this.#keep();
    return true;
  }

  /** Stores the progress. Its size grows with the cases, so it is stored less often as they increase. */
  #keep(): void {
    if (this.#cases < this.#nextStored) return;
    this.#nextStored = this.#cases + Math.floor(this.#cases * shareUnkept);
    this.#campaign.keep();
  }

  async #turn(operation: Operation, round: number): Promise<void> {
    if (this.#silent.has(operation.key) || (operation.method !== 'GET' && this.#campaign.left().posts <= 0)) return;
    const turn = this.#schedule.of(operation, round);
    if (!turn) return;
    const { subject, cases } = turn;
    let accepted: FuzzCase | undefined;
    for (const one of turn.chosen) {
      if (this.#campaign.isOver() || this.#silent.has(operation.key)) break;
      const led = this.#sequences.withCreatedResource(operation, one);
      const aimed = { one: led && this.#isPayable(led) ? { ...one, ...led } : one, subject, cases };
      if ((await this.#try(aimed)) && one.label.is === 'valid') accepted ??= aimed.one;
    }
    if (accepted && round > 0 && round % 3 === 1) await this.#repeat(accepted, { subject, cases });
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
      if (!this.#campaign.isOver()) await this.#try({ one: { ...one, group: 'protocol' }, subject, cases });
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
    const tried = await session.executor.execute(one).catch((error: unknown) => this.#lost(one, error));
    this.coverage.exchanged(session.record.exchanges.slice(length), tried?.results);
    if (!tried) {
      this.#unsent += 1;
      this.#sequences.failed(subject.operation, session.record.exchanges.at(-1));
      return false;
    }
    this.#cases += 1;
    this.coverage.sent(subject, one, tried);
    await this.#look(one, tried, { subject, cases });
    const isTaken = tried.exchange.class === 'accepted';
    if (isTaken && one.label.is === 'valid') this.#sequences.learn(one, tried.exchange);
    return isTaken;
  }

  async #look(one: FuzzCase, tried: TriedCase, { subject, cases }: Omit<Aimed, 'one'>): Promise<void> {
    const isSilent = this.#silent.after(subject.operation.key, tried);
    if (isSilent) this.coverage.lacks(subject.operation, 'it does not answer in time');
    const precedingAreValid = arePrecedingStepsValid(subject.contract);
    const isSame = (smaller: FuzzCase) => matchesLabel(subject, cases.base, smaller) && precedingAreValid(smaller);
    const fresh: { found: Found; code: string }[] = [];
    for (const violation of tried.results.flatMap((each) => violationsOf(each).slice(0, mostViolations))) {
      const sent = { case: one, steps: tried.exchanges };
      const found = this.#campaign.findings.found(violation, sent, this.#evidence);
      if (found) fresh.push({ found, code: violation.code });
    }
    for (const { found, code } of isSilent ? [] : fresh)
      await this.#campaign.shrink(found, code, { isSame, ...shrinkLimits });
  }

  get #evidence() {
    const { record, spent } = this.#plan.session;
    return { record, posts: spent.posts };
  }

  /**
   * Stores the case that was being sent when the target stopped answering, if the target had answered before. Sending the case again shows whether it stops the
   * target. Always throws the error.
   */
  #lost(one: FuzzCase, error: unknown): never {
    const { record, hasAnswered } = this.#plan.session;
    const last = record.exchanges.findLast(({ isLost, line }) => isLost && line.purpose !== 'look');
    if (error instanceof Unreachable && last && hasAnswered) {
      const violation = crashViolation(openApiRequirement('ANY-04'), { outcome: 'warn', exchanges: [last.id] });
      this.#campaign.findings.found(violation, { case: one, steps: [] }, this.#evidence);
    }
    throw error;
  }

  #isPayable(one: FuzzCase): boolean {
    const { posts, gets } = this.#campaign.left();
    const price = postsOf(one);
    return price <= posts && one.steps.length - price <= gets;
  }
}
