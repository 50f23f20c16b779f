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

/** A move on its way: which of its variations are left, and which words the names of those had that were tried. */
class Track {
  readonly move: Move;
  readonly cells: readonly Cell[];
  readonly price: number;
  readonly weight: number;
  readonly #words = new Set<string>();
  #tries = 0;
  /** The variation with most new words among those that were not tried; worked out anew when one was. */
  #best: { cell: Cell; news: number } | undefined;

  constructor(move: Move, cells: readonly Cell[]) {
    this.move = move;
    this.cells = cells;
    this.price = Math.max(leastPrice, move.posts);
    this.weight = move.evidences.every((id) => requirementNamed(id).kind === 'observe') ? observeWeight : 1;
    this.#choose();
  }

  /** What is tried next of it; undefined where each variation was. */
  get next(): Cell | undefined {
    return this.#best?.cell;
  }

  /** What trying it is worth: requirements that it would newly evidence, then what is new of its kind, for a POST. */
  worth(evidenced: ReadonlySet<string>): readonly [number, number] {
    const fresh = this.#tries > 0 ? 0 : this.move.evidences.filter((id) => !evidenced.has(id)).length;
    const news = leastNews + (this.#best?.news ?? 0);
    return [fresh / this.price, (news * this.weight) / (this.price * (1 + this.#tries))];
  }

  /** Notes that a variation was tried. */
  note({ name }: Cell): void {
    this.#tries += 1;
    for (const word of wordsOf(name)) this.#words.add(word);
    this.#choose();
  }

  #choose(): void {
    this.#best = undefined;
    for (const cell of this.cells) {
      if (cell.tries > 0) continue;
      const news = wordsOf(cell.name).filter((word) => !this.#words.has(word)).length;
      if (!this.#best || news > this.#best.news) this.#best = { cell, news };
    }
  }
}

/**
 * Says what is tried next: what newly evidences most for a POST, then what is newest of its kind, each variation once; after that at random, with a
 * fixed share of misuse. What is newest is the variation whose name has most words that no tried one of its move had: a currency, a field, a way to be wrong.
 * The same for the same chance.
 */
export class Planner {
  readonly #tracks: readonly Track[];
  readonly #evidenced = new Set<string>();
  /** POSTs, and cases without one. */
  #posts = 0;
  #free = 0;

  constructor(moves: readonly Move[], known: Known, chance: Chance) {
    const shuffled = <T>(items: readonly T[]) =>
      items
        .map((item) => ({ item, rank: chance.seed() }))
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ item }) => item);
    const tracks = moves.map((move) => {
      const cells = move.cells(known).map((name) => ({ move, name, tries: 0 }));
      return new Track(move, shuffled(cells));
    });
    this.#tracks = shuffled(tracks);
  }

  /** Notes requirements that are evidenced by now: what would evidence them again is worth less. */
  evidenced(ids: Iterable<string>): void {
    for (const id of ids) this.#evidenced.add(id);
  }

  /** Notes what was tried before, by the names that `taken` gives: a campaign that goes on. */
  resume(tried: Readonly<Record<string, number>>): void {
    for (const track of this.#tracks)
      for (const cell of track.cells) {
        cell.tries = tried[keyOf(cell)] ?? 0;
        if (cell.tries > 0) track.note(cell);
      }
  }

  /** How often each variation was tried, by its name; those that were not are left out. */
  get taken(): Record<string, number> {
    const cells = this.#tracks.flatMap((track) => track.cells);
    return Object.fromEntries(cells.flatMap((cell) => (cell.tries > 0 ? [[keyOf(cell), cell.tries]] : [])));
  }

  /** The next variation to try within what may be spent; undefined where nothing fits. */
  next(purse: Purse, chance: Chance): Cell | undefined {
    const fits = this.#tracks.filter(({ move }) => move.posts <= purse.posts && (move.posts > 0 || purse.gets > 0));
    const mayRead = this.#free < 1 + this.#posts * freePerPost;
    const isFree = ({ move }: Track) => move.posts === 0;
    const free = mayRead ? this.#best(fits.filter(isFree)) : undefined;
    const track = free ?? this.#best(fits.filter((one) => !isFree(one)));
    const chosen = track?.next ?? this.#anyOf(fits, chance);
    if (chosen) this.#take(chosen);
    return chosen;
  }

  #take(cell: Cell): void {
    cell.tries += 1;
    this.#tracks.find(({ move }) => move === cell.move)?.note(cell);
    this.#posts += cell.move.posts;
    if (cell.move.posts === 0) this.#free += 1;
  }

  /** The move that is worth most of those that have a variation left; of equals the first. */
  #best(tracks: readonly Track[]): Track | undefined {
    let best: { track: Track; worth: readonly [number, number] } | undefined;
    for (const track of tracks) {
      if (!track.next) continue;
      const worth = track.worth(this.#evidenced);
      if (!best || worth[0] > best.worth[0] || (worth[0] === best.worth[0] && worth[1] > best.worth[1]))
        best = { track, worth };
    }
    return best?.track;
  }

  #anyOf(tracks: readonly Track[], chance: Chance): Cell | undefined {
    const some = tracks.filter(({ cells }) => cells.length > 0);
    if (some.length === 0) return undefined;
    const isMisuse = chance.below(1000) < misuseShare * 1000;
    const wanted = some.filter(({ move }) => move.isMisuse === isMisuse);
    return chance.pick(chance.pick(wanted.length > 0 ? wanted : some).cells);
  }
}
