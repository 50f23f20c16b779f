import { Api } from '../../harness/api.ts';
import { Unreachable } from '../../harness/client.ts';
import type { RunRecord } from '../../harness/record.ts';
import type { FuzzCase } from '../case.ts';
import type { Finding, Found } from '../findings/finding.ts';
import type { FindingStore } from '../findings/store.ts';
import { type Known, readKnown } from '../interface/known.ts';
import type { Move } from '../interface/move.ts';
import { Batch, type Surroundings } from './batch.ts';
import { type Breach, breachesIn } from './breach.ts';
import { chanceOf } from './chance.ts';
import { Coverage } from './coverage.ts';
import { foundOf } from './found.ts';
import { meterOf, type Spent } from './meter.ts';
import { Origins } from './origins.ts';
import { Planner } from './planner.ts';
import type { Played } from './player.ts';
import { requirementNamed } from './requirements.ts';
import { isAlone, Underway } from './underway.ts';

/** What a campaign may spend at the most; what is not said has no end. */
export interface Budget {
  posts?: number;
  gets?: number;
  minutes?: number;
}

/** How a campaign is made. */
export interface Plan {
  surroundings: Surroundings;
  moves: readonly Move[];
  seed: number;
  budget: Budget;
  store: FindingStore;
  /** Ends it early. */
  signal?: AbortSignal;
  /** Told of each breach, as often as it is seen. */
  seen?: (breach: Breach) => void;
  /** Told after each batch. */
  told?: (state: State) => void;
  /** Makes a finding smaller; what it spends counts. */
  shrunk?: (found: Found, breach: Breach, batch: Batch) => Promise<Spent>;
  /** Where an earlier campaign of the same seed has stopped. */
  from?: Progress | undefined;
}

/** How far a campaign is: what another one of the same seed goes on from. */
export interface Progress {
  spent: Spent;
  cases: number;
  batches: number;
  tried: Readonly<Record<string, number>>;
}

/** A campaign as it stands. */
export interface State extends Progress {
  elapsedMs: number;
  coverage: Coverage;
  /** Breaches by requirement, and after how many POSTs each was first seen. */
  broken: ReadonlyMap<string, Breach & { posts: number }>;
  findings: number;
  /** Why it went no further, where it was not its budget. */
  halted?: string;
}

/** So many requests that are no GET are judged together; where nothing limits them, more later on, for each batch is waited for until absence may be concluded. */
const batchPosts = { least: 60, most: 120 };

/** So many batches are of the least size. */
const leastBatches = 5;

/** So many cases may be under way at once. */
const mostUnderway = 4;

/** So many batches may wait to be judged while the next one is played. */
const mostWaiting = 2;

/** Of so many batches one is looked at again after hours and days, where the clock of a target can be moved. */
const agedEvery = 3;

/** So many GETs for each of them at the most. */
const getsPerPost = 30;

/** A batch that was swept: its place among all, and what playing it took. */
interface Swept {
  batch: Batch;
  at: number;
  meter: () => Spent;
  played: Spent;
}

/** A batch that was swept, or what kept it from that. */
type Ended = Swept | { error: unknown };

/** A finding that did not show by itself is tried again so many times when it is seen again. */
const mostTrials = 3;

const isOpen = (known: Finding | undefined): boolean =>
  known === undefined || (!known.shrunk && known.trials.length < mostTrials);

const noSpent: Spent = { posts: 0, gets: 0 };

const sum = (one: Spent, other: Spent): Spent => ({ posts: one.posts + other.posts, gets: one.gets + other.gets });

