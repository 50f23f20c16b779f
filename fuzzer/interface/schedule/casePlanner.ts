import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { type SeededRandom, seededRandom } from '../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../builder/caseGenerator.ts';
import { requirementNamed } from '../executor/requirements.ts';
import type { TargetInventory } from '../target/targetInventory.ts';
import {
  type Combination,
  type GeneratorProgress,
  generatorProgressOf,
  newestOf,
  noteTried,
} from './generatorProgress.ts';

/** What may still be spent, in requests that are no GET and in GETs. */
export interface RemainingRequests {
  posts: number;
  gets: number;
}

/** Of so many cases one is misuse, once every variation was tried. */
const misuseShare = 0.5;

/** A case without a POST still costs this much: its reads, and time. */
const leastPrice = 0.2;

/** So many cases without a POST are tried for each POST. */
const freePerPost = 6;

/** Reads are made again after so many POSTs, then after three times as many, and so on. */
const lookAgainAfter = 50;

/** Of so many turns with a POST, and of so many without, one is that of a side of a keyword which no request has reached. */
const turnsOfASide = { dear: 2, free: 2 } as const;

/** What convicts nobody is tried less often. */
const observeWeight = 0.3;

/** A variation without a new word is worth this much of one whose words are all new. */
const leastNews = 0.1;

const weightOf = (id: string) => (requirementNamed(id).kind === 'observe' ? observeWeight : 1);

const priceOf = ({ posts }: CaseGenerator) => Math.max(leastPrice, posts);

const keyOf = ({ generator, name }: Combination) => `${generator.name}: ${name}`;

type Choice = { branch: GeneratorProgress; cell: Combination };

/** A variation whose turn it is. */
export interface StartedCase {
  /** Tells that its case has ended, and whether it decided anything. */
  ended(isDecided: boolean): void;
}

/**
 * Says what is tried next: what newly evidences most for a POST; then moves that had no turn; then what has most new words for the requirement that had
 * least of its share, each variation once; after that at random, with a fixed share of misuse. A fixed share of the turns is for sides of keywords that no
 * request has reached. The same for the same chance.
 */
export class CasePlanner {
  readonly #cells: readonly Combination[];
  readonly #branches: readonly GeneratorProgress[];
  readonly #evidenced = new Set<string>();
  /** POSTs that were spent for each requirement. */
  readonly #spent = new Map<string, number>();
  /** Sides of keywords on which requests lay that were made. */
  readonly #reached = new Set<string>();
  /** POSTs, and cases without one. */
  #posts = 0;
  #free = 0;
  /** Turns of what is not tried at random. */
  readonly #turns = { dear: 0, free: 0 };

  constructor(moves: readonly CaseGenerator[], known: TargetInventory, chance: SeededRandom) {
    this.#branches = generatorProgressOf(moves, known, chance);
    this.#cells = this.#branches.flatMap(({ untried }) => untried);
  }

  /** Every variation that there is. */
  get combinations(): readonly Combination[] {
    return this.#cells;
  }

  /** Notes requirements that are evidenced by now: what would evidence them again is worth less. */
  evidenced(ids: Iterable<string>): void {
    for (const id of ids) this.#evidenced.add(id);
  }

