import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../builder/caseGenerator.ts';
import type { TargetInventory } from '../target/targetInventory.ts';
import {
  type Combination,
  type GeneratorProgress,
  generatorProgressOf,
  newestOf,
  noteTried,
} from './generatorProgress.ts';
import { keyOf, observeWeight, priceOf, sideOf, weightOf, widthOf } from './worth.ts';

/** What may still be spent, in requests that are not GETs and in GETs. */
export interface RemainingRequests {
  posts: number;
  gets: number;
}

/** The share of cases that are misuse, once every combination was tried. */
const misuseShare = 0.5;

/** The number of cases without a POST that are tried for each POST. */
const freePerPost = 6;

/** Reads are repeated after this many POSTs, then after three times as many, and so on. */
const lookAgainAfter = 50;

/** Boundary cases that no request has reached get one in this many selections with a POST (`dear`), and one in this many selections without a POST (`free`). */
const boundaryInterval = { dear: 6, free: 2 } as const;

/** The worth of a combination without a new word, relative to one whose words are all new. */
const leastNews = 0.1;

type Choice = { branch: GeneratorProgress; combination: Combination };

/** A case that was started for a combination. */
export interface StartedCase {
  /** Reports that the case has ended, and whether it decided anything. */
  ended(isDecided: boolean): void;
}

/**
 * Selects what is tried next. First come the combinations that give first evidence to the most requirements per POST, then case generators that were not tried.
 * Then each other combination is tried once: it must serve the requirement that has the least of its share, and have the most new words. After that the
 * selection is random, with a fixed share of misuse. A fixed share of the selections goes to boundary cases that no request has reached. Equal random sources
 * give equal selections.
 */
export class CasePlanner {
  readonly #combinations: readonly Combination[];
  readonly #branches: readonly GeneratorProgress[];
  readonly #evidenced = new Set<string>();
  /** POSTs spent for each side of a requirement: what it allows, and what it forbids. */
  readonly #spent = new Map<string, number>();
  /** Boundary cases that the requests made so far cover. */
  readonly #reached = new Set<string>();
  /** The number of POSTs, and of cases without one. */
  #posts = 0;
  #free = 0;
  /** The number of selections that are not random. */
  readonly #selections = { dear: 0, free: 0 };

  constructor(moves: readonly CaseGenerator[], known: TargetInventory, chance: SeededRandom) {
    this.#branches = generatorProgressOf(moves, known, chance);
    this.#combinations = this.#branches.flatMap(({ untried }) => untried);
  }

  /** All combinations. */
  get combinations(): readonly Combination[] {
    return this.#combinations;
  }

  /** Notes requirements that have evidence by now. Further evidence for these requirements is worth less. */
  evidenced(ids: Iterable<string>): void {
    for (const id of ids) this.#evidenced.add(id);
  }

