import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { type TargetIds, withoutIds } from '../../engine/cases/targetIds.ts';
import { buildFinding, type SentCase } from '../../engine/findings/buildFinding.ts';
import type { Finding, Found } from '../../engine/findings/finding.ts';
import type { FindingStore } from '../../engine/findings/findingStore.ts';
import type { ShownFindings, Violation } from '../../engine/judgement/violation.ts';

/** A finding that did not show by itself is tried again so many times when it is seen again. */
const mostTrials = 3;

const isOpen = (known: Finding | undefined): boolean =>
  known === undefined || (!known.shrunk && known.trials.length < mostTrials);

/** A breach, and after how many POSTs of the campaign what first showed it had been sent. */
export type FirstViolation = Violation & { posts: number };

/** Where findings of a campaign go. */
export interface FindingSink {
  store: FindingStore;
  seed: number;
  run: string;
  /** Told of each breach, as often as it is seen. */
  onViolation?: ((breach: Violation) => void) | undefined;
}

/** What showed a breach. */
interface Evidence {
  sent: SentCase;
  record: RunRecord;
  /** POSTs of the campaign when it had been sent. */
  posts: number;
  ids: TargetIds;
}

/** What a campaign has found so far; each is in the store before the campaign goes on. */
export class InterfaceFindings {
  readonly #keeping: FindingSink;
  readonly #broken = new Map<string, FirstViolation>();
  readonly #shown = new Map<string, Violation['outcome']>();

  constructor(keeping: FindingSink, shown: ShownFindings = {}) {
    this.#keeping = keeping;
    for (const [fingerprint, outcome] of Object.entries(shown)) this.#shown.set(fingerprint, outcome);
  }

  /** Breaches by requirement, each as it was first seen. */
  get violations(): ReadonlyMap<string, FirstViolation> {
    return this.#broken;
  }

  get shown(): ShownFindings {
    return Object.fromEntries(this.#shown);
  }

  /** How many findings showed. */
  get size(): number {
    return this.#shown.size;
  }

  /** Keeps a breach as a finding, without the ids of its target; gives it as it was sent where it was not made smaller before. */
  found(breach: Violation, { sent, record, posts, ids }: Evidence): Found | undefined {
    const { store, seed, run } = this.#keeping;
    const found = store.recognised(buildFinding(breach, sent, { record, seed }));
    const isNew = !this.#shown.has(found.fingerprint);
    this.#note(found.fingerprint, breach, posts);
    if (isNew) store.found({ ...found, case: withoutIds(found.case, ids) }, run);
    return isOpen(store.find(found.fingerprint)) ? found : undefined;
  }

  /** Notes that a finding of an earlier campaign shows again; the store has it already. */
  again({ fingerprint }: Finding, breach: Violation, posts: number): void {
    this.#note(fingerprint, breach, posts);
  }

  #note(fingerprint: string, breach: Violation, posts: number): void {
    const { id } = breach.requirement;
    this.#keeping.onViolation?.(breach);
    if (!this.#broken.has(id)) this.#broken.set(id, { ...breach, posts });
    if (this.#shown.get(fingerprint) !== 'fail') this.#shown.set(fingerprint, breach.outcome);
  }
}
