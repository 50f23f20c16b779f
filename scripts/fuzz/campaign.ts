import type { FuzzCase } from '../../fuzzer/case.ts';
import { corpusOf } from '../../fuzzer/corpus.ts';
import type { Sought } from '../../fuzzer/engine/replay/trial.ts';
import { FindingStore } from '../../fuzzer/findings/store.ts';
import { idsAt } from '../../fuzzer/interface/elsewhere.ts';
import { movesBy } from '../../fuzzer/interface/moves.ts';
import { withoutIds } from '../../fuzzer/named.ts';
import { Campaign } from '../../fuzzer/run/campaign.ts';
import { capped } from '../../fuzzer/run/capped.ts';
import { knownOf, sameAs } from '../../fuzzer/run/knowing.ts';
import { lessen } from '../../fuzzer/run/lessen.ts';
import { noSpent, type Spent } from '../../fuzzer/run/meter.ts';
import type { FreshFinding, Plan, State } from '../../fuzzer/run/plan.ts';
import { isProgress, nowhere, type Progress } from '../../fuzzer/run/progress.ts';
import { endProgress, keepProgress, unendedIn } from '../../fuzzer/run/progressFile.ts';
import { mayBeSent, sum } from '../../fuzzer/run/purse.ts';
import { replayed } from '../../fuzzer/run/replays.ts';
import { standInFor } from '../../fuzzer/run/standIns.ts';
import { progressLine } from '../../fuzzer/run/told.ts';
import { Trials } from '../../fuzzer/run/trial.ts';
import { unjudgedIn } from '../../fuzzer/run/unjudged.ts';
import { readCatalogue } from '../../harness/catalogue.ts';
import { contractFor } from '../../harness/contracts.ts';
import { exchangesIn } from '../../harness/journal.ts';
import type { Contract } from '../../schemas/contract.ts';
import { onStderr, Progress as Telling } from '../progress.ts';
import { say } from '../say.ts';
import { stopper } from '../stopping.ts';
import { type Arena, type Intent, openArena } from './arena.ts';
import { leave } from './leaving.ts';
import { moneyFor, moneyLine } from './money.ts';
import { type FuzzOptions, wantedOf } from './options.ts';
import { onlyRead, planOf, type Wanted } from './spending.ts';
import { Stables } from './stables.ts';

/** What one campaign works with. */
interface Workshop extends Wanted {
  arena: Arena;
  store: FindingStore;
  trials: Trials;
  stables: Stables;
  signal: AbortSignal;
  contract: Contract;
  /** Where a campaign of this seed has stopped before. */
  from: Plan['from'];
}

/** Makes a finding smaller, on a stand-in where one shows the same; one that is stopped begins none. */
async function shrunk(
  { arena: { surroundings }, store, trials, stables, signal, shrinkPosts }: Workshop,
  { found, breach, batch }: FreshFinding,
  left: number,
): Promise<Spent> {
  const posts = Math.min(shrinkPosts, left);
  if (signal.aborted || posts === 0) return noSpent;
  const standIn = async (one: FuzzCase, sought: Sought) =>
    standInFor(surroundings, { stable: await stables.open(), prefix: found.fingerprint.slice(0, 6) }, { one, sought });
  const ids = idsAt(surroundings.target, (await knownOf(surroundings)).methods);
  const lessening = {
    stored: (one: FuzzCase) => withoutIds(one, ids),
    trials,
    store,
    run: surroundings.run.id,
    isSame: sameAs(surroundings, found.case),
    standIn,
    posts,
  };
  const { spent } = await lessen(lessening, { found, breach, twins: new Map(batch.twins) });
  return spent;
}

/** Where a campaign of this seed goes on, and a line that says so; none where it begins. */
function unendedOf({ progress, surroundings }: Arena, { anew }: FuzzOptions): Plan['from'] {
  if (anew === true || progress === undefined) return undefined;
  const kept = unendedIn(progress, surroundings.run.seed, isProgress);
  if (!kept) return undefined;
  const { cases, spent, out, batches } = kept;
  say(`goes on after ${cases} cases and ${spent.posts} POST of the campaign of this seed`);
  const unjudged = out === undefined ? noSpent : unjudgedIn(out, batches);
  if (unjudged.posts + unjudged.gets > 0)
    say(
      `${unjudged.posts} POST and ${unjudged.gets} GET more were sent, which nobody has judged: they count, and their cases are drawn again`,
    );
  return { ...kept, spent: sum(spent, unjudged) };
}

