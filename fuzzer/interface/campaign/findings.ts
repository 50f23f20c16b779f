import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { type TargetIds, withoutIds } from '../../engine/cases/targetIds.ts';
import { buildFinding, type SentCase } from '../../engine/findings/buildFinding.ts';
import type { Finding, Found } from '../../engine/findings/finding.ts';
import type { FindingStore } from '../../engine/findings/findingStore.ts';
import type { ShownFindings, Violation } from '../../engine/judgement/violation.ts';

/** The maximum number of trials for a finding that does not show on its own. The finding gets one more trial each time it is found again. */
const mostTrials = 3;

const isOpen = (known: Finding | undefined): boolean =>
  known === undefined || (!known.shrunk && known.trials.length < mostTrials);

/** A violation, and the number of POSTs that the campaign had sent when it first showed. */
export type FirstViolation = Violation & { posts: number };

/** Where a campaign stores its findings. */
export interface FindingSink {
  store: FindingStore;
  seed: number;
  run: string;
  /** Called with each violation, every time it shows. */
  onViolation?: ((violation: Violation) => void) | undefined;
}

/** What showed a violation. */
interface Evidence {
  sent: SentCase;
  record: RunRecord;
  /** The number of POSTs that the campaign had sent after this case. */
  posts: number;
  ids: TargetIds;
}

/** The findings of a campaign so far. Each is stored before the campaign continues. */
export class InterfaceFindings {
  readonly #keeping: FindingSink;
  readonly #broken = new Map<string, FirstViolation>();
  readonly #shown = new Map<string, Violation['outcome']>();

  constructor(keeping: FindingSink, shown: ShownFindings = {}) {
    this.#keeping = keeping;
    for (const [fingerprint, outcome] of Object.entries(shown)) this.#shown.set(fingerprint, outcome);
  }

  /** Violations by requirement, each as first observed. */
  get violations(): ReadonlyMap<string, FirstViolation> {
    return this.#broken;
  }

  get shown(): ShownFindings {
    return Object.fromEntries(this.#shown);
  }

  /** The number of findings that showed. */
  get size(): number {
    return this.#shown.size;
  }

  /** Stores a violation as a finding, without the ids of its target. Returns the finding as sent if it may still be shrunk. */
  found(violation: Violation, { sent, record, posts, ids }: Evidence): Found | undefined {
    const { store, seed, run } = this.#keeping;
    const found = store.recognised(buildFinding(violation, sent, { record, seed }));
    const isNew = !this.#shown.has(found.fingerprint);
    this.#note(found.fingerprint, violation, posts);
    if (isNew) store.found({ ...found, case: withoutIds(found.case, ids) }, run);
    return isOpen(store.find(found.fingerprint)) ? found : undefined;
  }

  /** Notes that a finding of an earlier campaign shows again. The store already has it. */
  again({ fingerprint }: Finding, violation: Violation, posts: number): void {
    this.#note(fingerprint, violation, posts);
  }

  #note(fingerprint: string, violation: Violation, posts: number): void {
    const { id } = violation.requirement;
    this.#keeping.onViolation?.(violation);
    if (!this.#broken.has(id)) this.#broken.set(id, { ...violation, posts });
    if (this.#shown.get(fingerprint) !== 'fail') this.#shown.set(fingerprint, violation.outcome);
  }
}
