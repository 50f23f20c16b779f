import { Api } from '../../../runner/worker/api.ts';
import type { Worker } from '../../../runner/worker/worker.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import { casePrice, mayBeSent } from '../../engine/budget/remainingBudget.ts';
import { requestMeter } from '../../engine/budget/requestMeter.ts';
import { seededRandom } from '../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../builder/caseGenerator.ts';
import { caseGenerators } from '../cases/caseGenerators.ts';
import { schemaCases } from '../cases/schema/schemaCases.ts';
import { CaseExecutor } from '../executor/caseExecutor.ts';
import { CasePlanner } from '../schedule/casePlanner.ts';
import { runsAlone } from '../schedule/concurrentCases.ts';
import { readInventory } from '../target/targetInventory.ts';

/** A part of a short campaign: the name that seeds its cases, its index among the parts, and the most requests that are not GETs. */
export interface ShortCampaignPart {
  name: string;
  place: number;
  of: number;
  posts: number;
}

/**
 * Returns the case generators of a part. The part gets only a share of the generators that are made from the contract's schemas, since preparing all of them
 * takes longer than the part itself.
 */
function movesOf(contract: Contract, seed: number, { place, of }: ShortCampaignPart): readonly CaseGenerator[] {
  const chance = seededRandom(seed, 'shares');
  const ranked = schemaCases(contract).map((move) => ({ move, rank: chance.seed() }));
  const drawn = ranked.toSorted((a, b) => a.rank - b.rank).map(({ move }) => move);
  return caseGenerators(
    contract,
    drawn.filter((_, index) => index % of === place),
  );
}

/** The number of GETs that a part may send for each request that is not a GET. */
const getsPerPost = 10;

/**
 * Runs a part of a short campaign within a run: cases that move no money and do not depend on other traffic, drawn from the seed of the run. Violations are
 * asserted under the requirement that is broken. The trace checks of the run judge the rest.
 */
export async function shortCampaign(worker: Worker, requirement: string, part: ShortCampaignPart): Promise<void> {
  const { name, posts: most } = part;
  const meter = requestMeter(worker.record);
  const known = await readInventory(worker, new Api(worker, requirement));
  // A passive run sends only reads.
  const posts = worker.run.selection.tier === 'passive' ? 0 : most;
  const { seed } = worker.run;
  const planner = new CasePlanner(movesOf(worker.contract, seed, part), known, seededRandom(seed, name));
  const executor = new CaseExecutor(worker, requirement, { tells: ({ state }) => state === 'broken' });
  for (let round = 0; ; round += 1) {
    const spent = meter();
    const remaining = { posts: posts - spent.posts, gets: most * getsPerPost - spent.gets };
    if ((posts > 0 && remaining.posts <= 0) || remaining.gets <= 0) return;
    const chance = seededRandom(seed, name, round);
    const combination = planner.next(remaining, chance);
    const one = combination?.generator.make(known, combination.name, chance);
    if (!combination) return;
    const isPaid = one && casePrice(one, executor.controls).posts <= Math.max(0, remaining.posts);
    if (isPaid && !runsAlone(one) && mayBeSent({ posts }, one)) await executor.execute(one);
  }
}
