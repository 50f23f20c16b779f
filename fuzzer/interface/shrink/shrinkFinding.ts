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

/** What findings are made smaller with. */
export interface ShrinkFindingOptions {
  trials: TrialSender;
  store: FindingStore;
  /** Run id, under which it is kept. */
  run: string;
  /** True where a smaller case still is what it is said to be. */
  isSame: Shows;
  /** A case as it is stored: without the ids of the target. */
  stored?(one: FuzzCase): FuzzCase;
  /** A stand-in that shows the same, which costs nothing of the target; none where nothing does. */
  shrinkProxy?(one: FuzzCase, sought: SoughtViolation): Promise<ShrinkProxy | undefined>;
  /** POSTs of the target for each finding. */
  posts: number;
}

/** What came of making a finding smaller; it may not show by itself. */
export interface ShrinkFindingResult {
  spent: Spent;
  shrunk?: Shrunk;
}

/** Sends a finding once more by itself, and makes it smaller where it shows again; what comes of it is kept. */
export async function shrinkFinding(
  lessening: ShrinkFindingOptions,
  { found, breach, twins }: { found: Found; breach: Pick<Violation, 'code'>; twins: Map<string, Exchange> },
): Promise<ShrinkFindingResult> {
  const { trials, store, run, isSame, posts } = lessening;
  const sought: SoughtViolation = { requirement: found.requirement, code: breach.code };
  const spent = { posts: 0, gets: 0 };
  // Whatever shows is smaller than what showed before.
  let showing: FindingEvidence | undefined;
  let isDoubtful = false;
  const send = async (one: FuzzCase, isLate: boolean) => {
    const trial = await trials.send(one, sought, { twins, isLate });
    spent.posts += trial.spent.posts;
    spent.gets += trial.spent.gets;
    if (trial.showing) showing = trial.showing;
    isDoubtful ||= trial.doubtfulBecause !== undefined;
    return trial;
  };
  if (casePrice(found.case, twins).posts > posts) return { spent };
  const again = await send(found.case, true);
  if (!showing) {
    if (isDoubtful) return { spent };
    store.tried(found.fingerprint, { shown: 0, of: 1 }, run);
    return { spent };
  }
  const standIn = await lessening.shrinkProxy?.(found.case, { ...sought, isLate: again.isLate });
  const misleads = memoized(standIn?.misleads ?? (() => false));
  // A smaller case holds writes of a larger one: of one that may have been made, no other is sent.
  const onTarget: Shows = async (one) => !isDoubtful && (await send(one, again.isLate)).shown;
  const shrunk = await shrink(found.case, {
    requirement: found.requirement,
    isSame: async (one) => (await isSame(one)) && !(await misleads(one)),
    onEmulator: standIn?.shows,
    onTarget,
    posts: Math.max(0, posts - spent.posts),
    priceOf: (one) => casePrice(one, twins).posts,
  });
  const { case: smallest, by } = shrunk;
  const stored = lessening.stored?.(smallest) ?? smallest;
  store.shrunk(found.fingerprint, { case: stored, ...showing, shrunk: { by, posts: shrunk.posts } }, run);
  return { spent, shrunk };
}
