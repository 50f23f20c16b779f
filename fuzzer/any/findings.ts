import { sentence } from '../../harness/fault.ts';
import type { FuzzCase } from '../case.ts';
import type { Found, Showing } from '../findings/finding.ts';
import type { FindingStore } from '../findings/store.ts';
import type { Breach } from '../run/breach.ts';
import { foundOf, type SentCase, showingOf } from '../run/found.ts';
import type { Budget } from '../run/plan.ts';
import { type Shows, shrink } from '../shrink/shrink.ts';
import type { AnyRuling } from './oracles.ts';
import { anyRequirement } from './requirements.ts';
import type { Opened } from './session.ts';
import type { Tried } from './trial.ts';

/** What findings are kept with. */
interface Keeping {
  opened: Opened;
  store: FindingStore;
  run: string;
  seed: number;
  budget: Budget;
  shrinkPosts: number;
  isOver(): boolean;
}

/** The first breach of a requirement, after how many POSTs it was seen, and how often it was seen in all. */
export interface Worst extends Breach {
  posts: number;
  times: number;
}

/** How a finding may be made smaller: whether a smaller case is still what it is said to be, and whether that is worth its time. */
interface Lessening {
  isSame: Shows;
  isShrunk: boolean;
}

/** So many findings of one requirement on one operation are kept: more of them say the same. */
const mostAlike = 4;

/** So many breaches of one ruling are kept. */
const mostBreaches = 2;

/** Making findings smaller may cost so much of what may be spent. */
const shareOfShrinking = 1 / 4;

/** So many GETs for making one finding smaller, and so many smaller cases on paper: neither is counted by `shrink`. */
const mostGets = 40;
const mostOnPaper = 600;

const breaking = { must: 'fail', should: 'warn' } as const;

/** What a ruling says is broken. */
function breachesOf({ requirement: id, kind, ruling }: AnyRuling): Breach[] {
  if (kind === 'observe' || ruling.state !== 'broken') return [];
  return ruling.faults.map((fault) => {
    const { code, exchanges = [] } = fault;
    const { wanted, seen } = sentence(fault);
    return { requirement: anyRequirement(id), outcome: breaking[kind], code, wanted, seen, exchanges };
  });
}

/** Keeps what a campaign finds, and makes it smaller. */
export class Findings {
  readonly #keeping: Keeping;
  readonly #broken = new Map<string, Worst>();
  readonly #alike = new Map<string, number>();
  readonly #known = new Set<string>();
  #shrunkPosts = 0;

  constructor(keeping: Keeping) {
    this.#keeping = keeping;
  }

  /** What is broken, by requirement. */
  get broken(): ReadonlyMap<string, Worst> {
    return this.#broken;
  }

  /** How many findings this campaign has. */
  get count(): number {
    return this.#known.size;
  }

  /** Keeps what the rulings of a case say is broken. */
  async look(one: FuzzCase, { rulings, exchanges }: Tried, lessening: Lessening): Promise<void> {
    const fresh: { found: Found; code: string }[] = [];
    for (const breach of rulings.flatMap((each) => breachesOf(each).slice(0, mostBreaches))) {
      const found = this.#keep(breach, { case: one, steps: exchanges });
      if (found) fresh.push({ found, code: breach.code });
    }
    for (const { found, code } of lessening.isShrunk ? fresh : []) await this.#lessen(found, code, lessening);
  }

  /** Keeps a breach as a finding; gives it where it is new. */
  #keep(breach: Breach, sent: SentCase): Found | undefined {
    const { opened, store, run, seed } = this.#keeping;
    const { id } = breach.requirement;
    const before = this.#broken.get(id);
    this.#broken.set(
      id,
      before ? { ...before, times: before.times + 1 } : { ...breach, posts: opened.spent.posts, times: 1 },
    );
    const found = foundOf(breach, sent, { record: opened.record, seed });
    const alike = `${id} ${found.operation}`;
    const count = this.#alike.get(alike) ?? 0;
    if (this.#known.has(found.fingerprint) || count >= mostAlike) return undefined;
    this.#known.add(found.fingerprint);
    this.#alike.set(alike, count + 1);
    return store.found(found, run) && !store.find(found.fingerprint)?.shrunk ? found : undefined;
  }

  async #lessen({ fingerprint, requirement, case: one }: Found, code: string, { isSame }: Lessening): Promise<void> {
    const { opened, store, run, budget, shrinkPosts, isOver } = this.#keeping;
    const share = (budget.posts ?? Number.POSITIVE_INFINITY) * shareOfShrinking;
    const before = { ...opened.spent };
    let showing: Showing | undefined;
    let onPaper = 0;
    const onTarget: Shows = async (smaller) => {
      const { posts, gets } = opened.spent;
      const isSpent = posts - before.posts >= shrinkPosts || gets - before.gets >= mostGets;
      if (isSpent || isOver() || this.#shrunkPosts + posts - before.posts >= share) return false;
      opened.renew();
      const tried = await opened.trial.of(smaller);
      const breach = tried?.rulings
        .flatMap(breachesOf)
        .find((each) => each.requirement.id === requirement && each.code === code);
      if (tried && breach) showing = showingOf(breach, tried.exchanges, opened.record);
      return breach !== undefined;
    };
    const isStill: Shows = (smaller) => {
      onPaper += 1;
      return onPaper <= mostOnPaper && isSame(smaller);
    };
    if (await onTarget(one)) {
      const { case: smallest, by } = await shrink(one, { requirement, isSame: isStill, onTarget, posts: shrinkPosts });
      const posts = opened.spent.posts - before.posts;
      if (showing) store.shrunk(fingerprint, { case: smallest, ...showing, shrunk: { by, posts } }, run);
    }
    this.#shrunkPosts += opened.spent.posts - before.posts;
  }
}
