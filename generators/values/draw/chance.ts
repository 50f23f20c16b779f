import { Arbitrary, type Random, type Stream, Stream as Streams, sample, Value } from 'fast-check';

/** Returns a random whole number from 0 to below `count`. */
export function below(random: Random, count: number): number {
  return random.nextInt(0, count - 1);
}

/** Picks one item of a list that is not empty. */
export function pick<T>(random: Random, list: readonly T[]): T {
  return list[below(random, list.length)] as T;
}

/** True once in `times` draws on average. */
export function onceIn(random: Random, times: number): boolean {
  return below(random, times) === 0;
}

/** Returns the list in random order. */
export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const all = [...list];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = below(random, at + 1);
    [all[at], all[other]] = [all[other] as T, all[at] as T];
  }
  return all;
}

/** Returns the list, or `most` random items of a longer one, in their order. */
export function some<T>(random: Random, list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  const chosen = new Set(shuffled(random, [...list.keys()]).slice(0, most));
  return list.filter((_, at) => chosen.has(at));
}

/** Returns a text of `length` characters of an alphabet. */
export function textOf(random: Random, alphabet: readonly string[], length: number): string {
  let text = '';
  for (let at = 0; at < length; at += 1) text += pick(random, alphabet);
  return text;
}

// fast-check hands out its own source of randomness only to an arbitrary.
class Source extends Arbitrary<Random> {
  override generate(random: Random): Value<Random> {
    return new Value(random.clone(), undefined);
  }

  override canShrinkWithoutContext(_value: unknown): _value is Random {
    return false;
  }

  override shrink(): Stream<Value<Random>> {
    return Streams.nil();
  }
}

/** Returns the source of randomness for a seed: the same seed gives the same draws. */
export function randomOf(seed: number): Random {
  const [random] = sample(new Source(), { seed, numRuns: 1 });
  if (!random) throw new Error('fast-check returned no source of randomness for the seed');
  return random;
}
