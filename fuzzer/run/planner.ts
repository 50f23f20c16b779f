import type { Known } from '../interface/known.ts';
import type { Chance, Move } from '../interface/move.ts';
import { requirementNamed } from './requirements.ts';

/** A variation of a move, and how often it was tried. */
export interface Cell {
  move: Move;
  name: string;
  tries: number;
}

/** What may still be spent, in requests that are no GET and in GETs. */
export interface Purse {
  posts: number;
  gets: number;
}

/** Of so many cases one is misuse, once every variation was tried. */
const misuseShare = 0.5;

/** A case without a POST still costs this much: its reads, and time. */
const leastPrice = 0.2;

/** So many cases without a POST are tried for each POST. */
const freePerPost = 6;

/** What convicts nobody is tried less often. */
const observeWeight = 0.3;

/** A variation without a new word is worth this much of one. */
const leastNews = 0.1;

const wordsOf = (name: string) => name.split(/[\s,;:]+/);

const keyOf = ({ move, name }: Cell) => `${move.name}: ${name}`;

/**
 * Says what is tried next: what newly evidences most for a POST, then the moves that were tried least of their variations, each of them once; after
 * that at random, with a fixed share of misuse. The same for the same chance.
 */
export class Planner {
  readonly #cells: readonly Cell[];
  readonly #evidenced = new Set<string>();
  readonly #tried = new Map<Move, number>();
  /** The words in the names of the variations that were tried. */
  readonly #words = new Map<Move, Set<string>>();
  /** POSTs, and cases without one. */
  #posts = 0;
  #free = 0;

  constructor(moves: readonly Move[], known: Known, chance: Chance) {
    const cells = moves.flatMap((move) => move.cells(known).map((name) => ({ move, name, tries: 0 })));
    const ranked = cells.map((cell) => ({ cell, rank: chance.seed() }));
    this.#cells = ranked.toSorted((a, b) => a.rank - b.rank).map(({ cell }) => cell);
  }

  /** Every variation that there is. */
  get cells(): readonly Cell[] {
    return this.#cells;
  }

  /** Notes requirements that are evidenced by now: what would evidence them again is worth less. */
  evidenced(ids: Iterable<string>): void {
    for (const id of ids) this.#evidenced.add(id);
  }

  /** Notes what was tried before, by the names that `taken` gives: a campaign that goes on. */
  resume(tried: Readonly<Record<string, number>>): void {
    for (const cell of this.#cells) {
      cell.tries = tried[keyOf(cell)] ?? 0;
      if (cell.tries > 0) this.#note(cell);
    }
  }

  /** How often each variation was tried, by its name; those that were not are left out. */
  get taken(): Record<string, number> {
    return Object.fromEntries(this.#cells.flatMap((cell) => (cell.tries > 0 ? [[keyOf(cell), cell.tries]] : [])));
  }

  /** The next variation to try within what may be spent; undefined where nothing fits. */
  next(purse: Purse, chance: Chance): Cell | undefined {
    const fits = this.#cells.filter(({ move }) => move.posts <= purse.posts && (move.posts > 0 || purse.gets > 0));
    const mayRead = this.#free < 1 + this.#posts * freePerPost;
    const isFresh = ({ tries }: Cell) => tries === 0;
    const free = mayRead ? fits.filter((cell) => cell.move.posts === 0 && isFresh(cell)) : [];
    const paid = fits.filter((cell) => cell.move.posts > 0 && isFresh(cell));
    const chosen = this.#best(free) ?? this.#best(paid) ?? this.#anyOf(fits, chance);
    if (chosen) this.#take(chosen);
    return chosen;
  }

  #note({ move, name }: Cell): void {
    this.#tried.set(move, (this.#tried.get(move) ?? 0) + 1);
    const words = this.#words.get(move) ?? new Set();
    for (const word of wordsOf(name)) words.add(word);
    this.#words.set(move, words);
  }

  #take(cell: Cell): void {
    cell.tries += 1;
    this.#note(cell);
    this.#posts += cell.move.posts;
    if (cell.move.posts === 0) this.#free += 1;
  }

  /**
   * The one that would newly evidence most for its price; else the one whose name has most words that no tried variation of its move had (a
   * currency, a field, a way to be wrong), less for each time that its move had its turn.
   */
  #best(cells: readonly Cell[]): Cell | undefined {
    let best: { cell: Cell; worth: readonly [number, number] } | undefined;
    for (const cell of cells) {
      const worth = this.#worth(cell);
      if (!best || worth[0] > best.worth[0] || (worth[0] === best.worth[0] && worth[1] > best.worth[1]))
        best = { cell, worth };
    }
    return best?.cell;
  }

  #worth({ move, name }: Cell): readonly [number, number] {
    const price = Math.max(leastPrice, move.posts);
    const tries = this.#tried.get(move) ?? 0;
    const fresh = tries > 0 ? 0 : move.evidences.filter((id) => !this.#evidenced.has(id)).length;
    const seen = this.#words.get(move);
    const news = wordsOf(name).filter((word) => !seen?.has(word)).length;
    const weight = move.evidences.every((id) => requirementNamed(id).kind === 'observe') ? observeWeight : 1;
    return [fresh / price, ((leastNews + news) * weight) / (price * (1 + tries))];
  }

  #anyOf(cells: readonly Cell[], chance: Chance): Cell | undefined {
    if (cells.length === 0) return undefined;
    const isMisuse = chance.below(1000) < misuseShare * 1000;
    const wanted = cells.filter(({ move }) => move.isMisuse === isMisuse);
    const from = wanted.length > 0 ? wanted : cells;
    const move = chance.pick([...new Set(from.map((cell) => cell.move))]);
    return chance.pick(from.filter((cell) => cell.move === move));
  }
}
