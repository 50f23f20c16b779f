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

/** Reads are made again after so many POSTs, then after three times as many, and so on. */
const lookAgainAfter = 50;

/** What convicts nobody is tried less often. */
const observeWeight = 0.3;

/** A variation without a new word is worth this much of one whose words are all new. */
const leastNews = 0.1;

const words = new Map<string, readonly string[]>();

/** The words of a name, each once, and its parts between commas. */
function wordsOf(name: string): readonly string[] {
  const known = words.get(name) ?? [...new Set([...name.split(/[\s,;:]+/), ...name.split(/[,;:]\s*/)])];
  words.set(name, known);
  return known;
}

const weightOf = (id: string) => (requirementNamed(id).kind === 'observe' ? observeWeight : 1);

const priceOf = ({ posts }: Move) => Math.max(leastPrice, posts);

const keyOf = ({ move, name }: Cell) => `${move.name}: ${name}`;

/** A variation whose turn it is. */
export interface Turn {
  /** Tells that its case has ended, and whether it decided anything. */
  ended(isDecided: boolean): void;
}

/** A move with what of it was tried. */
interface Branch {
  move: Move;
  /** Its variations that nobody has tried, in the order of their ranks. */
  fresh: Cell[];
  tries: number;
  /** Variations without a POST that are worth another look, and after how many POSTs. */
  later: { cell: Cell; from: number }[];
  /** The words in the names of the variations that were tried. */
  words: Set<string>;
  /** Of those that nobody has tried the first with most new words; none where that is to be looked for. */
  newest: Newest | undefined;
}

/** A variation, and the share of its words that are new. */
interface Newest {
  cell: Cell;
  news: number;
}

/**
 * Says what is tried next: what newly evidences most for a POST; then what has most new words for the requirement that had least of its share, each
 * variation once; after that at random, with a fixed share of misuse. The same for the same chance.
 */
export class Planner {
  readonly #cells: readonly Cell[];
  readonly #branches: readonly Branch[];
  readonly #evidenced = new Set<string>();
  /** POSTs that were spent for each requirement. */
  readonly #spent = new Map<string, number>();
  /** POSTs, and cases without one. */
  #posts = 0;
  #free = 0;

  constructor(moves: readonly Move[], known: Known, chance: Chance) {
    const offered = moves.filter((move) => move.cells(known).length > 0);
    const branches = offered.map((move): Branch => {
      const cells = move.cells(known).map((name) => ({ cell: { move, name, tries: 0 }, rank: chance.seed() }));
      const ranked = cells.toSorted((a, b) => a.rank - b.rank);
      return { move, fresh: ranked.map(({ cell }) => cell), tries: 0, later: [], words: new Set(), newest: undefined };
    });
    this.#cells = branches.flatMap(({ fresh }) => fresh);
    // Which of two moves of equal worth comes first is drawn as well.
    const ranked = branches.map((branch) => ({ branch, rank: chance.seed() }));
    this.#branches = ranked.toSorted((a, b) => a.rank - b.rank).map(({ branch }) => branch);
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
    for (const branch of this.#branches)
      for (const cell of [...branch.fresh]) {
        cell.tries = tried[keyOf(cell)] ?? 0;
        if (cell.tries === 0) continue;
        this.#note(branch, cell);
        this.#spend(cell.tries * cell.move.posts, cell.move.evidences);
      }
  }

  /**
   * Notes for which requirements a case of a variation was made: they are spent for, and by half all others of its move, which laws may judge. Gives
   * what is told when it has ended.
   */
  made(cell: Cell, claims: readonly { requirement: string }[]): Turn {
    const { evidences } = cell.move;
    const own = evidences.filter((id) => claims.some(({ requirement }) => requirement === id));
    this.#spend(cell.move.posts / 2, own.length > 0 ? own : evidences);
    this.#spend(cell.move.posts / 2, evidences);
    const begun = this.#posts;
    return { ended: (isDecided) => this.#read(cell, { isDecided, begun }) };
  }

  #spend(posts: number, ids: readonly string[]): void {
    for (const id of ids) this.#spent.set(id, (this.#spent.get(id) ?? 0) + posts / ids.length);
  }

  /** Notes what came of a read: what decided nothing, and what looks at records, is read again when there are more of them. */
  #read(cell: Cell, { isDecided, begun }: { isDecided: boolean; begun: number }): void {
    const { move, tries } = cell;
    if (move.posts > 0 || (isDecided && move.isMisuse)) return;
    const from = begun + (isDecided ? lookAgainAfter * 3 ** (tries - 1) : lookAgainAfter / 2);
    this.#branches.find((branch) => branch.move === move)?.later.push({ cell, from });
  }