  #reach(boundaryCases: Iterable<string>): void {
    for (const side of boundaryCases) this.#reached.add(side);
  }

  /** Goes on after the first part of this campaign, which tried this, by the names that `taken` gives. */
  resume(tried: Readonly<Record<string, number>>): void {
    this.#note(tried, () => true);
  }

  /** Follows earlier campaigns, which tried this: combinations with a POST that they tried come last. Reads cost little, and see what is new. */
  follow(tried: Readonly<Record<string, number>>): void {
    this.#note(tried, ({ generator }) => generator.posts > 0);
  }

  #note(tried: Readonly<Record<string, number>>, isNoted: (one: Combination) => boolean): void {
    for (const branch of this.#branches)
      for (const combination of branch.untried.filter(isNoted)) {
        combination.tries = tried[keyOf(combination)] ?? 0;
        if (combination.tries === 0) continue;
        noteTried(branch, combination);
        this.#reach(combination.aims);
        this.#spend(combination.generator, combination.tries * combination.generator.posts);
      }
  }

  /**
   * Notes a case of a combination. Charges half of its POSTs to the requirements that the case asserts. Charges the other half to all requirements of the case
   * generator, because of their trace checks.
   */
  made(combination: Combination, { claims: assertions = [] }: FuzzCase, boundaryCases: Iterable<string>): StartedCase {
    this.#reach(boundaryCases);
    const { evidences } = combination.generator;
    const own = evidences.filter((id) => assertions.some(({ requirement }) => requirement === id));
    const half = combination.generator.posts / 2;
    this.#spend(combination.generator, half, own.length > 0 ? own : evidences);
    this.#spend(combination.generator, half);
    const begun = this.#posts;
    return { ended: (isDecided) => this.#read(combination, { isDecided, begun }) };
  }

  #spend(generator: CaseGenerator, posts: number, ids: readonly string[] = generator.evidences): void {
    for (const id of ids)
      this.#spent.set(sideOf(generator, id), this.#spentOn(generator, id) + posts / Math.max(1, ids.length));
  }

  #spentOn(generator: CaseGenerator, id: string): number {
    return this.#spent.get(sideOf(generator, id)) ?? 0;
  }

  /** Notes that no case could be made of a combination. A read may be possible once there is more to read. */
  notMade(combination: Combination): void {
    this.#read(combination, { isDecided: false, begun: this.#posts });
  }

  /** Schedules the next repetition of a read. A read that decided nothing, or that reads records, is repeated when there are more records. */
  #read(combination: Combination, { isDecided, begun }: { isDecided: boolean; begun: number }): void {
    const { generator, tries } = combination;
    if (generator.posts > 0 || (isDecided && generator.isMisuse)) return;
    const from = begun + (isDecided ? lookAgainAfter * 3 ** (tries - 1) : lookAgainAfter / 2);
    this.#branches.find((branch) => branch.generator === generator)?.later.push({ combination, from });
  }

  /** How often each combination was tried, by name. Combinations that were not tried are left out. */
  get taken(): Record<string, number> {
    return Object.fromEntries(
      this.#combinations.flatMap((combination) =>
        combination.tries > 0 ? [[keyOf(combination), combination.tries]] : [],
      ),
    );
  }

  /** Selects the next combination within the remaining budget; undefined if nothing fits. */
  next(remaining: RemainingRequests, chance: SeededRandom): Combination | undefined {
    const affordable = this.#branches.filter(
      ({ generator: { posts } }) => posts <= remaining.posts && (posts > 0 || remaining.gets > 0),
    );
    for (const branch of this.#branches) this.#renew(branch);
    const mayRead = this.#free < 1 + this.#posts * freePerPost;
    const free = mayRead ? this.#untried(affordable, 'free') : undefined;
    const chosen = free ?? this.#untried(affordable, 'dear') ?? this.#anyOf(affordable, chance);
    if (!chosen) return undefined;
    const { branch, combination } = chosen;
    combination.tries += 1;
    noteTried(branch, combination);
    this.#posts += combination.generator.posts;
    if (combination.generator.posts === 0) this.#free += 1;
    return combination;
  }

  /** Moves combinations that are due for another read back to the untried combinations. */
  #renew(branch: GeneratorProgress): void {
    const due = branch.later.filter(({ from }) => from <= this.#posts);
    if (due.length === 0) return;
    branch.later = branch.later.filter(({ from }) => from > this.#posts);
    branch.untried.push(...due.map(({ combination }) => combination));
    branch.newest = undefined;
  }

  /** Selects an untried combination, from those with a POST or from those without. */
  #untried(
    all: readonly GeneratorProgress[],
    kind: keyof typeof boundaryInterval,
  ): { branch: GeneratorProgress; combination: Combination } | undefined {
    const branches = all.filter(({ generator }) => generator.posts > 0 === (kind === 'dear'));
    const best = this.#best(branches);
    // A combination that newly evidences something comes first.
    if (best && best.newly > 0) return best;
    this.#selections[kind] += 1;
    const isOfASide = this.#selections[kind] % boundaryInterval[kind] === 0;
    const side = isOfASide ? this.#sided(branches) : undefined;
    return side ?? this.#best(branches.filter(({ tries }) => tries === 0)) ?? best;
  }

  /**
   * Selects the untried combination that covers the most unreached boundary cases per POST. Among equals, prefers the case generator with the fewest selections
   * for boundary cases.
   */
  #sided(branches: readonly GeneratorProgress[]): Choice | undefined {
    let best: (Choice & { worth: number }) | undefined;
    for (const branch of branches)
      for (const combination of branch.untried) {
        const fresh = combination.aims.filter((side) => !this.#reached.has(side)).length;
        const worth = fresh / priceOf(branch.generator);
        const isBetter =
          !best || worth > best.worth || (worth === best.worth && branch.boundaryTurns < best.branch.boundaryTurns);
        if (fresh > 0 && isBetter) best = { branch, combination, worth };
      }
    if (best) best.branch.boundaryTurns += 1;
    return best;
  }

  /**
   * Selects the untried combination with the greatest worth. The worth grows with the value of the case generator and with the new words of the combination (a
   * currency, a field, a defect).
   */
  #best(branches: readonly GeneratorProgress[]): (Choice & { newly: number }) | undefined {
    let best: (Choice & { worth: number; newly: number }) | undefined;
    for (const branch of branches) {
      branch.newest ??= newestOf(branch);
      const { newest } = branch;
      const newly = this.#newly(branch);
      if (!newest || (best && newly < best.newly)) continue;
      const worth = (leastNews + newest.newWordShare) * this.#appetite(branch);
      const { combination } = newest;
      if (!best || newly > best.newly || worth > best.worth) best = { branch, combination, worth, newly };
    }
    return best;
  }

  /** The number of requirements per POST that a case generator would newly evidence; 0 if it was tried before. */
  #newly({ generator, tries }: GeneratorProgress): number {
    return tries > 0 ? 0 : generator.evidences.filter((id) => !this.#evidenced.has(id)).length / priceOf(generator);
  }

  /** The worth of a POST for this case generator. The fewer POSTs its requirements have had so far, the greater the worth. */
  #appetite(branch: GeneratorProgress): number {
    const { generator, tries } = branch;
    if (generator.evidences.length === 0) return observeWeight / (1 + tries) / priceOf(generator);
    const each = generator.evidences.map((id) => weightOf(id) / (1 + this.#spentOn(generator, id)));
    return (widthOf(branch) * each.reduce((sum, one) => sum + one, 0)) / each.length / priceOf(generator);
  }

  #anyOf(branches: readonly GeneratorProgress[], chance: SeededRandom): Choice | undefined {
    if (branches.length === 0) return undefined;
    const isMisuse = chance.below(1000) < misuseShare * 1000;
    const wanted = branches.filter(({ generator }) => generator.isMisuse === isMisuse);
    const branch = chance.pick(wanted.length > 0 ? wanted : branches);
    const combinations = this.#combinations.filter(({ generator }) => generator === branch.generator);
    return { branch, combination: chance.pick(combinations) };
  }
}
