import { Api } from '../harness/api.ts';
import type { Stage } from '../harness/stage.ts';
import type { Contract } from '../schemas/contract.ts';
import { readKnown } from './interface/known.ts';
import type { Move } from './interface/move.ts';
import { movesBy } from './interface/moves.ts';
import { schemaMoves } from './interface/schemaCases.ts';
import { chanceOf } from './run/chance.ts';
import { meterOf } from './run/meter.ts';
import { Planner } from './run/planner.ts';
import { Player } from './run/player.ts';
import { mayBeSent, priceOf } from './run/purse.ts';
import { isAlone } from './run/underway.ts';

/** How a part of a short campaign is drawn, which of how many it is, and how many requests of it may be no GET. */
export interface Part {
  name: string;
  place: number;
  of: number;
  posts: number;
}

/** The moves of a part: of those by the contract's schemas its share, for to draw up all of them takes longer than a part. */
function movesOf(contract: Contract, seed: number, { place, of }: Part): readonly Move[] {
  const chance = chanceOf(seed, 'shares');
  const ranked = schemaMoves(contract).map((move) => ({ move, rank: chance.seed() }));
  const drawn = ranked.toSorted((a, b) => a.rank - b.rank).map(({ move }) => move);
  return movesBy(
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
export async function shortCampaign(stage: Stage, requirement: string, part: Part): Promise<void> {
  const { name, posts: most } = part;
  const meter = meterOf(stage.record);
  const known = await readKnown(stage, new Api(stage, requirement));
  // A run that only reads sends nothing else.
  const posts = stage.run.selection.tier === 'passive' ? 0 : most;
  const { seed } = stage.run;
  const planner = new Planner(movesOf(stage.contract, seed, part), known, chanceOf(seed, name));
  const player = new Player(stage, requirement, { tells: ({ state }) => state === 'broken' });
  for (let turn = 0; ; turn += 1) {
    const spent = meter();
    const purse = { posts: posts - spent.posts, gets: most * getsPerPost - spent.gets };
    if ((posts > 0 && purse.posts <= 0) || purse.gets <= 0) return;
    const chance = chanceOf(seed, name, turn);
    const cell = planner.next(purse, chance);
    const one = cell?.move.make(known, cell.name, chance);
    if (!cell) return;
    const isPaid = one && priceOf(one, player.twins).posts <= Math.max(0, purse.posts);
    if (isPaid && !isAlone(one) && mayBeSent({ posts }, one)) await player.play(one);
  }
}
