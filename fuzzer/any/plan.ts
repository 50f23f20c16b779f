import type { Contract } from '../../schemas/contract.ts';
import type { Operation } from '../../schemas/operations.ts';
import type { FoundAt } from '../findings/finding.ts';
import type { FindingStore } from '../findings/store.ts';
import type { Shown } from '../run/breach.ts';
import type { Halting } from '../run/halting.ts';
import type { Spent } from '../run/meter.ts';
import type { Budget } from '../run/purse.ts';
import type { Replayed } from '../run/replays.ts';
import type { AnyCoverage } from './coverage.ts';
import type { Worst } from './findings.ts';
import type { AnyProgress } from './progress.ts';
import type { Opened } from './session.ts';

/** How a campaign on any API is made. */
export interface AnyPlan {
  contract: Contract;
  /** The door to the target. */
  opened: Opened;
  seed: number;
  budget: Budget;
  store: FindingStore;
  /** Run id, under which findings are kept. */
  run: string;
  /** POSTs for making one finding smaller. */
  shrinkPosts: number;
  /** Nothing is sent that may change anything. */
  isReading: boolean;
  /** A credential is at hand. */
  isKnown: boolean;
  /** The operations that are tried; all, where nothing is said. */
  isWanted?: (operation: Operation) => boolean;
  /** Ends it early. */
  signal?: AbortSignal;
  /** Where it is that findings are found. */
  api?: FoundAt;
  /** Sends again what is known, before anything new, within what may be spent for that. */
  replayed?: (purse: { left: Spent; isOver: () => boolean }) => Promise<Replayed>;
  /** Where an earlier campaign of the same seed has stopped. */
  from?: AnyProgress | undefined;
  /** Keeps how far it is, after what was known was sent again and after turns of operations. */
  keep?: (progress: AnyProgress) => void;
  /** Told after each turn of an operation. */
  told?: (state: AnyState) => void;
}

/** A campaign on any API as it stands. */
export interface AnyState extends Halting {
  spent: Spent;
  cases: number;
  elapsedMs: number;
  coverage: AnyCoverage;
  /** What is broken, by requirement. */
  broken: ReadonlyMap<string, Worst>;
  findings: number;
  /** Findings that showed. */
  shown: Shown;
  /** Cases that could not be sent to their end: what led to them made nothing. */
  unsent: number;
  /** Operations that are asked of what was created before. */
  led: number;
}