  #reach(sides: Iterable<string>): void {
    for (const side of sides) this.#reached.add(side);
  }

  /** Notes what was tried before, by the names that `taken` gives: a campaign that goes on. */
  resume(tried: Readonly<Record<string, number>>): void {
    for (const branch of this.#branches)
      for (const cell of [...branch.untried]) {
        cell.tries = tried[keyOf(cell)] ?? 0;
        if (cell.tries === 0) continue;
        noteTried(branch, cell);
        this.#reach(cell.aims);
        this.#spend(cell.tries * cell.generator.posts, cell.generator.evidences);
      }
  }

  /**
   * Notes for which requirements a case of a variation was made: they are spent for, and by half all others of its move, which laws may judge. Gives
   * what is told when it has ended. What sides of keywords its requests lie on need no turn of their own.
   */
  made(cell: Combination, { claims = [] }: FuzzCase, sides: Iterable<string>): StartedCase {
    this.#reach(sides);
    const { evidences } = cell.generator;
    const own = evidences.filter((id) => claims.some(({ requirement }) => requirement === id));
    this.#spend(cell.generator.posts / 2, own.length > 0 ? own : evidences);
    this.#spend(cell.generator.posts / 2, evidences);
    const begun = this.#posts;
    return { ended: (isDecided) => this.#read(cell, { isDecided, begun }) };
  }

  #spend(posts: number, ids: readonly string[]): void {
    for (const id of ids) this.#spent.set(id, (this.#spent.get(id) ?? 0) + posts / ids.length);
  }

  /** Notes that no case could be made of a variation: what reads may be made once there is more to read. */
  notMade(cell: Combination): void {
    this.#read(cell, { isDecided: false, begun: this.#posts });
  }

  /** Notes what came of a read: what decided nothing, and what looks at records, is read again when there are more of them. */
  #read(cell: Combination, { isDecided, begun }: { isDecided: boolean; begun: number }): void {
    const { generator, tries } = cell;
    if (generator.posts > 0 || (isDecided && generator.isMisuse)) return;
    const from = begun + (isDecided ? lookAgainAfter * 3 ** (tries - 1) : lookAgainAfter / 2);
    this.#branches.find((branch) => branch.generator === generator)?.later.push({ cell, from });
  }

  /** How often each variation was tried, by its name; those that were not are left out. */
  get taken(): Record<string, number> {
    return Object.fromEntries(this.#cells.flatMap((cell) => (cell.tries > 0 ? [[keyOf(cell), cell.tries]] : [])));
  }

  /** The next variation to try within what may be spent; undefined where nothing fits. */
  next(purse: RemainingRequests, chance: SeededRandom): Combination | undefined {
    const fits = this.#branches.filter(
      ({ generator: { posts } }) => posts <= purse.posts && (posts > 0 || purse.gets > 0),
    );
    for (const branch of this.#branches) this.#renew(branch);
    const mayRead = this.#free < 1 + this.#posts * freePerPost;
    const free = mayRead ? this.#untried(fits, 'free') : undefined;
    const chosen = free ?? this.#untried(fits, 'dear') ?? this.#anyOf(fits, chance);
    if (!chosen) return undefined;
    const { branch, cell } = chosen;
    cell.tries += 1;
    noteTried(branch, cell);
    this.#posts += cell.generator.posts;
    if (cell.generator.posts === 0) this.#free += 1;
    return cell;
  }

  /** What is worth another look by now is as good as untried. */
  #renew(branch: GeneratorProgress): void {
    const due = branch.later.filter(({ from }) => from <= this.#posts);
    if (due.length === 0) return;
    branch.later = branch.later.filter(({ from }) => from > this.#posts);
    branch.untried.push(...due.map(({ cell }) => cell));
    branch.newest = undefined;
  }

  /** The untried variation whose turn it is, of those with a POST or of those without. */
  #untried(
    all: readonly GeneratorProgress[],
    kind: keyof typeof turnsOfASide,
  ): { branch: GeneratorProgress; cell: Combination } | undefined {
    const branches = all.filter(({ generator }) => generator.posts > 0 === (kind === 'dear'));
    const best = this.#best(branches);
    // What newly evidences something comes first.
    if (best && best.newly > 0) return best;
    this.#turns[kind] += 1;
    const isOfASide = this.#turns[kind] % turnsOfASide[kind] === 0;
    const side = isOfASide ? this.#sided(branches) : undefined;
    return side ?? this.#best(branches.filter(({ tries }) => tries === 0)) ?? best;
  }

  /** The untried variation that lies on most sides which no request has reached, for a POST; of several that of the move which had fewest such turns. */
  #sided(branches: readonly GeneratorProgress[]): { branch: GeneratorProgress; cell: Combination } | undefined {
    let best: { branch: GeneratorProgress; cell: Combination; worth: number } | undefined;
    for (const branch of branches)
      for (const cell of branch.untried) {
        const fresh = cell.aims.filter((side) => !this.#reached.has(side)).length;
        const worth = fresh / priceOf(branch.generator);
        const isBetter =
          !best || worth > best.worth || (worth === best.worth && branch.boundaryTurns < best.branch.boundaryTurns);
        if (fresh > 0 && isBetter) best = { branch, cell, worth };
      }
    if (best) best.branch.boundaryTurns += 1;
    return best;
  }

  /** The untried variation of most worth: that of the move that is worth most, with most new words (a currency, a field, a way to be wrong). */
  #best(branches: readonly GeneratorProgress[]): (Choice & { newly: number }) | undefined {
    let best: (Choice & { worth: number; newly: number }) | undefined;
    for (const branch of branches) {
      branch.newest ??= newestOf(branch);
      const { newest } = branch;
      const newly = this.#newly(branch);
      if (!newest || (best && newly < best.newly)) continue;
      const worth = (leastNews + newest.newWordShare) * this.#appetite(branch);
      if (!best || newly > best.newly || worth > best.worth) best = { branch, cell: newest.combination, worth, newly };
    }
    return best;
  }

  /** How many requirements a move that had no turn would newly evidence for a POST. */
  #newly({ generator, tries }: GeneratorProgress): number {
    return tries > 0 ? 0 : generator.evidences.filter((id) => !this.#evidenced.has(id)).length / priceOf(generator);
  }

  /** What a POST for this move is worth: the more, the less was spent for its requirements so far. */
  #appetite({ generator, tries }: GeneratorProgress): number {
    if (generator.evidences.length === 0) return observeWeight / (1 + tries) / priceOf(generator);
    const each = generator.evidences.map((id) => weightOf(id) / (1 + (this.#spent.get(id) ?? 0)));
    return each.reduce((sum, one) => sum + one, 0) / each.length / priceOf(generator);
  }

  #anyOf(branches: readonly GeneratorProgress[], chance: SeededRandom): Choice | undefined {
    if (branches.length === 0) return undefined;
    const isMisuse = chance.below(1000) < misuseShare * 1000;
    const wanted = branches.filter(({ generator }) => generator.isMisuse === isMisuse);
    const branch = chance.pick(wanted.length > 0 ? wanted : branches);
    const cells = this.#cells.filter(({ generator }) => generator === branch.generator);
    return { branch, cell: chance.pick(cells) };
  }
}

/** The planner of a campaign on a target, which goes on where one before it had stopped. */
export function casePlanner(
  {
    generators,
    seed,
    from,
  }: {
    generators: readonly CaseGenerator[];
    seed: number;
    from?: { tried: Readonly<Record<string, number>> } | undefined;
  },
  known: TargetInventory,
): CasePlanner {
  const planner = new CasePlanner(generators, known, seededRandom(seed, 'order'));
  planner.resume(from?.tried ?? {});
  return planner;
}
