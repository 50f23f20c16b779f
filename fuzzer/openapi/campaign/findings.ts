import { Unreachable } from '../../../traffic/transport/client.ts';
import type { Budget } from '../../engine/budget/remainingBudget.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { buildFinding, type SentCase } from '../../engine/findings/buildFinding.ts';
import type { ApiSource, Finding, FindingEvidence, Found } from '../../engine/findings/finding.ts';
import type { FindingStore } from '../../engine/findings/findingStore.ts';
import { openApiRequirement } from '../../engine/judgement/openApiRequirements.ts';
import type { ShownFindings, Violation } from '../../engine/judgement/violation.ts';
import { crashViolation } from '../../engine/replay/crashDetection.ts';
import { type Shows, shrink } from '../../engine/shrink/shrink.ts';
import type { TriedCase } from '../executor/caseExecutor.ts';
import { OpenApiFindingTrials } from '../executor/findingTrials.ts';
import type { OpenSession } from '../executor/session.ts';
import { violationOf, violationsOf } from '../judgement/violations.ts';
import type { OpenApiProgress } from './progress.ts';

/** The services and settings that findings are stored with. */
interface Keeping {
  session: OpenSession;
  store: FindingStore;
  run: string;
  seed: number;
  budget: Budget;
  shrinkPosts: number;
  isOver(): boolean;
  /** The API where findings are found. */
  api?: ApiSource;
}

/** The first violation of a requirement, the POSTs that were sent before it, and how often it occurred. */
export interface ViolationSummary extends Violation {
  posts: number;
  times: number;
}

/** How a finding may be shrunk: whether a smaller case still matches its label, and whether shrinking is worth the time. */
interface Shrinking {
  isSame: Shows;
  isShrunk: boolean;
}

/** The most findings of one requirement at one operation: more of them say the same. */
const mostAlike = 4;

/** The most violations of one result that are stored. */
const mostViolations = 2;

/** The share of the budget that shrinking may cost. */
const shareOfShrinking = 1 / 4;

/**
 * The most GETs for shrinking one finding, and the most smaller cases that are checked without traffic. The function `shrink` itself counts neither the GETs
 * nor the checks.
 */
const mostGets = 40;
const mostOnPaper = 600;

/** Returns a key that is equal for findings that say the same. */
const alikeOf = ({ requirement, operation }: Found) => `${requirement} ${operation}`;

/** Returns a key that is equal for failures that say the same: one outcome of one requirement at one operation. */
const failureOf = (found: Found) => `${found.outcome} ${alikeOf(found)}`;

/** Stores the findings of a campaign and shrinks them. */
export class OpenApiFindings {
  readonly #keeping: Keeping;
  readonly #broken = new Map<string, ViolationSummary>();
  readonly #alike = new Map<string, number>();
  /** Operations that crash on a valid request, by requirement. Further crashes of these operations say nothing new. */
  readonly #failingOnValid = new Set<string>();
  readonly #shown = new Map<string, Violation['outcome']>();
  readonly #trials: OpenApiFindingTrials;
  #shrunkPosts = 0;

  /** Starts with the findings of an earlier campaign with the same seed, if there was one. */
  constructor(keeping: Keeping, { shown, shrunkPosts }: Pick<OpenApiProgress, 'shown' | 'shrunkPosts'>) {
    this.#keeping = keeping;
    this.#trials = new OpenApiFindingTrials(keeping.session);
    this.#shrunkPosts = shrunkPosts;
    for (const [fingerprint, outcome] of Object.entries(shown)) {
      const known = keeping.store.find(fingerprint);
      if (known) this.again(known, violationOf(known, outcome));
    }
  }

  /** The POSTs that shrinking has cost. */
  get shrunkPosts(): number {
    return this.#shrunkPosts;
  }

  /** The violations by requirement. */
  get violations(): ReadonlyMap<string, ViolationSummary> {
    return this.#broken;
  }