/** A campaign against a target that speaks the interface: draws cases, sends them in batches, judges each, and keeps what it finds. */
export class Campaign {
  readonly #plan: Plan;
  readonly #beganMs = performance.now();
  readonly coverage = new Coverage();
  readonly #broken = new Map<string, Breach & { posts: number }>();
  readonly #known = new Set<string>();
  readonly #waiting: Promise<Ended>[] = [];
  #planner: Planner | undefined;
  #spent: Spent;
  #cases: number;
  #batches: number;
  #halted: string | undefined;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#spent = plan.from?.spent ?? noSpent;
    this.#cases = plan.from?.cases ?? 0;
    this.#batches = plan.from?.batches ?? 0;
  }

  /** How it stands. */
  get state(): State {
    return {
      spent: this.#spent,
      cases: this.#cases,
      batches: this.#batches,
      tried: this.#planner?.taken ?? {},
      elapsedMs: performance.now() - this.#beganMs,
      coverage: this.coverage,
      broken: this.#broken,
      findings: this.#known.size,
      ...(this.#halted !== undefined && { halted: this.#halted }),
    };
  }

  /** Runs it to the end of its budget. */
  async run(): Promise<State> {
    try {
      let before = -1;
      while (!this.#isOver() && this.#cases !== before) {
        before = this.#cases;
        await this.#batch();
        this.#plan.told?.(this.state);
      }
      await this.#takeAll(0);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.#halted = error.message;
    }
    return this.state;
  }

  #isOver(): boolean {
    const { budget, signal } = this.#plan;
    const { posts, gets } = this.#left();
    // A campaign that may send no POST reads as long as it may.
    const isSpent = budget.posts === 0 ? gets <= 0 : posts <= 0 || gets <= 0;
    const isLate = performance.now() - this.#beganMs > (budget.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
    return isLate || signal?.aborted === true || isSpent;
  }

  #left(): Spent {
    const { posts = Number.POSITIVE_INFINITY, gets = posts * getsPerPost } = this.#plan.budget;
    return { posts: posts - this.#spent.posts, gets: gets - this.#spent.gets };
  }

  get #batchPosts(): number {
    const isLimited = this.#plan.surroundings.target.quota.post !== undefined;
    const { least, most } = batchPosts;
    return isLimited ? least : Math.min(most, least * 2 ** Math.max(0, this.#batches - leastBatches));
  }

  /** Plays a batch, and judges those before it that have waited long enough: which they are hangs on nothing but their order. */
  async #batch(): Promise<void> {
    const { surroundings } = this.#plan;
    this.#batches += 1;
    const batch = await Batch.open(surroundings, { name: `b${this.#batches}` });
    const meter = meterOf(batch.record);
    const known = await readKnown(batch.stage, new Api(batch.stage, 'campaign'));
    await this.#play(batch, known, meter);
    const played = meter();
    this.#spent = sum(this.#spent, played);
    this.#waiting.push(this.#swept(batch, { at: this.#batches, meter, played }));
    await this.#takeAll(mostWaiting);
  }

  /** Sweeps a batch while others are played. Never rejects: what went wrong is told to whoever takes it. */
  async #swept(batch: Batch, counted: Omit<Swept, 'batch'>): Promise<Ended> {
    try {
      await batch.sweep();
      return { batch, ...counted };
    } catch (error) {
      await batch.close({ isKept: true });
      return { error };
    }
  }

  #isAsked(id: string): boolean {
    const { gaps } = this.#plan.surroundings.target.facts;
    return !gaps.some((gap) => gap.id === id || id.startsWith(`${gap.id}-`));
  }

  /** Takes what batches have come to, the oldest first, until so many are left. */
  async #takeAll(left: number): Promise<void> {
    while (this.#waiting.length > left) {
      const ended = await (this.#waiting.shift() as Promise<Ended>);
      if ('error' in ended) throw ended.error;
      if (ended.batch.hasClock && ended.at % agedEvery === 1) {
        // Nothing else may be going on while the clock is moved.
        await Promise.all(this.#waiting);
        await ended.batch.age();
      }
      await this.#take(ended);
    }
  }

  async #play(batch: Batch, known: Known, meter: () => Spent): Promise<void> {
    const { moves, seed, from, surroundings } = this.#plan;
    if (!this.#planner) {
      this.#planner = new Planner(moves, known, chanceOf(seed, 'order'));
      this.#planner.resume(from?.tried ?? {});
    }
    const { posts, gets } = this.#left();
    const share = { posts: Math.min(this.#batchPosts, posts), gets: Math.min(this.#batchPosts * getsPerPost, gets) };
    // Where nothing limits how fast it may ask, several cases are under way.
    const underway = new Underway(surroundings.target.quota.post === undefined ? mostUnderway : 1);
    const isOpen = (spent: Spent) => share.posts === 0 || spent.posts < share.posts;
    for (let spent = meter(); !this.#isOver() && isOpen(spent); spent = meter()) {
      const purse = { posts: share.posts - spent.posts, gets: share.gets - spent.gets };
      if (purse.gets <= 0) return;
      const chance = chanceOf(seed, this.#cases);
      const cell = this.#planner.next(purse, chance);
      if (!cell) return;
      this.#cases += 1;
      const one = cell.move.make(known, cell.name, chance);
      if (one) await underway.begin(isAlone(one), () => this.#send(batch, one, spent.posts));
      else this.coverage.dropped(cell.move.name);
    }
    await underway.all();
  }

  async #send(batch: Batch, one: FuzzCase, posts: number): Promise<void> {
    this.#look(batch, await batch.play(one), posts);
  }

  /** What a case shows at once is kept at once: whoever is killed has it. */
  #look(batch: Batch, played: Played, posts: number): void {
    this.coverage.played(played, batch.record);
    for (const { claim, ruling } of played.claims) {
      const { requirement: id } = claim;
      if (ruling.state !== 'undecided') this.#planner?.evidenced([id]);
      if (!this.#isAsked(id)) continue;
      for (const breach of breachesIn(requirementNamed(id), { id, ruling }))
        this.#keep(breach, { one: played.case, record: batch.record, posts: this.#spent.posts + posts });
    }
  }

  async #take({ batch, meter, played }: Swept): Promise<void> {
    const judged = await batch.judged((id) => this.#isAsked(id), { isSwept: true });
    const swept = meter();
    this.#spent = sum(this.#spent, { posts: swept.posts - played.posts, gets: swept.gets - played.gets });
    this.coverage.judged(judged, batch.record);
    const decided = judged.filter(({ contribution: { ruling } }) => ruling.state !== 'undecided');
    this.#planner?.evidenced(decided.map(({ requirement }) => requirement.id));
    const origins = new Origins(batch);
    let found = 0;
    for (const { requirement, contribution } of judged)
      for (const breach of breachesIn(requirement, contribution)) {
        const origin = origins.caseOf(breach.exchanges);
        if (!origin) continue;
        found += 1;
        const about = { one: origin, record: batch.record, posts: this.#spent.posts };
        const fresh = this.#keep(breach, about);
        if (fresh && this.#plan.shrunk) this.#spent = sum(this.#spent, await this.#plan.shrunk(fresh, breach, batch));
      }
    await batch.close({ isKept: found > 0 });
  }

  /** Keeps a breach as a finding; gives it where it is new in this campaign and was not made smaller before. */
  #keep(
    breach: Breach,
    { one, record, posts }: { one: FuzzCase; record: RunRecord; posts: number },
  ): Found | undefined {
    const { store, seed, seen, surroundings } = this.#plan;
    const found = foundOf(breach, one, { record, seed });
    const { id } = breach.requirement;
    seen?.(breach);
    if (!this.#broken.has(id)) this.#broken.set(id, { ...breach, posts });
    if (this.#known.has(found.fingerprint)) return isOpen(store.find(found.fingerprint)) ? found : undefined;
    this.#known.add(found.fingerprint);
    store.found(found, surroundings.run.id);
    return found;
  }
}
