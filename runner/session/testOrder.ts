import { numberFor } from '../../traffic/journal/ownIds.ts';
import type { Run } from '../../traffic/journal/run.ts';
import type { CatalogueEntry } from '../../traffic/requirements/catalogue.ts';

/** The oracles of tests that send what no merchant sends: wrong credentials, broken bodies, unknown ids, the same order in many spellings. */
export const unusualOracles: ReadonlySet<string> = new Set([
  ...['refused', 'refusedAs', 'rejected', 'refusalLooks', 'letsIn', 'addsNothing', 'answersWith', 'answersSafely'],
  ...['acceptedLike', 'countsAs', 'decimalsGet', 'holdsNothing', 'keepsApart', 'neverCrashes', 'noEffects'],
  ...[
    'notOverdrawn',
    'notOverspent',
    'returnsIfTaken',
    'runsNoText',
    'staysHidden',
    'survives',
    'textBecomes',
    'untraded',
  ],
]);

/**
 * The places in the order, from 0 to 1, of tests that read for minutes what others have made: late enough to find much, and early enough that other tests wait
 * for POSTs meanwhile.
 */
const readingMost: Readonly<Record<string, number>> = { 'SRC-11': 0.6, 'AUT-09': 0.75 };

/** A test that comes right after another one: what one account may do must not be remembered for the next one that asks. */
const following: Readonly<Record<string, string>> = { 'OUT-08': 'OUT-07' };

/** Less than lies between any two places that are drawn. */
const rightAfter = 2 ** -33;

const idOf = (title: string) => title.split(' ')[0] ?? '';

/** The section whose tests sign in several ways: no merchant does, so that they come last of all. */
const signing = /^AUT-/;

/** The section whose tests send one order in many ways, under ids of many forms. */
const repeating = /^LIM-/;

/** How unusual the requests of a test are, from what any merchant sends. */
const unusualness = ({ id, oracles = [] }: CatalogueEntry): number => {
  if (signing.test(id)) return 2;
  return repeating.test(id) || oracles.some((name) => unusualOracles.has(name)) ? 1 : 0;
};

/**
 * Returns the tests in the order of a run, drawn by its seed: an order that is always the same would be a mark of the suite. A discreet run begins with what any
 * merchant sends. A server that knows a tester by unusual requests has by then answered the others as it answers everybody.
 */
export function inOrderOf<Test extends { title: string }>(
  { seed, isDiscreet = false }: Pick<Run, 'seed' | 'isDiscreet'>,
  tests: readonly Test[],
  catalogue: readonly CatalogueEntry[],
): Test[] {
  const ranks = new Map(catalogue.map((one) => [one.id, isDiscreet ? unusualness(one) : 0]));
  const placeOf = ({ title }: Test) => {
    const id = idOf(title);
    const leader = following[id];
    const drawn = numberFor(`${seed} order ${leader ?? id}`, 2 ** 32) / 2 ** 32;
    return (ranks.get(id) ?? 0) + (readingMost[id] ?? drawn) + (leader === undefined ? 0 : rightAfter);
  };
  return tests.toSorted((one, other) => placeOf(one) - placeOf(other));
}
