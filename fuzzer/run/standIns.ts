import type { Target } from '../../harness/target.ts';
import { mounted } from '../../harness/target.ts';
import type { FuzzCase } from '../case.ts';
import type { Shows } from '../shrink/shrink.ts';
import type { Surroundings } from './batch.ts';
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
  const mounts = [
    undefined,
    ...stable
      .breaking(sought.requirement)
      .slice(0, mostAsked)
      .map((name) => `~${name}`),
  ];
  for (const [index, mount] of mounts.entries()) {
    const target = mounted(stable.target, mount);
    const around = { ...surroundings, target, spending: undefined };
    const trials = new Trials(around, `${prefix}e${index}-`);
    const { shown, wasLate } = await trials.send(one, sought, { isLate: true });
    if (shown) return async (smaller) => (await trials.send(smaller, sought, { isLate: wasLate })).shown;
  }
  return undefined;
}
