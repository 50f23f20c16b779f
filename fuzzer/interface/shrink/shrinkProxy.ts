import type { Target } from '../../../traffic/target/target.ts';
import { atMount } from '../../../traffic/target/target.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { SoughtViolation } from '../../engine/replay/trial.ts';
import type { Shows } from '../../engine/shrink/shrink.ts';
import type { ShrinkProxy } from '../../engine/shrink/shrinkFinding.ts';
import type { CampaignEnvironment } from '../executor/environment.ts';
import { FindingTrials } from '../executor/findingTrials.ts';
import { idsAt, retarget, type TargetIdentity } from '../target/retarget.ts';
import { inventoryOf } from './shrunkCaseValidity.ts';

/** The most mutants that are tried for the same violation. */
const mostAsked = 12;

/** An emulator that serves every mutant, and the mutants that break a requirement. */
export interface MutantPool {
  target: Target;
  /** Returns the names of the mutants that break a requirement. */
  breaking(requirement: string): readonly string[];
}

/** Returns the identity of a target, by which cases of other targets are converted for it. */
async function placeOf(environment: CampaignEnvironment): Promise<TargetIdentity> {
  const { accounts, methods } = await inventoryOf(environment);
  return { accounts, ids: idsAt(environment.target, methods) };
}

/**
 * Finds the emulator, or a mutant of it, that shows the same violation as the target, so that a case can be shrunk without requests to the target. Undefined if
 * the case cannot be sent to the emulator.
 */
export async function shrinkProxyFor(
  environment: CampaignEnvironment,
  { stable, prefix }: { stable: MutantPool; prefix: string },
  { one, sought }: { one: FuzzCase; sought: SoughtViolation },
): Promise<ShrinkProxy | undefined> {
  const { isLate = true } = sought;
  const base = { ...environment, target: stable.target, spending: undefined, money: undefined };
  const [here, there] = [await placeOf(environment), await placeOf(base)];
  const showsAt = (mount: string | undefined, nth: number): Shows => {
    const trials = new FindingTrials({ ...base, target: atMount(stable.target, mount) }, `${prefix}e${nth}-`);
    return async (smaller) => {
      const sent = retarget(smaller, here, there);
      return sent !== undefined && (await trials.send(sent, sought, { isLate })).shown;
    };
  };
  if (!retarget(one, here, there)) return undefined;
  const showsOnConforming = showsAt(undefined, 0);
  if (await showsOnConforming(one)) return { shows: showsOnConforming };
  for (const [index, name] of stable.breaking(sought.requirement).slice(0, mostAsked).entries()) {
    const shows = showsAt(`~${name}`, index + 1);
    if (await shows(one)) return { shows, misleads: showsOnConforming };
  }
  return { misleads: showsOnConforming };
}
