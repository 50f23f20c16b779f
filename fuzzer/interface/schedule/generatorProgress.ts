import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../builder/caseGenerator.ts';
import type { TargetInventory } from '../target/targetInventory.ts';

/** A variation of a move, and how often it was tried. */
export interface Combination {
  generator: CaseGenerator;
  name: string;
  tries: number;
  /** The sides of keywords on which its request lies, where it is made for them. */
  aims: readonly string[];
}

/** A move with what of it was tried. */
export interface GeneratorProgress {
  generator: CaseGenerator;
  /** Its variations that nobody has tried, in the order of their ranks. */
  untried: Combination[];
  tries: number;
  /** Variations without a POST that are worth another look, and after how many POSTs. */
  later: { cell: Combination; from: number }[];
  /** Its turns for sides of keywords. */
  boundaryTurns: number;
  /** The words in the names of the variations that were tried. */
  words: Set<string>;
  /** Of those that nobody has tried the first with most new words; none where that is to be looked for. */
  newest: NewestCombination | undefined;
}

/** A variation, and the share of its words that are new. */
export interface NewestCombination {
  combination: Combination;
  newWordShare: number;
}

const knownWords = new Map<string, readonly string[]>();

/** The words of a name, each once, and its parts between commas. */
function wordsOf(name: string): readonly string[] {
  const known = knownWords.get(name) ?? [...new Set([...name.split(/[\s,;:]+/), ...name.split(/[,;:]\s*/)])];
  knownWords.set(name, known);
  return known;
}

/** The moves that this target has something for, with their variations in an order that is drawn: which of two of equal worth comes first is drawn as well. */
export function generatorProgressOf(
  moves: readonly CaseGenerator[],
  known: TargetInventory,
  chance: SeededRandom,
): readonly GeneratorProgress[] {
  const offered = moves.filter((move) => move.combinations(known).length > 0);
  const branches = offered.map((move): GeneratorProgress => {
    const cells = move.combinations(known).map((name) => {
      const aims = move.aims?.(known, name) ?? [];
      return { cell: { generator: move, name, tries: 0, aims }, rank: chance.seed() };
    });
    const fresh = cells.toSorted((a, b) => a.rank - b.rank).map(({ cell }) => cell);
    return {
      generator: move,
      untried: fresh,
      tries: 0,
      later: [],
      boundaryTurns: 0,
      words: new Set(),
      newest: undefined,
    };
  });
  const ranked = branches.map((branch) => ({ branch, rank: chance.seed() }));
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ branch }) => branch);
}

/** Notes that a variation was tried. */
export function noteTried(branch: GeneratorProgress, cell: Combination): void {
  const { words, untried } = branch;
  branch.tries += 1;
  branch.newest = undefined;
  const at = untried.indexOf(cell);
  if (at >= 0) untried.splice(at, 1);
  for (const word of wordsOf(cell.name)) words.add(word);
}

/** Of what nobody has tried of a move the first with most new words; undefined where all was tried. */
export function newestOf(branch: GeneratorProgress): NewestCombination | undefined {
  let newest: NewestCombination | undefined;
  for (const cell of branch.untried) {
    const news = newsOf(branch, cell);
    if (!newest || news > newest.newWordShare) newest = { combination: cell, newWordShare: news };
    // None has more than new words alone.
    if (news === 1) break;
  }
  return newest;
}

/** The share of the words of a variation that no tried one of its move has. */
function newsOf({ words }: GeneratorProgress, { name }: Combination): number {
  const own = wordsOf(name);
  return own.filter((word) => !words.has(word)).length / own.length;
}
