import { sumOfSpent } from '../budget/remainingBudget.ts';
import { noSpent, postsOf, type Spent } from '../budget/requestMeter.ts';
import type { Finding } from '../findings/finding.ts';
import type { FindingStore } from '../findings/findingStore.ts';
import type { Violation } from '../judgement/violation.ts';
import type { Replay } from './replayCorpus.ts';
import type { TrialResult, TrialSender } from './trial.ts';

/** How often a finding showed when it was sent again, during one session. */
export interface ReplayResult {
  shown: number;
  /** The tries in which the finding could have shown: they were sent to the end, and decided the finding's requirement. */
  of: number;
  spent: Spent;
  /** The last violation that it showed. */
  violation?: Violation;
  /** Why the last try was not sent to the end. */
  incompleteBecause?: string;
  /** True if the target stopped answering after the finding. */
  isGone?: true;
}

/** The services that replay uses. */
export interface ReplayOptions {
  trials: TrialSender;
  store: FindingStore;
  run: string;
}

/** The limits for sending a finding again. */
interface Patience {
  sends: number;
  /** Called before each try. */
  isOver?: (spent: Spent) => boolean;
  /** Stop as soon as it shows. */
  untilShown?: boolean;
  /** With `storesJournal` the journals are stored. With `isForeign`, for a finding of another target, the result is not stored. */
  storesJournal?: boolean;
  isForeign?: boolean;
}

/** Sends a finding again, and stores how often it showed in the tries in which it could have shown. */
export async function replayFinding(
  { trials, store, run }: ReplayOptions,
  one: Finding,
  patience: Patience,
): Promise<ReplayResult> {
  const { sends, isOver = () => false, untilShown = false, storesJournal = false, isForeign = false } = patience;
  const { requirement, code, exchanges } = one;
  const status = exchanges.findLast(({ shows }) => shows)?.answer?.status;
  const sought = { requirement, code, status };
  const result: ReplayResult = { shown: 0, of: 0, spent: noSpent };
  for (let sent = 0; sent < sends && !isOver(result.spent); sent += 1) {
    const trial = await trials.send(one.case, sought, { isLate: true, storesJournal });
    take(result, trial);
    if (trial.isGone || trial.doubtfulBecause !== undefined || (untilShown && trial.shown)) break;
    // A case that could not be sent to the end now cannot be sent to the end in the next try either: it may name something that the target does not have.
    if (result.incompleteBecause !== undefined && !trial.shown) break;
  }
  const { shown, of } = result;
  if (of > 0 && !isForeign) store.tried(one.fingerprint, { shown, of }, run);
  return result;
}

function take(result: ReplayResult, { shown, isDecided, violation, spent, ...rest }: TrialResult): void {
  const broken = rest.incompleteBecause ?? (isDecided || shown ? undefined : 'its requirement was not decided');
  result.spent = sumOfSpent(result.spent, spent);
  if (shown) result.shown += 1;
  if (shown || broken === undefined) result.of += 1;
  if (violation) result.violation = violation;
  if (rest.isGone) result.isGone = true;
  if (broken !== undefined) result.incompleteBecause = broken;
}

/** The result of sending known findings again. */
export interface ReplaySummary {
  spent: Spent;
  shown: readonly { finding: Finding; violation: Violation }[];
  /** The finding that stopped the target: nothing was sent after it. */
  last?: Finding;
}

/** Sends known findings again within a budget, each until it shows; findings that exceed the rest of the budget are left out. */
export async function replayFindings(
  again: ReplayOptions,
  replays: readonly Replay[],
  { left, isOver }: { left: Spent; isOver: () => boolean },
): Promise<ReplaySummary> {
  let spent = noSpent;
  const shown: { finding: Finding; violation: Violation }[] = [];
  for (const { finding, sends } of replays) {
    const posts = postsOf(finding.case);
    const before = spent;
    const isClosed = (own: Spent) => {
      const sent = sumOfSpent(before, own);
      return isOver() || sent.posts + posts > left.posts || sent.gets >= left.gets;
    };
    const result = await replayFinding(again, finding, { sends, isOver: isClosed, untilShown: true });
    spent = sumOfSpent(spent, result.spent);
    if (result.violation) shown.push({ finding, violation: result.violation });
    if (result.isGone) return { spent, shown, last: finding };
  }
  return { spent, shown };
}
