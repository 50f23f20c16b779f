import type { Target } from '../../../traffic/target/target.ts';
import { atMount } from '../../../traffic/target/target.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { SoughtViolation } from '../../engine/replay/trial.ts';
import type { Shows } from '../../engine/shrink/shrink.ts';
import type { CampaignEnvironment } from '../executor/environment.ts';
import { FindingTrials } from '../executor/findingTrials.ts';
import { idsAt, retarget, type TargetIdentity } from '../target/retarget.ts';
import { inventoryOf } from './shrunkCaseValidity.ts';

/** So many mutants are asked whether they show the same. */
const mostAsked = 12;

/** An emulator that serves every mutant, and which of them break what. */
export interface MutantPool {
  target: Target;
  /** The names of the mutants that break a requirement. */
  breaking(requirement: string): readonly string[];
}

/** What stands in for a target while a case is made smaller: it costs nothing of the target. */
export interface ShrinkProxy {
  /** It shows the same as the target; none where nothing does. */
  shows?: Shows;
  /** The sound emulator is convicted by a case, which therefore convicts nobody; none where that holds of the whole case. */
  misleads?: Shows;
}

/** A target as cases of others are sent to it. */
async function placeOf(surroundings: CampaignEnvironment): Promise<TargetIdentity> {
  const { accounts, methods } = await inventoryOf(surroundings);
  return { accounts, ids: idsAt(surroundings.target, methods) };
}

/**
 * The emulator, or a mutant of it, that shows the same as the target: a case is made smaller there for nothing. Undefined where the case cannot be sent there.
 */
export async function shrinkProxyFor(
  surroundings: CampaignEnvironment,
  { stable, prefix }: { stable: MutantPool; prefix: string },
  { one, sought }: { one: FuzzCase; sought: SoughtViolation },
): Promise<ShrinkProxy | undefined> {
  const { isLate = true } = sought;
  const base = { ...surroundings, target: stable.target, spending: undefined, money: undefined };
  const [here, there] = [await placeOf(surroundings), await placeOf(base)];
  const showsAt = (mount: string | undefined, nth: number): Shows => {
    const trials = new FindingTrials({ ...base, target: atMount(stable.target, mount) }, `${prefix}e${nth}-`);
    return async (smaller) => {
      const sent = retarget(smaller, here, there);
      return sent !== undefined && (await trials.send(sent, sought, { isLate })).shown;
    };
  };
  if (!retarget(one, here, there)) return undefined;
  const sound = showsAt(undefined, 0);
  if (await sound(one)) return { shows: sound };
  for (const [index, name] of stable.breaking(sought.requirement).slice(0, mostAsked).entries()) {
    const shows = showsAt(`~${name}`, index + 1);
    if (await shows(one)) return { shows, misleads: sound };
  }
  return { misleads: sound };
}
