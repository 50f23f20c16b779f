import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../builder/caseGenerator.ts';
import type { TargetInventory } from '../target/targetInventory.ts';

/** A combination of a case generator, and how often it was tried. */
export interface Combination {
  generator: CaseGenerator;
  name: string;
  tries: number;
  /** The boundary cases that its request covers, if it is made for any. */
  aims: readonly string[];
}

/** A case generator, and the progress of its combinations. */
export interface GeneratorProgress {
  generator: CaseGenerator;
  /** Its untried combinations, in the order of their ranks. */
  untried: Combination[];
  tries: number;
  /** The number of all its combinations. */
  size: number;
  /** Combinations without a POST that are worth another read, each with the number of POSTs after which it is read again. */
  later: { combination: Combination; from: number }[];
  /** The number of its selections for boundary cases. */
  boundaryTurns: number;
  /** The words in the names of the combinations that were tried. */
  words: Set<string>;
  /** The first untried combination with the most new words; undefined if this combination is not known and must be searched for. */
  newest: NewestCombination | undefined;
}

/** A combination, and the share of its words that are new. */
export interface NewestCombination {
  combination: Combination;
  newWordShare: number;
}

const knownWords = new Map<string, readonly string[]>();

/** Returns the distinct words of a name, and its parts between separators. */
function wordsOf(name: string): readonly string[] {
  const known = knownWords.get(name) ?? [...new Set([...name.split(/[\s,;:]+/), ...name.split(/[,;:]\s*/)])];
  knownWords.set(name, known);
  return known;
}

/**
 * Returns the case generators that have combinations for this target, with the combinations in random order. The case generators are in random order too, so
 * chance decides between two that are equally valuable.
 */
export function generatorProgressOf(
  moves: readonly CaseGenerator[],
  known: TargetInventory,
  chance: SeededRandom,
): readonly GeneratorProgress[] {
  const offered = moves.filter((move) => move.combinations(known).length > 0);
  const branches = offered.map((move): GeneratorProgress => {
    const combinations = move.combinations(known).map((name) => {
      const aims = move.aims?.(known, name) ?? [];
      return { cell: { generator: move, name, tries: 0, aims }, rank: chance.seed() };
    });
    const fresh = combinations.toSorted((a, b) => a.rank - b.rank).map(({ cell: combination }) => combination);
    return {
      generator: move,
      untried: fresh,
      tries: 0,
      size: fresh.length,
      later: [],
      boundaryTurns: 0,
      words: new Set(),
      newest: undefined,
    };
  });
  const ranked = branches.map((branch) => ({ branch, rank: chance.seed() }));
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ branch }) => branch);
}

/** Notes that a combination was tried. */
export function noteTried(branch: GeneratorProgress, combination: Combination): void {
  const { words, untried } = branch;
  branch.tries += 1;
  branch.newest = undefined;
  const at = untried.indexOf(combination);
  if (at >= 0) untried.splice(at, 1);
  for (const word of wordsOf(combination.name)) words.add(word);
}

/** Returns the first untried combination with the most new words; undefined if all were tried. */
export function newestOf(branch: GeneratorProgress): NewestCombination | undefined {
  let newest: NewestCombination | undefined;
  for (const combination of branch.untried) {
    const news = newsOf(branch, combination);
    if (!newest || news > newest.newWordShare) newest = { combination, newWordShare: news };
    // All its words are new, so no other combination can have a greater share of new words.
    if (news === 1) break;
  }
  return newest;
}

/** Returns the share of the words of a combination that no tried combination of its case generator has. */
function newsOf({ words }: GeneratorProgress, { name }: Combination): number {
  const own = wordsOf(name);
  return own.filter((word) => !words.has(word)).length / own.length;
}
