import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from '../../harness/api.ts';
import { writeRunLine } from '../../harness/begin.ts';
import { Unreachable } from '../../harness/client.ts';
import { settleDoubts } from '../../harness/doubts.ts';
import type { Exchange } from '../../harness/exchange.ts';
import { gentleClockOf } from '../../harness/experiments/playing.ts';
import type { Contribution } from '../../harness/ledger.ts';
import { type OracleName, ruleOn } from '../../harness/oracles/claims.ts';
import { type RunRecord, textField } from '../../harness/record.ts';
import type { Requirement } from '../../harness/requirement.ts';
import { placesOf, type Run } from '../../harness/run.ts';
import { openStage, type Stage } from '../../harness/stage.ts';
import { openRecord } from '../../harness/stored.ts';
import { age, readsToCome, sweep } from '../../harness/sweep.ts';
import type { FuzzCase } from '../case.ts';
import { outlayOfCase } from '../engine/cases/caseOutlay.ts';
import type { Surroundings } from '../interface/executor/environment.ts';
import { subjectAt } from '../rounds.ts';
import type { Breach } from './breach.ts';
import type { SentCase } from './found.ts';
import { goneBreach } from './gone.ts';
import { leaksIn } from './leaks.ts';
import { type Spent, spentOn } from './meter.ts';
import { type Played, Player } from './player.ts';
import { requirementNamed } from './requirements.ts';
import { isRisky, mayBeMade, movedBy } from './strayed.ts';

/** What is asked of every record as a whole, beside its laws. */
const ofTheWhole: readonly (readonly [string, OracleName])[] = [
  ['ERR-02a', 'neverCrashes'],
  ['ERR-03', 'noEffects'],
  ['PAY-08', 'externalIdsAreText'],
  ['REQ-01', 'requestsStart'],
  ['REQ-05', 'feesByPayer'],
  ['LIF-08', 'expiresOnTime'],
];

/** One ruling on a requirement. */
export interface Judgement {
  requirement: Requirement;
  contribution: Contribution;
}

/** A batch that is opened: its name, which no other of the campaign has, and the sound twins that are known already. */
export interface Naming {
  name: string;
  twins?: Map<string, Exchange>;
}

/**
 * A part of a campaign with a journal and a record of its own, so that memory and disk stay flat however long it goes on: cases are played in it,
 * then it is swept and judged as a run is.
 */
export class Batch {
  readonly stage: Stage;
  /** Sound twins that were accepted, by their likeness. */
  readonly twins: Map<string, Exchange>;
  readonly #played = new Map<number, Played>();
  /** Orders that were to be refused and are counted as made. */
  readonly #counted = new Set<Exchange>();
  readonly #lost: { breach: Breach; sent: SentCase }[] = [];
  readonly #run: Run;
  #cases = 0;
  readonly #surroundings: Surroundings;

  private constructor(
    surroundings: Surroundings,
    run: Run,
    { stage, twins }: { stage: Stage; twins?: Naming['twins'] },
  ) {
    this.#surroundings = surroundings;
    this.#run = run;
    this.stage = stage;
    this.twins = twins ?? new Map();
  }

  /** Opens a batch. */
  static async open(surroundings: Surroundings, { name, twins }: Naming): Promise<Batch> {
    const { run: whole, target, spending } = surroundings;
    const out = join(whole.out, name);
    const run = { ...whole, out, journal: placesOf(out).journal };
    writeRunLine(run, target);
    const stage = await openStage({ run, target, name, known: await openRecord(run.journal), spending });
    return new Batch(surroundings, run, { stage, twins });
  }

  /** Requests so far that are no GET. */
  get posts(): number {
    return this.record.exchanges.filter(({ line }) => line.request.method !== 'GET').length;
  }

  /** The cases that were played, in the order in which they began. */
  get played(): readonly Played[] {
    return [...this.#played].toSorted(([one], [other]) => one - other).map(([, played]) => played);
  }

  /** The cases that were under way when the target was gone, each as what it breaks by the request that was lost. */
  get lost(): readonly { breach: Breach; sent: SentCase }[] {
    return this.#lost;
  }

  /** What a case has cost, and may cost yet. */
  costOf({ exchanges }: Played): Spent {
    const { posts, gets } = spentOn(exchanges.map((id) => this.record.exchange(id).line.request.method));
    const toCome = this.stage.doubts.filter(({ first }) => exchanges.includes(first.id)).length;
    return { posts: posts + toCome, gets };
  }

  get record(): RunRecord {
    return this.stage.record;
  }

  readonly #currencyOf = (id: string) => {
    const listed = this.record.methods.find(({ value }) => textField(value, 'id') === id);
    return listed && textField(listed.value, 'currency');
  };