  /** The findings that showed. */
  get shown(): ShownFindings {
    return Object.fromEntries(this.#shown);
  }

  /** The number of findings that showed. */
  get count(): number {
    return this.#shown.size;
  }

  /** Counts a finding of an earlier campaign that shows again; the store already has it. */
  again(finding: Finding, violation: Violation): void {
    this.#count(violation);
    this.#note(finding, violation.outcome);
  }

  /**
   * Stores the case that was being sent when the target stopped answering, if the target had answered before. Sending the case again shows whether it stops the
   * target. Always throws the error.
   */
  lost(one: FuzzCase, error: unknown): never {
    const last = this.#keeping.session.record.exchanges.findLast(
      ({ isLost, line }) => isLost && line.purpose !== 'look',
    );
    if (error instanceof Unreachable && last && this.#keeping.session.hasAnswered) {
      const violation = crashViolation(openApiRequirement('ANY-04'), { outcome: 'warn', exchanges: [last.id] });
      this.#keep(violation, { case: one, steps: [] });
    }
    throw error;
  }

  /** Stores the violations in the results of a case. */
  async look(one: FuzzCase, { results, exchanges }: TriedCase, shrinking: Shrinking): Promise<void> {
    const fresh: { found: Found; code: string }[] = [];
    for (const violation of results.flatMap((each) => violationsOf(each).slice(0, mostViolations))) {
      const found = this.#keep(violation, { case: one, steps: exchanges });
      if (found) fresh.push({ found, code: violation.code });
    }
    for (const { found, code } of shrinking.isShrunk ? fresh : []) await this.#shrink(found, code, shrinking);
  }

  /** Stores a violation as a finding; returns it if it is new and not yet shrunk. */
  #keep(violation: Violation, sent: SentCase): Found | undefined {
    const { session, store, run, seed, api } = this.#keeping;
    this.#count(violation);
    const built = buildFinding(violation, sent, { record: session.record, seed });
    const found = store.recognised({ ...built, ...(api && { api }) });
    const isKnown = this.#shown.has(found.fingerprint) || this.#failingOnValid.has(failureOf(found));
    if (isKnown || (this.#alike.get(alikeOf(found)) ?? 0) >= mostAlike) return undefined;
    this.#note(found, violation.outcome);
    return store.found(found, run) && !store.find(found.fingerprint)?.shrunk ? found : undefined;
  }

  #count(violation: Violation): void {
    const { id } = violation.requirement;
    const before = this.#broken.get(id);
    const { posts } = this.#keeping.session.spent;
    this.#broken.set(id, before ? { ...before, times: before.times + 1 } : { ...violation, posts, times: 1 });
  }

  #note(found: Found, outcome: Violation['outcome']): void {
    const alike = alikeOf(found);
    this.#alike.set(alike, (this.#alike.get(alike) ?? 0) + 1);
    this.#shown.set(found.fingerprint, outcome);
    if (found.case.label.is === 'valid' && found.outcome === 'crashed') this.#failingOnValid.add(failureOf(found));
  }

  async #shrink({ fingerprint, requirement, case: one }: Found, code: string, { isSame }: Shrinking): Promise<void> {
    const { session, store, run, budget, shrinkPosts, isOver } = this.#keeping;
    const share = (budget.posts ?? Number.POSITIVE_INFINITY) * shareOfShrinking;
    const before = { ...session.spent };
    let showing: FindingEvidence | undefined;
    let onPaper = 0;
    // A smaller case repeats writes of the larger one: once the outcome of a write is unknown, no other case is sent.
    let isDoubtful = false;
    const onTarget: Shows = async (smaller) => {
      const { posts, gets } = session.spent;
      const isSpent = posts - before.posts >= shrinkPosts || gets - before.gets >= mostGets;
      if (isDoubtful || isSpent || isOver() || this.#shrunkPosts + posts - before.posts >= share) return false;
      const trial = await this.#trials.send(smaller, { requirement, code });
      if (trial.showing) showing = trial.showing;
      isDoubtful ||= trial.doubtfulBecause !== undefined;
      return trial.shown;
    };
    const isStill: Shows = (smaller) => {
      onPaper += 1;
      return onPaper <= mostOnPaper && isSame(smaller);
    };
    if (await onTarget(one)) {
      const { case: smallest, by } = await shrink(one, { requirement, isSame: isStill, onTarget, posts: shrinkPosts });
      const posts = session.spent.posts - before.posts;
      if (showing) store.shrunk(fingerprint, { case: smallest, ...showing, shrunk: { by, posts } }, run);
    }
    this.#shrunkPosts += session.spent.posts - before.posts;
  }
}
