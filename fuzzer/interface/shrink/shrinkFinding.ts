import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { casePrice } from '../../engine/budget/remainingBudget.ts';
import type { Spent } from '../../engine/budget/requestMeter.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { FindingEvidence, Found } from '../../engine/findings/finding.ts';
import type { FindingStore } from '../../engine/findings/findingStore.ts';
import type { Violation } from '../../engine/judgement/violation.ts';
import type { SoughtViolation, TrialSender } from '../../engine/replay/trial.ts';
import { memoized, type Shows, type Shrunk, shrink } from '../../engine/shrink/shrink.ts';
import type { ShrinkProxy } from './shrinkProxy.ts';

/** The tools and limits for shrinking findings. */
export interface ShrinkFindingOptions {
  trials: TrialSender;
  store: FindingStore;
  /** The run id under which the result is stored. */
  run: string;
  /** True if a smaller case still is what its label says. */
  isSame: Shows;
  /** Converts a case for storage: without the ids of the target. */
  stored?(one: FuzzCase): FuzzCase;
  /** Returns a shrink proxy that shows the same violation without any request to the target; undefined if no proxy shows it. */
  shrinkProxy?(one: FuzzCase, sought: SoughtViolation): Promise<ShrinkProxy | undefined>;
  /** The most POSTs to the target for each finding. */
  posts: number;
}

/** The outcome of shrinking a finding. `shrunk` is absent if the finding did not show on its own. */
export interface ShrinkFindingResult {
  spent: Spent;
  shrunk?: Shrunk;
}

/** Sends a finding once more on its own, shrinks it if it shows again, and stores the result. */
export async function shrinkFinding(
  options: ShrinkFindingOptions,
  { found, violation, controls }: { found: Found; violation: Pick<Violation, 'code'>; controls: Map<string, Exchange> },
): Promise<ShrinkFindingResult> {
  const { trials, store, run, isSame, posts } = options;
  const sought: SoughtViolation = { requirement: found.requirement, code: violation.code };
  const spent = { posts: 0, gets: 0 };
  // Each case that shows the violation is smaller than the previous case that showed it.
  let showing: FindingEvidence | undefined;
  let isDoubtful = false;
  const send = async (one: FuzzCase, isLate: boolean) => {
    const trial = await trials.send(one, sought, { controls, isLate });
    spent.posts += trial.spent.posts;
    spent.gets += trial.spent.gets;
    if (trial.showing) showing = trial.showing;
    isDoubtful ||= trial.doubtfulBecause !== undefined;
    return trial;
  };
  if (casePrice(found.case, controls).posts > posts) return { spent };
  const again = await send(found.case, true);
  if (!showing) {
    if (isDoubtful) return { spent };
    store.tried(found.fingerprint, { shown: 0, of: 1 }, run);
    return { spent };
  }
  const standIn = await options.shrinkProxy?.(found.case, { ...sought, isLate: again.isLate });
  const misleads = memoized(standIn?.misleads ?? (() => false));
  // A smaller case repeats writes of a larger one. If the outcome of a write is unknown, no other case is sent.
  const onTarget: Shows = async (one) => !isDoubtful && (await send(one, again.isLate)).shown;
  const shrunk = await shrink(found.case, {
    requirement: found.requirement,
    isSame: async (one) => (await isSame(one)) && !(await misleads(one)),
    onEmulator: standIn?.shows,
    onTarget,
    posts: Math.max(0, posts - spent.posts),
    priceOf: (one) => casePrice(one, controls).posts,
  });
  const { case: smallest, by } = shrunk;
  const stored = options.stored?.(smallest) ?? smallest;
  store.shrunk(found.fingerprint, { case: stored, ...showing, shrunk: { by, posts: shrunk.posts } }, run);
  return { spent, shrunk };
}
