import type { RunRecord } from '../../harness/record.ts';
import type { Finding, Found } from '../findings/finding.ts';
import type { FindingStore } from '../findings/store.ts';
import { type Ids, withoutIds } from '../named.ts';
import type { Breach, Shown } from './breach.ts';
import { foundOf, type SentCase } from './found.ts';

/** A finding that did not show by itself is tried again so many times when it is seen again. */
const mostTrials = 3;

const isOpen = (known: Finding | undefined): boolean =>
  known === undefined || (!known.shrunk && known.trials.length < mostTrials);

/** A breach, and after how many POSTs of the campaign what first showed it had been sent. */
export type Broken = Breach & { posts: number };

/** Where findings of a campaign go. */
export interface Keeping {
  store: FindingStore;
  seed: number;
  run: string;
  /** Told of each breach, as often as it is seen. */
  seen?: ((breach: Breach) => void) | undefined;
}

/** What showed a breach. */
interface Evidence {
  sent: SentCase;
  record: RunRecord;
  /** POSTs of the campaign when it had been sent. */
  posts: number;
  ids: Ids;
}

/** What a campaign has found so far; each is in the store before the campaign goes on. */
export class Kept {
  readonly #keeping: Keeping;
  readonly #broken = new Map<string, Broken>();
  readonly #shown = new Map<string, Breach['outcome']>();

  constructor(keeping: Keeping, shown: Shown = {}) {
    this.#keeping = keeping;
    for (const [fingerprint, outcome] of Object.entries(shown)) this.#shown.set(fingerprint, outcome);
  }

  /** Breaches by requirement, each as it was first seen. */
  get broken(): ReadonlyMap<string, Broken> {
    return this.#broken;
  }

  get shown(): Shown {
    return Object.fromEntries(this.#shown);
  }

  /** How many findings showed. */
  get size(): number {
    return this.#shown.size;
  }

  /** Keeps a breach as a finding, without the ids of its target; gives it as it was sent where it was not made smaller before. */
  found(breach: Breach, { sent, record, posts, ids }: Evidence): Found | undefined {
    const { store, seed, run } = this.#keeping;
    const found = foundOf(breach, sent, { record, seed });
    const isNew = !this.#shown.has(found.fingerprint);
    this.#note(found.fingerprint, breach, posts);
    if (isNew) store.found({ ...found, case: withoutIds(found.case, ids) }, run);
    return isOpen(store.find(found.fingerprint)) ? found : undefined;
  }

  /** Notes that a finding of an earlier campaign shows again; the store has it already. */
  again({ fingerprint }: Finding, breach: Breach, posts: number): void {
    this.#note(fingerprint, breach, posts);
  }

  #note(fingerprint: string, breach: Breach, posts: number): void {
    const { id } = breach.requirement;
    this.#keeping.seen?.(breach);
    if (!this.#broken.has(id)) this.#broken.set(id, { ...breach, posts });
    if (this.#shown.get(fingerprint) !== 'fail') this.#shown.set(fingerprint, breach.outcome);
  }
}
