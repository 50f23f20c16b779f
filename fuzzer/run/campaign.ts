import { Api } from '../../harness/api.ts';
import { Unreachable } from '../../harness/client.ts';
import { idsAt } from '../interface/elsewhere.ts';
import { type Known, readKnown } from '../interface/known.ts';
import type { Ids } from '../named.ts';
import { sideBook } from '../requests/sides.ts';
import { Batch } from './batch.ts';
import { breachesIn } from './breach.ts';
import { chanceOf } from './chance.ts';
import { Coverage } from './coverage.ts';
import { goneWords } from './gone.ts';
import { type Halting, haltingOf } from './halting.ts';
import { Kept } from './kept.ts';
import { keepHeapSmall } from './memory.ts';
import { meterOf, noSpent, type Spent } from './meter.ts';
import { tracedIn } from './origins.ts';
import type { FreshFinding, Plan, State } from './plan.ts';
import { type Planner, plannerOf } from './planner.ts';
import type { Played } from './player.ts';
import { playBatch } from './playing.ts';
import { nowhere, type Progress } from './progress.ts';
import { type Budget, getsPerCase, halfOf, isOver, leftOf, partsOf, sum } from './purse.ts';
import { isAsked, requirementNamed } from './requirements.ts';
import { Share } from './share.ts';
import { isAged, Sweeps, type Swept } from './sweeps.ts';
import { batchName } from './unjudged.ts';

/** A campaign against a target that speaks the interface: draws cases, sends them in batches, judges each, and keeps what it finds. */
export class Campaign {
  readonly #plan: Plan;
  readonly #beganMs = performance.now();
  readonly coverage = new Coverage();
  readonly #kept: Kept;
  readonly #sweeps = new Sweeps();
  #planner: Planner | undefined;
  #spent: Spent;
  #cases: number;
  #batches: number;
  /** Where it was when the last batch was played that is judged by now. */
  #mark: Swept['mark'];
  /** What the batch has spent that is being played. */
  #playing: (() => Spent) | undefined;
  #ids: Ids = new Map();
  #halting: Halting = {};
  /** The GETs of a batch with a single case, as far as is known. */
  #leastGets = 0;
  /** What may be spent for now, and whether the next case does not fit into it. */
  #budget: Budget;
  #isFull = false;

  constructor(plan: Plan) {
    const { store, seed, seen, surroundings, from = nowhere } = plan;
    this.#plan = plan;
    this.#budget = plan.budget;
    this.#kept = new Kept({ store, seed, run: surroundings.run.id, seen }, from.shown);
    this.#spent = from.spent;
    this.#cases = from.cases;
    this.#batches = from.batches;
    this.#mark = from;
  }