  /** How often each variation was tried, by its name; those that were not are left out. */
  get taken(): Record<string, number> {
    return Object.fromEntries(this.#cells.flatMap((cell) => (cell.tries > 0 ? [[keyOf(cell), cell.tries]] : [])));
  }

  /** The next variation to try within what may be spent; undefined where nothing fits. */
  next(purse: Purse, chance: Chance): Cell | undefined {
    const fits = this.#branches.filter(({ move: { posts } }) => posts <= purse.posts && (posts > 0 || purse.gets > 0));
    for (const branch of this.#branches) this.#renew(branch);
    const mayRead = this.#free < 1 + this.#posts * freePerPost;
    const free = mayRead ? this.#best(fits.filter(({ move }) => move.posts === 0)) : undefined;
    const chosen = free ?? this.#best(fits.filter(({ move }) => move.posts > 0)) ?? this.#anyOf(fits, chance);
    if (!chosen) return undefined;
    const { branch, cell } = chosen;
    cell.tries += 1;
    this.#note(branch, cell);
    this.#posts += cell.move.posts;
    if (cell.move.posts === 0) this.#free += 1;
    return cell;
  }

  /** What is worth another look by now is as good as untried. */
  #renew(branch: Branch): void {
    const due = branch.later.filter(({ from }) => from <= this.#posts);
    if (due.length === 0) return;
    branch.later = branch.later.filter(({ from }) => from > this.#posts);
    branch.fresh.push(...due.map(({ cell }) => cell));
    branch.newest = undefined;
  }

  #note(branch: Branch, cell: Cell): void {
    const { words, fresh } = branch;
    branch.tries += 1;
    branch.newest = undefined;
    const at = fresh.indexOf(cell);
    if (at >= 0) fresh.splice(at, 1);
    for (const word of wordsOf(cell.name)) words.add(word);
  }

  /** The untried variation of most worth: that of the move that is worth most, with most new words (a currency, a field, a way to be wrong). */
  #best(branches: readonly Branch[]): { branch: Branch; cell: Cell } | undefined {
    let best: { branch: Branch; cell: Cell; worth: number; newly: number } | undefined;
    for (const branch of branches) {
      branch.newest ??= newestOf(branch);
      const { newest } = branch;
      if (!newest) continue;
      const newly = this.#newly(branch);
      if (best && newly < best.newly) continue;
      const worth = (leastNews + newest.news) * this.#appetite(branch);
      if (!best || newly > best.newly || worth > best.worth) best = { branch, cell: newest.cell, worth, newly };
    }
    return best;
  }

  /** How many requirements a move that had no turn would newly evidence for a POST. */
  #newly({ move, tries }: Branch): number {
    return tries > 0 ? 0 : move.evidences.filter((id) => !this.#evidenced.has(id)).length / priceOf(move);
  }

  /** What a POST for this move is worth: the more, the less was spent for its requirements so far. */
  #appetite({ move, tries }: Branch): number {
    if (move.evidences.length === 0) return observeWeight / (1 + tries) / priceOf(move);
    const each = move.evidences.map((id) => weightOf(id) / (1 + (this.#spent.get(id) ?? 0)));
    return each.reduce((sum, one) => sum + one, 0) / each.length / priceOf(move);
  }

  #anyOf(branches: readonly Branch[], chance: Chance): { branch: Branch; cell: Cell } | undefined {
    if (branches.length === 0) return undefined;
    const isMisuse = chance.below(1000) < misuseShare * 1000;
    const wanted = branches.filter(({ move }) => move.isMisuse === isMisuse);
    const branch = chance.pick(wanted.length > 0 ? wanted : branches);
    const cells = this.#cells.filter(({ move }) => move === branch.move);
    return { branch, cell: chance.pick(cells) };
  }
}

function newestOf(branch: Branch): Newest | undefined {
  let newest: Newest | undefined;
  for (const cell of branch.fresh) {
    const news = newsOf(branch, cell);
    if (!newest || news > newest.news) newest = { cell, news };
    // None has more than new words alone.
    if (news === 1) break;
  }
  return newest;
}

/** The share of the words of a variation that no tried one of its move has. */
function newsOf({ words }: Branch, { name }: Cell): number {
  const own = wordsOf(name);
  return own.filter((word) => !words.has(word)).length / own.length;
}
