import { Api } from '../../harness/api.ts';
import { Unreachable } from '../../harness/client.ts';
import type { FuzzCase } from '../case.ts';
import type { Found } from '../findings/finding.ts';
import type { FindingStore } from '../findings/store.ts';
import { type Known, readKnown } from '../interface/known.ts';
import type { Move } from '../interface/move.ts';
import { Batch, type Judgement, type Surroundings } from './batch.ts';
import { type Breach, breachesIn } from './breach.ts';
import { chanceOf } from './chance.ts';
import { Coverage } from './coverage.ts';
import { foundOf } from './found.ts';
import { meterOf, type Spent } from './meter.ts';
import { Origins } from './origins.ts';
import { Planner } from './planner.ts';
import type { Played } from './player.ts';
import { requirementNamed } from './requirements.ts';

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

/** So many requests that are no GET are judged together. */
const batchPosts = 60;

/** So many GETs for each of them at the most. */
const getsPerPost = 30;

const noSpent: Spent = { posts: 0, gets: 0 };

const sum = (one: Spent, other: Spent): Spent => ({ posts: one.posts + other.posts, gets: one.gets + other.gets });

/** A campaign against a target that speaks the interface: draws cases, sends them in batches, judges each, and keeps what it finds. */
export class Campaign {
  readonly #plan: Plan;
  readonly #beganMs = performance.now();
  readonly coverage = new Coverage();
  readonly #broken = new Map<string, Breach & { posts: number }>();
  readonly #known = new Set<string>();
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
      while (!this.#isOver()) {
        const before = this.#cases;
        await this.#batch();
        this.#plan.told?.(this.state);
        if (this.#cases === before) break;
      }
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

  async #batch(): Promise<void> {
    const { surroundings } = this.#plan;
    this.#batches += 1;
    const batch = await Batch.open(surroundings, { name: `b${this.#batches}` });
    let found = 0;
    try {
      const meter = meterOf(batch.record);
      const known = await readKnown(batch.stage, new Api(batch.stage, 'campaign'));
      await this.#play(batch, known, meter);
      await batch.sweep();
      const spent = meter();
      found = await this.#judge(batch);
      this.#spent = sum(this.#spent, spent);
    } finally {
      await batch.close({ isKept: found > 0 });
    }
  }

  async #play(batch: Batch, known: Known, meter: () => Spent): Promise<void> {
    const { moves, seed, from } = this.#plan;
    if (!this.#planner) {
      this.#planner = new Planner(moves, known, chanceOf(seed, 'order'));
      this.#planner.resume(from?.tried ?? {});
    }
    const { posts, gets } = this.#left();
    const share = { posts: Math.min(batchPosts, posts), gets: Math.min(batchPosts * getsPerPost, gets) };
    const isOpen = (spent: Spent) => share.posts === 0 || spent.posts < share.posts;
    for (let spent = meter(); !this.#isOver() && isOpen(spent); spent = meter()) {
      const purse = { posts: share.posts - spent.posts, gets: share.gets - spent.gets };
      if (purse.gets <= 0) return;
      const chance = chanceOf(seed, this.#cases);
      const cell = this.#planner.next(purse, chance);
      if (!cell) return;
      this.#cases += 1;
      const one = cell.move.make(known, cell.name, chance);
      if (!one) {
        this.coverage.dropped(cell.move.name);
        continue;
      }
      const claimed = (one.claims ?? []).map(({ requirement }) => requirement);
      this.#planner.made(cell, claimed);
      const played = await batch.play(one);
      this.#planner.read(
        cell,
        played.claims.some(({ ruling }) => ruling.state !== 'undecided'),
      );
      this.#look(batch, played);
    }
  }

  /** What a case shows at once is kept at once: whoever is killed has it. */
  #look(batch: Batch, played: Played): void {
    this.coverage.played(played, batch.record);
    for (const { claim, ruling } of played.claims) {
      const judgement = {
        requirement: requirementNamed(claim.requirement),
        contribution: { id: claim.requirement, ruling },
      };
      for (const breach of this.#breachesIn(judgement)) this.#keep(batch, breach, played.case);
    }
    this.#planner?.evidenced(this.coverage.evidenced);
  }

  #breachesIn({ requirement, contribution }: Judgement): Breach[] {
    return breachesIn(requirement, contribution);
  }

  async #judge(batch: Batch): Promise<number> {
    const {
      surroundings: { target },
    } = this.#plan;
    const judged = await batch.judged(
      (id) => !target.facts.gaps.some((gap) => gap.id === id || id.startsWith(`${gap.id}-`)),
    );
    this.coverage.judged(judged, batch.record);
    this.#planner?.evidenced(this.coverage.evidenced);
    const origins = new Origins(batch);
    let found = 0;
    for (const judgement of judged)
      for (const breach of this.#breachesIn(judgement)) {
        const origin = origins.caseOf(breach.exchanges);
        if (!origin) continue;
        found += 1;
        const fresh = this.#keep(batch, breach, origin.case);
        if (fresh && this.#plan.shrunk) this.#spent = sum(this.#spent, await this.#plan.shrunk(fresh, breach, batch));
      }
    return found;
  }

  /** Keeps a breach as a finding; gives it where it is new in this campaign and was not made smaller before. */
  #keep(batch: Batch, breach: Breach, one: FuzzCase): Found | undefined {
    const { store, seed } = this.#plan;
    const found = foundOf(breach, one, { record: batch.record, seed });
    const { id } = breach.requirement;
    this.#plan.seen?.(breach);
    if (!this.#broken.has(id)) this.#broken.set(id, { ...breach, posts: this.#spent.posts + batch.posts });
    if (this.#known.has(found.fingerprint)) return store.find(found.fingerprint)?.shrunk ? undefined : found;
    this.#known.add(found.fingerprint);
    store.found(found, this.#plan.surroundings.run.id);
    return found;
  }
}
