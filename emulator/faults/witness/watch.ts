import { isDeepStrictEqual } from 'node:util';
import { conformingRules, type RuleName, type Rules } from '../../rules/index.ts';
import { factsOf } from '../corners/facts.ts';
import { useCounter } from '../corners/gate.ts';
import { play } from './play.ts';
import { type Chance, newChance } from './stage/chance.ts';

/** A use of a rule that was seen in a play: its arguments and its facts. */
export interface SeenUse {
  readonly args: readonly unknown[];
  readonly facts: ReadonlyMap<string, string>;
}

/** The uses seen of each rule, a sample where there are many. */
export type SeenUses = ReadonlyMap<RuleName, readonly SeenUse[]>;

/** The most uses that a sample holds of one rule. */
const MOST = 300;

/** Keeps a sample in which each use has the same chance to be. */
class Sample {
  readonly uses: SeenUse[] = [];
  #offered = 0;
  readonly #chance: Chance;

  constructor(seed: string) {
    this.#chance = newChance(seed);
  }

  offer(make: () => SeenUse): void {
    this.#offered += 1;
    const place = this.#offered <= MOST ? this.#offered - 1 : this.#chance.below(this.#offered);
    if (place < MOST) this.uses[place] = make();
  }
}

/** Plays the conforming service and returns the uses of its rules. */
export function watchedUses(seed: string): SeenUses {
  const names = Object.keys(conformingRules) as RuleName[];
  const samples = new Map(names.map((name) => [name, new Sample(`${seed}/${name}`)]));
  const watched = names.map((name) => {
    const rule = conformingRules[name] as (...given: unknown[]) => unknown;
    const describe = useCounter();
    const noting = (...args: unknown[]): unknown => {
      const use = describe(args);
      samples.get(name)?.offer(() => ({ args, facts: factsOf(use) }));
      return rule(...args);
    };
    return [name, noting] as const;
  });
  play(Object.fromEntries(watched) as unknown as Rules, seed);
  return new Map([...samples].map(([name, { uses }]) => [name, uses]));
}

/** The uses in which a faulty rule answers differently; all uses if none is seen to. */
export function tellingUses(uses: readonly SeenUse[], name: RuleName, faulty: Rules[RuleName]): readonly SeenUse[] {
  const answer = (rule: unknown, args: readonly unknown[]): unknown => {
    try {
      return (rule as (...given: readonly unknown[]) => unknown)(...args);
    } catch {
      return undefined;
    }
  };
  const telling = uses.filter(
    ({ args }) => !isDeepStrictEqual(answer(faulty, args), answer(conformingRules[name], args)),
  );
  return telling.length > 0 ? telling : uses;
}
