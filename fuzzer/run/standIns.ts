import type { Target } from '../../harness/target.ts';
import { mounted } from '../../harness/target.ts';
import type { FuzzCase } from '../case.ts';
import { elsewhere } from '../interface/elsewhere.ts';
import type { Shows } from '../shrink/shrink.ts';
import type { Surroundings } from './batch.ts';
import { knownOf } from './knowing.ts';
import { type Sought, Trials } from './trial.ts';

/** So many mutants are asked whether they show the same. */
const mostAsked = 12;

/** An emulator that serves every mutant, and which of them break what. */
export interface Stable {
  target: Target;
  /** The names of the mutants that break a requirement. */
  breaking(requirement: string): readonly string[];
}

/**
 * The emulator, or a mutant of it, that shows the same as the target: a case is made smaller there for nothing. Undefined where none of them does.
 */
export async function standInFor(
  surroundings: Surroundings,
  { stable, prefix }: { stable: Stable; prefix: string },
  { one, sought }: { one: FuzzCase; sought: Sought },
): Promise<Shows | undefined> {
  const base = { ...surroundings, target: stable.target, spending: undefined };
  const [here, there] = [await knownOf(surroundings), await knownOf(base)];
  const whole = elsewhere(one, here, there);
  if (!whole) return undefined;
  const mounts = [
    undefined,
    ...stable
      .breaking(sought.requirement)
      .slice(0, mostAsked)
      .map((name) => `~${name}`),
  ];
  for (const [index, mount] of mounts.entries()) {
    const around = { ...base, target: mounted(stable.target, mount) };
    const trials = new Trials(around, `${prefix}e${index}-`);
    const { shown, wasLate } = await trials.send(whole, sought, { isLate: true });
    if (!shown) continue;
    return async (smaller) => {
      const sent = elsewhere(smaller, here, there);
      return sent !== undefined && (await trials.send(sent, sought, { isLate: wasLate })).shown;
    };
  }
  return undefined;
}
