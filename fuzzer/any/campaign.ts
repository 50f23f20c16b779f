import { Unreachable } from '../../harness/client.ts';
import type { Operation } from '../../schemas/operations.ts';
import type { FuzzCase } from '../case.ts';
import type { Cases, GroupedCase } from '../requests/cases.ts';
import type { Subject } from '../requests/subject.ts';
import { goneWords } from '../run/gone.ts';
import { type Halting, haltingOf } from '../run/halting.ts';
import { keepHeapSmall } from '../run/memory.ts';
import { postsOf, type Spent } from '../run/meter.ts';
import { halfOf } from '../run/purse.ts';
import { reading } from './controls.ts';
import { AnyCoverage } from './coverage.ts';
import { Findings } from './findings.ts';
import { operationsOf } from './order.ts';
import type { AnyPlan, AnyState } from './plan.ts';
import type { AnyProgress } from './progress.ts';
import { anyLeft, isAnyOver } from './purse.ts';
import { isAsSaid, soundBefore } from './sameness.ts';
import { readAfter, repeatsOf, Sequences } from './sequences.ts';
import { Silent } from './silent.ts';
import type { Tried } from './trial.ts';
import { Turns } from './turn.ts';

/** A record of more exchanges is begun anew. */
const mostExchanges = 200;

/** Of its cases a campaign sends so many at the most again that were sent before it was killed. */
const shareUnkept = 1 / 20;

/** In the first rounds an operation may have no case of the groups that are theirs; so many rounds without a case end a campaign. */
const mostFruitless = 3;

/** Where a campaign begins that does not go on. */
const nowhere = { cases: 0, unsent: 0, shown: {}, shrunkPosts: 0, round: 0, turn: 0, silent: [] };

/** A case with what it is of. */
interface Aimed {
  one: GroupedCase;
  subject: Subject;
  cases: Cases;
}

/** A campaign against any API: takes its operations in turn, sends each a few cases a round, and keeps what they show. */
export class AnyCampaign {
  readonly #plan: AnyPlan;
  readonly #beganMs = performance.now();
  readonly #turns: Turns;
  readonly #coverage: AnyCoverage;
  readonly #sequences: Sequences;
  readonly #findings: Findings;
  readonly #silent: Silent;
  #cases: number;
  #unsent: number;
  /** The round, and how many operations have had their turn in it. */
  #place: { round: number; turn: number };
  /** How many cases there are to be when it is kept next how far it is. */
  #nextKept = 0;
  #halting: Halting = {};

  constructor(plan: AnyPlan) {
    const { contract, seed, isKnown, from } = plan;
    const { cases, unsent, round, turn, silent } = from ?? nowhere;
    this.#plan = plan;
    this.#coverage = new AnyCoverage(contract, from?.coverage);
    this.#sequences = new Sequences(contract, from?.sequences, seed);
    this.#turns = new Turns({ contract, coverage: this.#coverage, seed, isKnown }, from?.tried);
    this.#findings = new Findings({ ...plan, isOver: () => this.#isOver() }, from ?? nowhere);
    this.#silent = new Silent(silent);
    this.#cases = cases;
    this.#unsent = unsent;
    this.#place = { round, turn };
  }

  /** Where another campaign of the same seed goes on. */
  get progress(): AnyProgress {
    const { contract, opened } = this.#plan;
    return {
      contract: contract.fingerprint,
      spent: { ...opened.spent },
      cases: this.#cases,
      unsent: this.#unsent,
      shown: this.#findings.shown,
      shrunkPosts: this.#findings.shrunkPosts,
      ...this.#place,
      tried: this.#turns.tried,
      silent: this.#silent.keys,
      coverage: this.#coverage.kept,
      sequences: this.#sequences.kept,
    };
  }

