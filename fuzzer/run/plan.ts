import type { Found } from '../findings/finding.ts';
import type { FindingStore } from '../findings/store.ts';
import type { Surroundings } from '../interface/executor/environment.ts';
import type { Move } from '../interface/move.ts';
import type { Batch } from './batch.ts';
import type { Cell } from './branch.ts';
import type { Breach } from './breach.ts';
import type { Coverage } from './coverage.ts';
import type { Halting } from './halting.ts';
import type { Broken } from './kept.ts';
import type { Spent } from './meter.ts';
import type { Progress } from './progress.ts';
import type { Budget } from './purse.ts';
import type { Replayed } from './replays.ts';

/** A finding that is to be made smaller, and the batch that showed it. */
export interface FreshFinding {
  found: Found;
  breach: Breach;
  batch: Batch;
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
  /** Told at its beginning, and after each batch that was judged. */
  told?: (progress: Progress) => void;
  /** Sends again what is known, before anything new, within what may be spent for that. */
  replayed?: (purse: { left: Spent; isOver: () => boolean }) => Promise<Replayed>;
  /** Makes a finding smaller with so many POSTs at the most; what it spends counts. */
  shrunk?: (fresh: FreshFinding, posts: number) => Promise<Spent>;
  /** Where an earlier campaign of the same seed has stopped. */
  from?: Progress | undefined;
}

/** A campaign as it stands. */
export interface State extends Progress, Halting {
  elapsedMs: number;
  coverage: Coverage;
  /** Every variation of every move, and how often it was tried. */
  cells: readonly Cell[];
  /** Breaches by requirement, and after how many POSTs each was first seen. */
  broken: ReadonlyMap<string, Broken>;
  findings: number;
}
