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

/** How a part of a short campaign is drawn, which of how many it is, and how many requests of it may be no GET. */
export interface ShortCampaignPart {
  name: string;
  place: number;
  of: number;
  posts: number;
}

/** The moves of a part: of those by the contract's schemas its share, for to draw up all of them takes longer than a part. */
function movesOf(contract: Contract, seed: number, { place, of }: ShortCampaignPart): readonly CaseGenerator[] {
  const chance = seededRandom(seed, 'shares');
  const ranked = schemaCases(contract).map((move) => ({ move, rank: chance.seed() }));
  const drawn = ranked.toSorted((a, b) => a.rank - b.rank).map(({ move }) => move);
  return caseGenerators(
    contract,
    drawn.filter((_, index) => index % of === place),
  );
}

/** So many GETs a part may send for each request that is none. */
const getsPerPost = 10;

/**
 * A part of a short campaign within a run: cases that move no money and hang on nobody else's, drawn from the seed of the run. What they show to be broken is
 * claimed under the requirement that is broken; the laws of the run judge the rest.
 */
export async function shortCampaign(stage: Worker, requirement: string, part: ShortCampaignPart): Promise<void> {
  const { name, posts: most } = part;
  const meter = requestMeter(stage.record);
  const known = await readInventory(stage, new Api(stage, requirement));
  // A run that only reads sends nothing else.
  const posts = stage.run.selection.tier === 'passive' ? 0 : most;
  const { seed } = stage.run;
  const planner = new CasePlanner(movesOf(stage.contract, seed, part), known, seededRandom(seed, name));
  const player = new CaseExecutor(stage, requirement, { tells: ({ state }) => state === 'broken' });
  for (let turn = 0; ; turn += 1) {
    const spent = meter();
    const purse = { posts: posts - spent.posts, gets: most * getsPerPost - spent.gets };
    if ((posts > 0 && purse.posts <= 0) || purse.gets <= 0) return;
    const chance = seededRandom(seed, name, turn);
    const cell = planner.next(purse, chance);
    const one = cell?.generator.make(known, cell.name, chance);
    if (!cell) return;
    const isPaid = one && casePrice(one, player.controls).posts <= Math.max(0, purse.posts);
    if (isPaid && !runsAlone(one) && mayBeSent({ posts }, one)) await player.execute(one);
  }
}