  /** How it stands. */
  get state(): AnyState {
    return {
      spent: { ...this.#plan.opened.spent },
      cases: this.#cases,
      elapsedMs: performance.now() - this.#beganMs,
      coverage: this.#coverage,
      broken: this.#findings.broken,
      findings: this.#findings.count,
      shown: this.#findings.shown,
      unsent: this.#unsent,
      led: this.#sequences.reached,
      ...this.#halting,
    };
  }

  /** Runs it to the end of its budget. */
  async run(): Promise<AnyState> {
    const operations = operationsOf(this.#plan, this.#coverage);
    try {
      if (!this.#plan.from) await this.#replay();
      for (let fruitless = 0; !this.#isOver() && fruitless < mostFruitless; ) {
        const before = this.#cases;
        await this.#round(operations);
        fruitless = this.#cases === before ? fruitless + 1 : 0;
      }
      this.#coverage.ended(this.#ending());
    } catch (error) {
      this.#halting = haltingOf(error);
      this.#coverage.ended(this.#ending());
    }
    if (!this.#halting.isUnkept) this.#plan.keep?.(this.progress);
    return this.state;
  }

  /** A round of turns, from where it is. */
  async #round(operations: readonly Operation[]): Promise<void> {
    const { round } = this.#place;
    for (const operation of operations.slice(this.#place.turn)) {
      if (this.#isOver()) return;
      await this.#turn(operation, round);
      // A turn that was broken off is taken again.
      if (this.#isOver()) return;
      this.#place.turn += 1;
      this.#keep();
    }
    this.#place = { round: round + 1, turn: 0 };
  }

  /** Keeps how far it is; what is kept grows with the cases, so that it is kept the less often the more they are. */
  #keep(): void {
    if (this.#cases < this.#nextKept) return;
    this.#nextKept = this.#cases + Math.floor(this.#cases * shareUnkept);
    this.#plan.keep?.(this.progress);
  }

  /** Sends again what is known, for half of the budget at the most. */
  async #replay(): Promise<void> {
    const left = halfOf(this.#left());
    const all = await this.#plan.replayed?.({ left, isOver: () => this.#isOver(0.5) });
    for (const { finding, breach } of all?.shown ?? []) this.#findings.again(finding, breach);
    this.#plan.told?.(this.state);
    this.#keep();
    if (all?.last) throw new Unreachable(goneWords(all.last));
  }

  /** Why what was not tried had no turn. */
  #ending(): string {
    if (this.#halting.isUnkept) return 'not its turn before the disk was full';
    if (this.#halting.halted !== undefined) return 'the target could not be reached';
    return this.#plan.signal?.aborted === true
      ? 'not its turn before it was stopped'
      : 'not its turn within the budget';
  }

  async #turn(operation: Operation, round: number): Promise<void> {
    if (this.#silent.has(operation.key) || (operation.method !== 'GET' && this.#left().posts <= 0)) return;
    const turn = this.#turns.of(operation, round);
    if (!turn) return;
    const { subject, cases } = turn;
    let accepted: FuzzCase | undefined;
    for (const one of turn.chosen) {
      if (this.#isOver() || this.#silent.has(operation.key)) break;
      const led = this.#sequences.led(operation, one);
      const aimed = { one: led && this.#isPayable(led) ? { ...one, ...led } : one, subject, cases };
      if ((await this.#try(aimed)) && one.label.is === 'valid') accepted ??= aimed.one;
    }
    if (accepted && round > 0 && round % 3 === 1) await this.#repeat(accepted, { subject, cases });
    this.#plan.told?.(this.state);
  }

  /** What a write that was accepted does when it comes again, at once, or after what it deleted. */
  async #repeat(accepted: FuzzCase, { subject, cases }: Omit<Aimed, 'one'>): Promise<void> {
    const { operation, contract } = subject;
    if (operation.method === 'GET' || reading.has(operation.method)) return;
    const { path = '' } = accepted.steps.at(-1) ?? {};
    const read = operation.method === 'DELETE' ? contract.operationOf('GET', cases.base.path) : undefined;
    const [place = ''] = path.split('?', 1);
    const reads = read
      ? [readAfter(accepted, { operation: read.key, method: 'GET', path: place, headers: [], signing: 'signed' })]
      : [];
    for (const one of [...repeatsOf(accepted), ...reads])
      if (!this.#isOver()) await this.#try({ one: { ...one, group: 'protocol' }, subject, cases });
  }

  /** Sends a case; true where it was accepted. */
  async #try({ one, subject, cases }: Aimed): Promise<boolean> {
    const { opened, isReading } = this.#plan;
    const isForbidden = isReading && one.steps.some(({ method }) => !reading.has(method));
    if (isForbidden || !this.#isPayable(one)) return false;
    if (opened.record.exchanges.length > mostExchanges) {
      opened.renew();
      keepHeapSmall();
    }
    const { length } = opened.record.exchanges;
    const tried = await opened.trial.of(one).catch((error: unknown) => this.#findings.lost(one, error));
    this.#coverage.passed(opened.record.exchanges.slice(length), tried?.rulings);
    if (!tried) {
      this.#unsent += 1;
      this.#sequences.failed(subject.operation, opened.record.exchanges.at(-1));
      return false;
    }
    this.#cases += 1;
    this.#coverage.sent(subject, one, tried);
    await this.#look(one, tried, { subject, cases });
    const isTaken = tried.exchange.class === 'accepted';
    if (isTaken && one.label.is === 'valid') this.#sequences.learn(one, tried.exchange);
    return isTaken;
  }

  async #look(one: FuzzCase, tried: Tried, { subject, cases }: Omit<Aimed, 'one'>): Promise<void> {
    const isSilent = this.#silent.after(subject.operation.key, tried);
    if (isSilent) this.#coverage.lacks(subject.operation, 'it does not answer in time');
    const areSound = soundBefore(subject.contract);
    const isSame = (smaller: FuzzCase) => isAsSaid(subject, cases.base, smaller) && areSound(smaller);
    await this.#findings.look(one, tried, { isSame, isShrunk: !isSilent });
  }

  #left(): Spent {
    return anyLeft(this.#plan.budget, this.#plan.opened.spent);
  }

  #isPayable(one: FuzzCase): boolean {
    const { posts, gets } = this.#left();
    const price = postsOf(one);
    return price <= posts && one.steps.length - price <= gets;
  }

  #isOver(share = 1): boolean {
    const { budget, signal, opened } = this.#plan;
    const elapsedMs = performance.now() - this.#beganMs;
    return signal?.aborted === true || isAnyOver(budget, { spent: opened.spent, elapsedMs, share });
  }
}
