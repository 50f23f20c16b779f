import { conformingRules } from '../../rules/index.ts';
import { rulesNamed } from '../catalogue.ts';
import { cornerNamed, nameOf } from '../corners/names.ts';
import { KINDS, type Kind } from '../corners/predicates.ts';
import { type DrawnPredicate, drawnPredicate } from './draw.ts';
import { play } from './play.ts';
import { replacedBy, type Source, sources } from './sources.ts';
import { type Chance, newChance, shuffled } from './stage/chance.ts';
import { type SeenUses, tellingUses, watchedUses } from './watch.ts';
import { type Played, type Witness, witnessOf } from './witness.ts';

/** A corner mutant with its facts. */
export interface WitnessedCorner {
  readonly name: string;
  readonly section: string;
  readonly kind: Kind;
  readonly breaks: string | null;
  /** The share of the seen uses of its rule for which its predicate holds; null if it was not drawn here. */
  readonly share: number | null;
  readonly witness: Witness;
}

/** What corners are drawn with: the uses of the rules in a conforming play, and what that play saw. */
interface Drawing {
  readonly seed: string;
  readonly chance: Chance;
  readonly uses: SeenUses;
  readonly conforming: Played;
}

/** The corners found so far, by the strata that are to be even. */
interface Found {
  readonly corners: WitnessedCorner[];
  readonly names: Set<string>;
  /** The number of mutants in a row of which a section had no corner. */
  readonly failures: Map<string, number>;
}

const ALL_KINDS = Object.keys(KINDS) as Kind[];

/** A section is given up after this number of mutants in a row without a corner. */
const MOST_FAILURES = 12;

/** The most plays for one mutant before another is tried. */
const MOST_PLAYS = 4;

/** The number of mutants of each section. */
const sizes: ReadonlyMap<string, number> = new Map(
  sources.map(({ section }) => [section, sources.filter((one) => one.section === section).length]),
);

/** The section with the fewest corners for its size. A large section has more corners, but not in proportion. */
function nextSection({ corners, failures }: Found): string | undefined {
  const open = [...sizes].filter(([section]) => (failures.get(section) ?? 0) < MOST_FAILURES);
  const load = ([section, size]: readonly [string, number]): number =>
    (corners.filter((one) => one.section === section).length + 1) / Math.sqrt(size);
  return open.toSorted((left, right) => load(left) - load(right))[0]?.[0];
}

/** The kinds of predicates, those with the fewest corners first. */
function kindsInOrder(chance: Chance, { corners }: Found): Kind[] {
  const count = (kind: Kind): number => corners.filter((one) => one.kind === kind).length;
  return shuffled(chance, ALL_KINDS).sort((left, right) => count(left) - count(right));
}

/** Draws a predicate of one kind for a mutant, from the uses of one of its rules. */
function drawnFor({ chance, uses }: Drawing, source: Source, kind: Kind): DrawnPredicate | undefined {
  const [name, faulty] = chance.pick(replacedBy(source));
  return drawnPredicate(chance, kind, tellingUses(uses.get(name) ?? [], name, faulty));
}

/** Finds one corner of a mutant that a play shows; undefined if some plays show none. */
function cornerOf(drawing: Drawing, source: Source, found: Found): WitnessedCorner | undefined {
  let plays = 0;
  for (const kind of kindsInOrder(drawing.chance, found)) {
    const drawn = drawnFor(drawing, source, kind);
    if (drawn === undefined) continue;
    const name = nameOf({ mutant: source.name, predicate: drawn.predicate });
    const rules = found.names.has(name) ? undefined : rulesNamed(name);
    const witness = rules && witnessOf(rules, drawing.conforming, drawing.seed);
    const { section, breaks } = source;
    if (witness) return { name, section, kind, breaks, share: drawn.share, witness };
    plays += 1;
    if (plays === MOST_PLAYS) return undefined;
  }
  return undefined;
}

/**
 * Draws corner mutants until `count` have a witness, stratified by section and by kind of predicate. The same seed yields the same list. It is shorter if no
 * section has more.
 */
export function witnessedCorners(
  { count, seed }: { count: number; seed: number },
  onFound: (corner: WitnessedCorner) => void = () => {},
): readonly WitnessedCorner[] {
  const text = `corners-${seed}`;
  const drawing = {
    seed: text,
    chance: newChance(text),
    uses: watchedUses(text),
    conforming: play(conformingRules, text),
  };
  const found: Found = { corners: [], names: new Set(), failures: new Map() };
  while (found.corners.length < count) {
    const section = nextSection(found);
    if (section === undefined) break;
    const source = drawing.chance.pick(sources.filter((one) => one.section === section));
    const corner = cornerOf(drawing, source, found);
    found.failures.set(section, corner ? 0 : (found.failures.get(section) ?? 0) + 1);
    if (corner === undefined) continue;
    found.corners.push(corner);
    found.names.add(corner.name);
    onFound(corner);
  }
  return found.corners;
}

/**
 * Finds the witnesses of corner mutants given by name, in the play with this seed. A name that is none of a corner mutant, or whose corner never shows there,
 * is left out. The share of uses is not known.
 */
export function witnessesOf(names: readonly string[], seed: number): readonly WitnessedCorner[] {
  const text = `corners-${seed}`;
  const conforming = play(conformingRules, text);
  return names.flatMap((name) => {
    const corner = cornerNamed(name);
    const source = sources.find((one) => one.name === corner?.mutant);
    const witness = witnessOf(rulesNamed(name) ?? conformingRules, conforming, text);
    if (corner === undefined || source === undefined || witness === undefined) return [];
    const { section, breaks } = source;
    return [{ name, section, breaks, kind: corner.predicate.kind, share: null, witness }];
  });
}
