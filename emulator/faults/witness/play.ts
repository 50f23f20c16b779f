import type { Rules } from '../../rules/index.ts';
import { type Chance, newChance } from './stage/chance.ts';
import { nothingMade, type Step } from './stage/player.ts';
import { beginStep, openStage, type Seen } from './stage/stage.ts';
import { accessSteps, openingStep } from './steps/access.ts';
import { acquiringSteps } from './steps/acquiring.ts';
import { orderSteps } from './steps/orders.ts';
import { readSteps } from './steps/reads.ts';

/** The number of steps of a play. */
const STEPS = 800;

const WEIGHTED = [...orderSteps, ...acquiringSteps, ...readSteps, ...accessSteps];

const TOTAL = WEIGHTED.reduce((sum, [weight]) => sum + weight, 0);

function someStep(chance: Chance): Step {
  let left = chance.below(TOTAL);
  const found = WEIGHTED.find(([weight]) => {
    left -= weight;
    return left < 0;
  });
  return found?.[1] ?? openingStep;
}

/** The time between two steps, in milliseconds: mostly as people and programs call, at times until payments expire or retries are due. */
function someWait(chance: Chance): number {
  if (chance.isHit(0.6)) return 5 + chance.below(2000);
  if (chance.isHit(0.93)) return 1000 * (1 + chance.below(60));
  return 60_000 * (1 + chance.below(90));
}

/**
 * Plays a service that follows these rules: some hundred drawn calls, control actions and deliveries on a clock of its own. What a step draws depends on the
 * seed only, not on answers, so that two services with the same seed are played alike. Returns what was sent and seen in each step.
 */
export function play(rules: Rules, seed: string): readonly (readonly Seen[])[] {
  const stage = openStage(rules);
  const made = nothingMade();
  return Array.from({ length: STEPS }, (_, at) => {
    const chance = newChance(`${seed}/${at}`);
    const before = stage.seen.length;
    beginStep(stage, at);
    stage.pass(someWait(chance));
    const step = at === 0 ? openingStep : someStep(chance);
    step({ stage, chance, made });
    return stage.seen.slice(before);
  });
}