/** Keeps how far a campaign is whenever it tells that, and before it moves money: what was meant to be sent is known to whoever goes on. */
function keeper({ arena: { surroundings, progress }, from }: Workshop): (state: Progress) => void {
  const { run, money } = surroundings;
  let last = from ?? nowhere;
  const keep = () => {
    const spent = money?.spent ?? from?.money;
    if (progress !== undefined)
      keepProgress(progress, run.seed, { ...last, out: run.out, ...(spent && { money: spent }) });
  };
  money?.watch(keep);
  return (state) => {
    last = state;
    keep();
  };
}

function campaignOf(workshop: Workshop): Campaign {
  const { arena, store, trials, signal, budget, contract, from } = workshop;
  const { surroundings } = arena;
  const { seed, id: run } = surroundings.run;
  return new Campaign({
    surroundings,
    moves: movesBy(contract),
    seed,
    budget,
    store,
    signal,
    from,
    told: keeper(workshop),
    replayed: (purse) => {
      const known = store.all.filter((one) => !one.api && mayBeSent(budget, one.case));
      return replayed({ trials, store, run }, corpusOf(known), purse);
    },
    shrunk: (fresh, left) => shrunk(workshop, fresh, left),
  });
}

/** Runs a campaign, and tells how far it is meanwhile. */
async function conducted(campaign: Campaign, { budget, contract, from }: Workshop): Promise<State> {
  const scale = { budget, contract, before: from?.spent ?? noSpent, catalogue: readCatalogue() };
  const progress = new Telling(onStderr(), () => progressLine(campaign.state, scale));
  try {
    return await campaign.run();
  } finally {
    progress.stop();
  }
}

/** A target to which a campaign sends no more than its budget, the first look included. */
function withinBudget({ surroundings }: Arena, { budget }: Wanted, from: Plan['from']): Arena['surroundings'] {
  const looks = { posts: 0, gets: exchangesIn(surroundings.run.journal).size };
  return { ...surroundings, spending: capped(budget, sum(from?.spent ?? noSpent, looks), surroundings.spending) };
}

/** What a campaign would do to its target. */
const intentOf = (wanted: Wanted): Intent => ({
  writes: wanted.budget.posts !== 0,
  plan: planOf(wanted),
  instead: 'To read only, say --posts 0 or --tier passive.',
});
/** The same target, and what may be moved there, which is told before anything is. */
async function funded(arena: Arena, { money: text, posts }: FuzzOptions, from: Plan['from']): Promise<Arena> {
  if (posts === '0' || arena.surroundings.run.selection.tier === 'passive') return arena;
  const money = await moneyFor(arena, text, from?.money);
  say(moneyLine(money));
  return { ...arena, surroundings: { ...arena.surroundings, money } };
}

/** Attacks a target by its contract and the interface until the budget is spent; gives the exit code. */
export async function fuzz(options: FuzzOptions): Promise<number> {
  const asked = wantedOf(options);
  const opened = await openArena(options, intentOf(asked));
  const stables = new Stables();
  try {
    const { findings, progress, halted } = opened;
    const { run } = opened.surroundings;
    say(`seed ${run.seed}`);
    if (halted) {
      say(halted.message);
      return halted.exit;
    }
    const wanted = run.selection.tier === 'passive' ? onlyRead(asked, options) : asked;
    const store = new FindingStore(findings);
    const { signal } = stopper(() => say('stops; what was sent is judged first'));
    const from = unendedOf(opened, options);
    const paying = await funded(opened, options, from);
    const arena = { ...paying, surroundings: withinBudget(paying, wanted, from) };
    const trials = new Trials(arena.surroundings, 't');
    const before = store.all.filter(({ api }) => !api);
    const contract = await contractFor(arena.target.contract);
    const workshop = { ...wanted, arena, store, trials, stables, signal, contract, from };
    const campaign = campaignOf(workshop);
    const state = await conducted(campaign, workshop);
    const lost = arena.lost();
    if (lost !== undefined) throw new Error(lost);
    const isStopped = signal.aborted;
    if (progress !== undefined) {
      if (isStopped || state.halted !== undefined) say(`--seed ${run.seed} goes on from here`);
      else endProgress(progress);
    }
    const ids = campaign.ids.size > 0 ? campaign.ids : trials.ids;
    const { budget } = wanted;
    const leaving = {
      arena,
      state,
      budget,
      store,
      before,
      from,
      contract,
      ids,
      isStopped,
      isCutShort: isStopped && options.untilStopped !== true,
      isStrict: options.strict === true,
    };
    return leave(leaving, { json: options.json === true });
  } finally {
    await stables.close();
    await opened.close();
  }
}