  /** Takes what the orders of a case may move; says what is lacking where there is not so much left. */
  #afford(one: FuzzCase): string | undefined {
    const { money } = this.#surroundings;
    const exceeded = isRisky(one) ? money?.exceeded : undefined;
    if (exceeded !== undefined)
      return `more ${exceeded} than the campaign has money for (--money) went by what was to be refused`;
    return money?.take(outlayOfCase(one, this.#currencyOf, new Set(this.twins.keys())));
  }

  /** Counts what orders have moved that were to be refused, each once. */
  #count(all: Iterable<Played>): void {
    for (const { case: one, steps } of all) {
      const order = isRisky(one) ? steps[subjectAt(one.steps)] : undefined;
      if (!order || this.#counted.has(order) || !mayBeMade(this.record, order)) continue;
      this.#counted.add(order);
      this.#surroundings.money?.count(movedBy(this.record, order, this.#currencyOf));
    }
  }

  /** Plays a case, where there is money for its orders. Throws Unreachable when the target is gone. */
  async play(one: Played['case']): Promise<Played> {
    const lacking = this.#afford(one);
    if (lacking !== undefined) return { case: one, steps: [], claims: [], exchanges: [], broken: lacking };
    this.#cases += 1;
    const place = this.#cases;
    // Each case has a stage that says whose its exchanges are: several may be under way.
    const stage = { ...this.stage, cell: `case ${place}` };
    try {
      const played = await new Player(stage, 'campaign', { twins: this.twins }).play(one);
      this.#played.set(place, played);
      this.#count([played]);
      return played;
    } catch (error) {
      if (error instanceof Unreachable) this.#lose(one, stage.cell);
      throw error;
    }
  }

  #lose(one: FuzzCase, cell: string): void {
    const own = this.record.exchanges.filter(({ line }) => line.cell === cell && line.purpose !== 'look');
    const last = own.findLast(({ isLost }) => isLost);
    if (!last) return;
    const breach = goneBreach(requirementNamed('ERR-02a'), { outcome: 'warn', exchanges: [last.id] });
    this.#lost.push({ breach, sent: { case: one, steps: [] } });
  }

  /** The clock of the target can be moved. */
  get hasClock(): boolean {
    return this.#advance !== undefined;
  }

  /** Moves the clock; a campaign that only reads moves none. */
  get #advance(): ReturnType<typeof gentleClockOf> {
    return this.#run.selection.tier === 'passive' ? undefined : gentleClockOf(this.stage);
  }

  /** Writes that were answered with a 5xx: each is asked once more by its sweep, where it has made nothing. */
  get doubts(): number {
    return this.stage.doubts.length;
  }

  /** Reads what was left, once absence may be concluded, and asks again what was answered with a 5xx and has made nothing. */
  async sweep(): Promise<void> {
    await settleDoubts(this.stage, new Api(this.stage, 'campaign'));
    this.#count(this.#played.values());
    await sweep(this.#sweeper, this.record, { paths: this.#surroundings.target.paths });
  }

  /** Reads it again after hours and days, where the clock of the target can be moved: nothing else may be going on. */
  async age(): Promise<void> {
    await age(this.#sweeper, this.record, {
      paths: this.#surroundings.target.paths,
      advance: this.#advance,
    });
  }

  /** How many GETs its sweep takes at the most, as it is now. */
  readsToCome(isAged: boolean): number {
    return this.doubts * 2 + readsToCome(this.record, this.#surroundings.target.paths, isAged);
  }

  get #sweeper(): Api {
    return new Api(this.stage, 'sweep');
  }

  /** Says that nothing more is read: unsealed, nothing would be concluded from what is not there. */
  #seal(): void {
    this.stage.write({ kind: 'swept', atNs: String(process.hrtime.bigint()), lines: this.record.lines });
    this.record.live = false;
  }

  /** What its claims say of the requirements that are wanted, by what is kept now. */
  #claimed(isWanted: (id: string) => boolean): Contribution[] {
    const claims = this.record.claims.filter(({ requirement }) => isWanted(requirement));
    const told = claims.map(({ requirement: id, oracle, args }) => ({ id, ruling: ruleOn(this.record, oracle, args) }));
    const whole = ofTheWhole.filter(([id]) => isWanted(id));
    const leaks = leaksIn(this.record, this.#surroundings.target).filter(({ id }) => isWanted(id));
    return [...told, ...whole.map(([id, oracle]) => ({ id, ruling: ruleOn(this.record, oracle, {}) })), ...leaks];
  }

  /** All that is said of the requirements that are wanted: by claims, then by laws. Once it was swept, absence is concluded. */
  async judged(isWanted: (id: string) => boolean, { isSwept }: { isSwept: boolean }): Promise<Judgement[]> {
    if (isSwept) this.#seal();
    const claimed = this.#claimed(isWanted).map((contribution) => ({
      requirement: requirementNamed(contribution.id),
      contribution,
    }));
    const ruled = await this.#surroundings.laws(this.#run, this.record, isWanted);
    const laws = ruled.flatMap(({ requirement, rulings }) =>
      rulings.map((contribution) => ({ requirement, contribution })),
    );
    return [...claimed, ...laws];
  }

  /** Closes it; its journal goes unless it is to be kept. */
  async close({ isKept }: { isKept: boolean }): Promise<void> {
    await this.stage.close();
    if (!isKept) rmSync(this.#run.out, { recursive: true, force: true });
  }
}
