import type { Target } from '../../harness/target.ts';
import { mounted } from '../../harness/target.ts';
import type { FuzzCase } from '../case.ts';
import type { Sought } from '../engine/replay/trial.ts';
import { elsewhere, idsAt, type Place } from '../interface/elsewhere.ts';
import type { Surroundings } from '../interface/executor/environment.ts';
import type { Shows } from '../shrink/shrink.ts';
import { knownOf } from './knowing.ts';
import { Trials } from './trial.ts';

/** So many mutants are asked whether they show the same. */
const mostAsked = 12;

/** An emulator that serves every mutant, and which of them break what. */
export interface Stable {
  target: Target;
  /** The names of the mutants that break a requirement. */
  breaking(requirement: string): readonly string[];
}

/** What stands in for a target while a case is made smaller: it costs nothing of the target. */
export interface StandIn {
  /** It shows the same as the target; none where nothing does. */
  shows?: Shows;
  /** The sound emulator is convicted by a case, which therefore convicts nobody; none where that holds of the whole case. */
  misleads?: Shows;
}

/** A target as cases of others are sent to it. */
async function placeOf(surroundings: Surroundings): Promise<Place> {
  const { accounts, methods } = await knownOf(surroundings);
  return { accounts, ids: idsAt(surroundings.target, methods) };
}

/**
 * The emulator, or a mutant of it, that shows the same as the target: a case is made smaller there for nothing. Undefined where the case cannot be sent there.
 */
export async function standInFor(
  surroundings: Surroundings,
  { stable, prefix }: { stable: Stable; prefix: string },
  { one, sought }: { one: FuzzCase; sought: Sought },
): Promise<StandIn | undefined> {
  const { isLate = true } = sought;
  const base = { ...surroundings, target: stable.target, spending: undefined, money: undefined };
  const [here, there] = [await placeOf(surroundings), await placeOf(base)];
  const showsAt = (mount: string | undefined, nth: number): Shows => {
    const trials = new Trials({ ...base, target: mounted(stable.target, mount) }, `${prefix}e${nth}-`);
    return async (smaller) => {
      const sent = elsewhere(smaller, here, there);
      return sent !== undefined && (await trials.send(sent, sought, { isLate })).shown;
    };
  };
  if (!elsewhere(one, here, there)) return undefined;
  const sound = showsAt(undefined, 0);
  if (await sound(one)) return { shows: sound };
  for (const [index, name] of stable.breaking(sought.requirement).slice(0, mostAsked).entries()) {
    const shows = showsAt(`~${name}`, index + 1);
    if (await shows(one)) return { shows, misleads: sound };
  }
  return { misleads: sound };
}
