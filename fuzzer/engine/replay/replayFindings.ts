import { postsOf, type Spent } from '../budget/requestMeter.ts';
import type { Finding } from '../findings/finding.ts';
import type { FindingStore } from '../findings/findingStore.ts';
import type { Violation } from '../judgement/violation.ts';
import type { Replay } from './replayCorpus.ts';
import type { TrialResult, TrialSender } from './trial.ts';

/** How often a finding showed when it was sent again, during one session. */
export interface ReplayResult {
  shown: number;
  /** Tries in which it could have shown: they were sent to the end, and decided its requirement. */
  of: number;
  spent: Spent;
  /** The last violation that it showed. */
  violation?: Violation;
  /** Why the last try was not sent to the end. */
  incompleteBecause?: string;
  /** The target stopped answering after it. */
  isGone?: true;
}

/** The services that replay uses. */
export interface ReplayOptions {
  trials: TrialSender;
  store: FindingStore;
  run: string;
}

/** How long a finding is sent again. */
interface Patience {
  sends: number;
  /** Called before each try. */
  isOver?: (spent: Spent) => boolean;
  /** Stop as soon as it shows. */
  untilShown?: boolean;
  /** Journals are stored. The result is not stored for a finding of another target (`isForeign`). */
  isKept?: boolean;
  isForeign?: boolean;
}

/** Sends a finding again, and stores how often it showed in the tries in which it could have shown. */
export async function replayFinding(
  { trials, store, run }: ReplayOptions,
  one: Finding,
  patience: Patience,
): Promise<ReplayResult> {
  const { sends, isOver = () => false, untilShown = false, isKept = false, isForeign = false } = patience;
  const { requirement, code, exchanges } = one;
  const status = exchanges.findLast(({ shows }) => shows)?.answer?.status;
  const sought = { requirement, ...(code !== undefined && { code }), ...(status !== undefined && { status }) };
  const sitting: ReplayResult = { shown: 0, of: 0, spent: { posts: 0, gets: 0 } };
  for (let sent = 0; sent < sends && !isOver(sitting.spent); sent += 1) {
    const trial = await trials.send(one.case, sought, { isLate: true, isKept });
    take(sitting, trial);
    if (trial.isGone || trial.doubtfulBecause !== undefined || (untilShown && trial.shown)) break;
    // A case that could not be sent to the end now cannot be at the next try either: it may name something that the target does not have.
    if (sitting.incompleteBecause !== undefined && !trial.shown) break;
  }
  const { shown, of } = sitting;
  if (of > 0 && !isForeign) store.tried(one.fingerprint, { shown, of }, run);
  return sitting;
}

function take(sitting: ReplayResult, { shown, isDecided, violation, spent, ...told }: TrialResult): void {
  const broken = told.incompleteBecause ?? (isDecided || shown ? undefined : 'its requirement was not decided');
  sitting.spent.posts += spent.posts;
  sitting.spent.gets += spent.gets;
  if (shown) sitting.shown += 1;
  if (shown || broken === undefined) sitting.of += 1;
  if (violation) sitting.violation = violation;
  if (told.isGone) sitting.isGone = true;
  if (broken !== undefined) sitting.incompleteBecause = broken;
}

/** The result of sending known findings again. */
export interface ReplaySummary {
  spent: Spent;
  shown: readonly { finding: Finding; breach: Violation }[];
  /** The finding that stopped the target: nothing was sent after it. */
  last?: Finding;
}

/** Sends known findings again within a budget, each until it shows; findings that exceed the rest of the budget are left out. */
export async function replayFindings(
  again: ReplayOptions,
  replays: readonly Replay[],
  { left, isOver }: { left: Spent; isOver: () => boolean },
): Promise<ReplaySummary> {
  const spent = { posts: 0, gets: 0 };
  const shown: { finding: Finding; breach: Violation }[] = [];
  for (const { finding, sends } of replays) {
    const posts = postsOf(finding.case);
    const isClosed = (own: Spent) =>
      isOver() || spent.posts + own.posts + posts > left.posts || spent.gets + own.gets >= left.gets;
    const sitting = await replayFinding(again, finding, { sends, isOver: isClosed, untilShown: true });
    spent.posts += sitting.spent.posts;
    spent.gets += sitting.spent.gets;
    if (sitting.violation) shown.push({ finding, breach: sitting.violation });
    if (sitting.isGone) return { spent, shown, last: finding };
  }
  return { spent, shown };
}
