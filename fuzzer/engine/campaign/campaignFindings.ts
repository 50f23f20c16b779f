import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Requirement } from '../../../traffic/requirements/requirement.ts';
import type { FuzzCase } from '../cases/fuzzCase.ts';
import { buildFinding, type SentCase } from '../findings/buildFinding.ts';
import type { ApiSource, Finding, Found } from '../findings/finding.ts';
import type { FindingStore } from '../findings/findingStore.ts';
import type { ShownFindings, Violation } from '../judgement/violation.ts';

/** A violation, the POSTs that the campaign had sent when it first showed, and how often it showed. */
export type FirstViolation = Violation & { posts: number; times: number };

/** How many findings a kind of campaign stores. */
export interface FindingHabits {
  /** The most findings of one requirement at one operation: more of them say the same. */
  mostAlike: number;
  /**
   * The most stored trials of a finding that may still be shrunk: one that does not show on its own gets a trial more each time it is found. If absent, only a
   * new finding is shrunk.
   */
  mostTrials?: number;
}

/** Where a campaign stores its findings. */
interface FindingSink {
  store: FindingStore;
  seed: number;
  run: string;
  api?: ApiSource | undefined;
  from?: { shown: ShownFindings } | undefined;
  onViolation?: ((violation: Violation) => void) | undefined;
}

/** What a kind of campaign says about findings. */
interface FindingRules {
  habits: FindingHabits;
  requirementOf(id: string): Requirement;
}

/** The record in which a violation showed, the POSTs of the campaign by then, and the form in which the case is stored. */
interface Evidence {
  record: RunRecord;
  posts: number;
  stored?(one: FuzzCase): FuzzCase;
}

/** Returns a key that is equal for findings that say the same. */
const alikeOf = ({ requirement, operation }: Found) => `${requirement} ${operation}`;

/** Returns a key that is equal for failures that say the same: one outcome of one requirement at one operation. */
const failureOf = (found: Found) => `${found.outcome} ${alikeOf(found)}`;

const addTo = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** The findings of a campaign so far. Each is stored before the campaign continues. */
export class CampaignFindings {
  readonly #sink: FindingSink;
  readonly #habits: FindingHabits;
  readonly #violations = new Map<string, FirstViolation>();
  readonly #shown = new Map<string, Violation['outcome']>();
  readonly #alike = new Map<string, number>();
  /** Operations that crash on a valid request, by requirement. Further crashes of these operations say nothing new. */
  readonly #failingOnValid = new Set<string>();

  /** Starts with the findings that an earlier campaign of the same seed showed, if there was one. */
  constructor(sink: FindingSink, { habits, requirementOf }: FindingRules) {
    this.#sink = sink;
    this.#habits = habits;
    for (const [fingerprint, outcome] of Object.entries(sink.from?.shown ?? {})) {
      const known = sink.store.find(fingerprint);
      if (!known) continue;
      const { requirement, code = '', wanted, seen } = known;
      this.again(known, { requirement: requirementOf(requirement), outcome, code, wanted, seen, exchanges: [] }, 0);
    }
  }

  /** The violations by requirement, each as it first showed. */
  get violations(): ReadonlyMap<string, FirstViolation> {
    return this.#violations;
  }

  /** The findings that showed. */
  get shown(): ShownFindings {
    return Object.fromEntries(this.#shown);
  }

  /** The number of findings that showed. */
  get size(): number {
    return this.#shown.size;
  }

  /** Stores a violation as a finding, unless it says nothing new. Returns the finding as it was sent if it may be shrunk. */
  found(violation: Violation, sent: SentCase, { record, posts, stored = (one) => one }: Evidence): Found | undefined {
    const { store, seed, run, api } = this.#sink;
    const found = store.recognised({ ...buildFinding(violation, sent, { record, seed }), ...(api && { api }) });
    const { fingerprint } = found;
    const isNew = !this.#shown.has(fingerprint);
    this.#count(violation, posts);
    if (isNew && this.#saysNothingNew(found)) return undefined;
    this.#note(found, violation.outcome);
    if (isNew) store.found({ ...found, case: stored(found.case) }, run);
    const known = store.find(fingerprint);
    const { mostTrials } = this.#habits;
    const isOpen = known && !known.shrunk && (mostTrials === undefined ? isNew : known.trials.length < mostTrials);
    return isOpen ? found : undefined;
  }

  /** Notes that a finding of an earlier campaign shows again. The store already has it. */
  again(finding: Finding, violation: Violation, posts: number): void {
    this.#count(violation, posts);
    this.#note(finding, violation.outcome);
  }

  #saysNothingNew(found: Found): boolean {
    const { mostAlike } = this.#habits;
    return (
      (this.#alike.get(alikeOf(found)) ?? 0) >= mostAlike ||
      (Number.isFinite(mostAlike) && this.#failingOnValid.has(failureOf(found)))
    );
  }

  #count(violation: Violation, posts: number): void {
    const { id } = violation.requirement;
    this.#sink.onViolation?.(violation);
    const before = this.#violations.get(id);
    this.#violations.set(id, before ? { ...before, times: before.times + 1 } : { ...violation, posts, times: 1 });
  }

  #note(found: Found, outcome: Violation['outcome']): void {
    const { fingerprint } = found;
    if (!this.#shown.has(fingerprint)) addTo(this.#alike, alikeOf(found));
    if (this.#shown.get(fingerprint) !== 'fail') this.#shown.set(fingerprint, outcome);
    if (found.case.label.is === 'valid' && found.outcome === 'crashed') this.#failingOnValid.add(failureOf(found));
  }
}
