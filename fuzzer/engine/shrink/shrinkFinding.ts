import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { casePrice, sumOfSpent } from '../budget/remainingBudget.ts';
import { noSpent, type Spent } from '../budget/requestMeter.ts';
import type { FuzzCase } from '../cases/fuzzCase.ts';
import type { FindingEvidence, Found } from '../findings/finding.ts';
import type { ReplayOptions } from '../replay/replayFindings.ts';
import type { SoughtViolation } from '../replay/trial.ts';
import { memoized, type Shows, type Shrunk, shrink } from './shrink.ts';

/** Stands in for a target while a case is shrunk. Sends nothing to the target. */
export interface ShrinkProxy {
  /** True if a case shows the same violation on the emulator as on the target; absent if no emulator shows the violation. */
  shows?: Shows;
  /**
   * True if a case shows the violation on the conforming emulator too, so that the case proves nothing. Absent if the case before shrinking already shows it
   * there.
   */
  misleads?: Shows;
}

/** What a kind of campaign brings to the shrinking of a finding. */
export interface ShrinkTools {
  /** True if a smaller case still is what its label says. */
  isSame: Shows;
  /** Converts a case for storage: without the ids of the target. */
  stored?(one: FuzzCase): FuzzCase;
  /** Returns a shrink proxy that shows the same violation without any request to the target; undefined if no proxy shows it. */
  shrinkProxy?(one: FuzzCase, sought: SoughtViolation): Promise<ShrinkProxy | undefined>;
  /** Control requests that are known, by key: they are not sent again. */
  controls?: Map<string, Exchange>;
  /** The most GETs for one finding; no limit by default. */
  gets?: number;
  /** The most smaller cases that are checked without traffic; no limit by default. */
  checks?: number;
}

/** The limits of shrinking one finding: POSTs to the target, and whether the campaign is over. */
interface ShrinkLimits {
  posts: number;
  isOver(): boolean;
}

/** The outcome of shrinking a finding. `shrunk` is absent if the finding did not show on its own. */
export interface ShrinkFindingResult {
  spent: Spent;
  shrunk?: Shrunk;
}

/** Sends a finding once more on its own, shrinks it if it shows again, and stores the result. */
export async function shrinkFinding(
  { trials, store, run }: ReplayOptions,
  { found, code }: { found: Found; code: string },
  tools: ShrinkTools & ShrinkLimits,
): Promise<ShrinkFindingResult> {
  const { controls = new Map(), posts, gets = Number.POSITIVE_INFINITY, checks = Number.POSITIVE_INFINITY } = tools;
  const sought: SoughtViolation = { requirement: found.requirement, code };
  let spent = noSpent;
  // Each case that shows the violation is smaller than the previous case that showed it.
  let showing: FindingEvidence | undefined;
  let isDoubtful = false;
  const send = async (one: FuzzCase, isLate: boolean) => {
    const trial = await trials.send(one, sought, { controls, isLate });
    spent = sumOfSpent(spent, trial.spent);
    if (trial.showing) showing = trial.showing;
    isDoubtful ||= trial.doubtfulBecause !== undefined;
    return trial;
  };
  if (casePrice(found.case, controls).posts > posts) return { spent };
  const again = await send(found.case, true);
  if (!showing) {
    // A case that could not have shown the finding says nothing about it.
    if (!isDoubtful && again.incompleteBecause === undefined) store.tried(found.fingerprint, { shown: 0, of: 1 }, run);
    return { spent };
  }
  const proxy = await tools.shrinkProxy?.(found.case, { ...sought, isLate: again.isLate });
  const misleads = memoized(proxy?.misleads ?? (() => false));
  let checked = 0;
  const shrunk = await shrink(found.case, {
    requirement: found.requirement,
    isSame: async (one) => {
      checked += 1;
      return checked <= checks && (await tools.isSame(one)) && !(await misleads(one));
    },
    onEmulator: proxy?.shows,
    // A smaller case repeats writes of a larger one. If the outcome of a write is unknown, no other case is sent.
    onTarget: async (one) =>
      !isDoubtful && spent.gets < gets && !tools.isOver() && (await send(one, again.isLate)).shown,
    posts: Math.max(0, posts - spent.posts),
    priceOf: (one) => casePrice(one, controls).posts,
  });
  const { case: smallest, by } = shrunk;
  const stored = tools.stored?.(smallest) ?? smallest;
  store.shrunk(found.fingerprint, { case: stored, ...showing, shrunk: { by, posts: shrunk.posts } }, run);
  return { spent, shrunk };
}