  /** Where another campaign of the same seed goes on: what was played but is not judged is played again. */
  get progress(): Progress {
    const { cases, batches, tried } = this.#mark;
    return { spent: this.#spent, cases, batches, tried, shown: this.#kept.shown };
  }

  /** The ids of the target, as far as they were read. */
  get ids(): Ids {
    return this.#ids;
  }

  /** How it stands. */
  get state(): State {
    return {
      spent: sum(this.#spent, this.#playing?.() ?? noSpent),
      cases: this.#cases,
      batches: this.#batches,
      tried: this.#planner?.taken ?? {},
      elapsedMs: this.#elapsedMs,
      coverage: this.coverage,
      cells: this.#planner?.cells ?? [],
      broken: this.#kept.broken,
      shown: this.#kept.shown,
      findings: this.#kept.size,
      ...this.#halting,
    };
  }

  /** Runs it to the end of its budget. */
  async run(): Promise<State> {
    const { budget, shrunk, told } = this.#plan;
    try {
      told?.(this.progress);
      await this.#replay();
      for (const part of partsOf(budget, shrunk !== undefined)) await this.#playFor(part);
    } catch (error) {
      this.#halting = haltingOf(error);
      // What was judged before is kept all the same.
      await this.#sweeps.end((swept) => this.#take(swept)).catch(() => undefined);
    }
    return this.state;
  }

  /** Plays batches until so much is spent, and judges all of them. */
  async #playFor(budget: Budget): Promise<void> {
    this.#budget = budget;
    this.#isFull = false;
    let before = -1;
    const isPayable = () => leftOf(budget, this.#spent).gets - this.#sweeps.reads >= this.#leastGets;
    while (!this.#isOver() && this.#cases !== before && isPayable()) {
      before = this.#cases;
      await this.#batch();
    }
    await this.#sweeps.end((swept) => this.#take(swept));
  }

  /** Sends again what is known, for half of the budget at the most; one that goes on has done so. */
  async #replay(): Promise<void> {
    const { replayed, from, told } = this.#plan;
    if (!replayed || from) return;
    const left = halfOf(leftOf(this.#plan.budget, this.#spent));
    const { spent, shown, last } = await replayed({ left, isOver: () => this.#isOver(0.5) });
    this.#spent = sum(this.#spent, spent);
    for (const { finding, breach } of shown) this.#kept.again(finding, breach, this.#spent.posts);
    told?.(this.progress);
    if (last) throw new Unreachable(goneWords(last));
  }

  get #elapsedMs(): number {
    return performance.now() - this.#beganMs;
  }

  #isOver(share = 1): boolean {
    const { signal } = this.#plan;
    const elapsedMs = this.#elapsedMs;
    return signal?.aborted === true || this.#isFull || isOver(this.#budget, { spent: this.#spent, elapsedMs, share });
  }

  /** Plays a batch, and judges those before it that have waited long enough: which they are hangs on nothing but their order. */
  async #batch(): Promise<void> {
    const { surroundings } = this.#plan;
    this.#batches += 1;
    const batch = await Batch.open(surroundings, { name: batchName(this.#batches) });
    const meter = meterOf(batch.record);
    this.#playing = meter;
    const known = await readKnown(batch.stage, new Api(batch.stage, 'campaign'));
    this.#leastGets = meter().gets + batch.readsToCome(false) + getsPerCase;
    this.#ids = idsAt(surroundings.target, known.methods);
    await this.#play(batch, known, meter).catch((error: unknown) => {
      this.#lose(batch);
      throw error;
    });
    const played = sum(meter(), { posts: batch.doubts, gets: 0 });
    this.#playing = undefined;
    this.#spent = sum(this.#spent, played);
    const mark = { cases: this.#cases, batches: this.#batches, tried: this.#planner?.taken ?? {} };
    const swept = { batch, meter, played, posts: this.#spent.posts, ids: this.#ids, mark };
    await this.#sweeps.begin(swept, (one) => this.#take(one));
  }

  async #play(batch: Batch, known: Known, meter: () => Spent): Promise<void> {
    const { moves, seed, surroundings } = this.#plan;
    if (!this.#planner) this.coverage.left(moves, known);
    this.#planner ??= plannerOf(this.#plan, known);
    const isLimited = surroundings.target.quota.post !== undefined;
    const share = new Share({
      left: leftOf(this.#budget, this.#spent),
      place: this.#batches,
      isLimited,
      opening: meter(),
      kept: () => this.#readsToCome(batch),
    });
    this.#isFull = await playBatch({
      batch,
      known,
      planner: this.#planner,
      share,
      budget: this.#budget,
      isLimited,
      chance: () => chanceOf(seed, this.#cases),
      isOver: () => this.#isOver(),
      drawn: () => {
        this.#cases += 1;
      },
      dropped: (why) => this.coverage.dropped(why),
      ended: (played, posts) => this.#look(batch, played, posts),
      told: (played) => this.#note(batch, played),
    });
  }

  /** The GETs that sweeps will take, where a budget counts them. */
  #readsToCome(batch: Batch): number {
    if (this.#budget.gets === undefined) return 0;
    return this.#sweeps.reads + batch.readsToCome(isAged(batch, this.#batches));
  }

  /** What a case shows at once is kept at once: whoever is killed has it. */
  #look(batch: Batch, played: Played, posts: number): void {
    for (const { claim, ruling } of played.claims) {
      const { requirement: id } = claim;
      if (!isAsked(this.#plan.surroundings.target, id)) continue;
      const about = { sent: played, record: batch.record, posts: this.#spent.posts + posts, ids: this.#ids };
      for (const breach of breachesIn(requirementNamed(id), { id, ruling })) this.#kept.found(breach, about);
    }
  }

  #note(batch: Batch, played: Played): void {
    this.coverage.played(played, sideBook(batch.stage.contract));
    const decided = played.claims.filter(({ ruling }) => ruling.state !== 'undecided');
    this.#planner?.evidenced(decided.map(({ claim }) => claim.requirement));
  }

  /** Keeps what was under way when the target was gone: sending it again tells whether that ends it. */
  #lose(batch: Batch): void {
    for (const { breach, sent } of batch.lost)
      this.#kept.found(breach, { sent, record: batch.record, posts: this.#spent.posts, ids: this.#ids });
  }

  /** Makes a finding smaller, with what is left of the whole budget. */
  async #lessen(fresh: FreshFinding): Promise<void> {
    const { shrunk, budget } = this.#plan;
    const elapsedMs = this.#elapsedMs;
    if (!shrunk || this.#halting.isUnkept || isOver(budget, { spent: this.#spent, elapsedMs, share: 1 })) return;
    this.#spent = sum(this.#spent, await shrunk(fresh, leftOf(budget, this.#spent).posts));
  }

  async #take({ batch, meter, played, posts, ids, mark }: Swept): Promise<void> {
    const judged = await batch.judged((id) => isAsked(this.#plan.surroundings.target, id), { isSwept: true });
    const swept = meter();
    this.#spent = sum(this.#spent, { posts: swept.posts - played.posts, gets: swept.gets - played.gets });
    this.coverage.judged(judged, batch.record);
    const decided = judged.filter(({ contribution: { ruling } }) => ruling.state !== 'undecided');
    this.#planner?.evidenced(decided.map(({ requirement }) => requirement.id));
    const traced = tracedIn(batch, judged);
    for (const { breach, sent } of traced) {
      const fresh = this.#kept.found(breach, { sent, record: batch.record, posts, ids });
      if (fresh) await this.#lessen({ found: fresh, breach, batch });
    }
    await batch.close({ isKept: traced.length > 0 });
    keepHeapSmall();
    this.#mark = mark;
    this.#plan.told?.(this.progress);
  }
}
