import { cappedSpending } from '../../fuzzer/engine/budget/cappedSpending.ts';
import { mayBeSent, sumOfSpent } from '../../fuzzer/engine/budget/remainingBudget.ts';
import { noSpent, type Spent } from '../../fuzzer/engine/budget/requestMeter.ts';
import type { FuzzCase } from '../../fuzzer/engine/cases/fuzzCase.ts';
import { withoutIds } from '../../fuzzer/engine/cases/targetIds.ts';
import { FindingStore } from '../../fuzzer/engine/findings/findingStore.ts';
import { removeProgress, storeProgress, unfinishedProgress } from '../../fuzzer/engine/progress/progressFile.ts';
import { replayCorpus } from '../../fuzzer/engine/replay/replayCorpus.ts';
import { replayFindings } from '../../fuzzer/engine/replay/replayFindings.ts';
import type { SoughtViolation } from '../../fuzzer/engine/replay/trial.ts';
import { Campaign } from '../../fuzzer/interface/campaign/campaign.ts';
import type { CampaignPlan, CampaignState, NewFinding } from '../../fuzzer/interface/campaign/plan.ts';
import { type CampaignProgress, isProgress, noProgress } from '../../fuzzer/interface/campaign/progress.ts';
import { progressLine } from '../../fuzzer/interface/campaign/progressLine.ts';
import { unjudgedRequests } from '../../fuzzer/interface/campaign/unjudgedBatches.ts';
import { caseGenerators } from '../../fuzzer/interface/cases/caseGenerators.ts';
import { FindingTrials } from '../../fuzzer/interface/executor/findingTrials.ts';
import { shrinkFinding } from '../../fuzzer/interface/shrink/shrinkFinding.ts';
import { shrinkProxyFor } from '../../fuzzer/interface/shrink/shrinkProxy.ts';
import { inventoryOf, shrunkCaseValidity } from '../../fuzzer/interface/shrink/shrunkCaseValidity.ts';
import { idsAt } from '../../fuzzer/interface/target/retarget.ts';
import type { Contract } from '../../schemas/load/contract.ts';
import { exchangesIn } from '../../traffic/journal/journal.ts';
import { readCatalogue } from '../../traffic/requirements/catalogue.ts';
import { targetContract } from '../../traffic/target/targetContract.ts';
import { type CampaignLimits, onlyRead, planOf } from './campaign/budgetOptions.ts';
import { finishCampaign } from './campaign/finishCampaign.ts';
import { campaignLimits, type FuzzOptions } from './campaign/fuzzOptions.ts';
import { interfaceSummary } from './campaign/interfaceSummary.ts';
import { moneyFor, moneyLine } from './campaign/moneyLimit.ts';
import { LazyMutantPool } from './campaign/mutantPool.ts';
import { type OpenedTarget, openTarget, type SendingIntent } from './campaign/openTarget.ts';
import { interruptSignal } from './process/interrupt.ts';
import { onStderr, ProgressTicker as Telling } from './process/progress.ts';
import { say } from './process/say.ts';

/** The working set of one campaign. */
interface Workshop extends CampaignLimits {
  opened: OpenedTarget;
  store: FindingStore;
  trials: FindingTrials;
  stables: LazyMutantPool;
  signal: AbortSignal;
  contract: Contract;
  /** The progress of an earlier campaign with the same seed. */
  from: CampaignPlan['from'];
}

/** Shrinks a finding, on a shrink proxy if a proxy shows the same violation. A stopped campaign starts no shrinking. */
async function shrunk(
  { opened: { environment }, store, trials, stables, signal, shrinkPosts }: Workshop,
  { found, violation, batch }: NewFinding,
  left: number,
): Promise<Spent> {
  const posts = Math.min(shrinkPosts, left);
  if (signal.aborted || posts === 0) return noSpent;
  const standIn = async (one: FuzzCase, sought: SoughtViolation) =>
    shrinkProxyFor(
      environment,
      { stable: await stables.open(), prefix: found.fingerprint.slice(0, 6) },
      { one, sought },
    );
  const ids = idsAt(environment.target, (await inventoryOf(environment)).methods);
  const shrinking = {
    stored: (one: FuzzCase) => withoutIds(one, ids),
    trials,
    store,
    run: environment.run.id,
    isSame: shrunkCaseValidity(environment, found.case),
    shrinkProxy: standIn,
    posts,
  };
  const { spent } = await shrinkFinding(shrinking, { found, violation, controls: new Map(batch.controls) });
  return spent;
}

/** Returns the progress from which a campaign with this seed continues, and says so; undefined if it starts from the beginning. */
function unendedOf({ progress, environment }: OpenedTarget, { anew }: FuzzOptions): CampaignPlan['from'] {
  if (anew === true || progress === undefined) return undefined;
  const stored = unfinishedProgress(progress, environment.run.seed, isProgress);
  if (!stored) return undefined;
  const { cases, spent, out, batches } = stored;
  say(`goes on after ${cases} cases and ${spent.posts} POST of the campaign of this seed`);
  const unjudged = out === undefined ? noSpent : unjudgedRequests(out, batches);
  if (unjudged.posts + unjudged.gets > 0)
    say(
      `${unjudged.posts} POST and ${unjudged.gets} GET more were sent but not judged: they count, and their cases are generated again`,
    );
  return { ...stored, spent: sumOfSpent(spent, unjudged) };
}

/** Stores the progress of a campaign whenever it changes, and before money is moved: a campaign that continues must know what was about to be sent. */
function keeper({ opened: { environment, progress }, from }: Workshop): (state: CampaignProgress) => void {
  const { run, money } = environment;
  let last = from ?? noProgress;
  const keep = () => {
    const spent = money?.spent ?? from?.money;
    if (progress !== undefined)
      storeProgress(progress, run.seed, { ...last, out: run.out, ...(spent && { money: spent }) });
  };
  money?.onChange(keep);
  return (state) => {
    last = state;
    keep();
  };
}

function campaignOf(workshop: Workshop): Campaign {
  const { opened, store, trials, signal, budget, contract, from } = workshop;
  const { environment } = opened;
  const { seed, id: run } = environment.run;
  return new Campaign({
    environment,
    generators: caseGenerators(contract),
    seed,
    budget,
    store,
    signal,
    from,
    onProgress: keeper(workshop),
    replayed: (budgetLeft) => {
      const known = store.all.filter((one) => !one.api && mayBeSent(budget, one.case));
      return replayFindings({ trials, store, run }, replayCorpus(known), budgetLeft);
    },
    shrunk: (fresh, left) => shrunk(workshop, fresh, left),
  });
}

/** Runs a campaign and prints its progress. */
async function conducted(campaign: Campaign, { budget, contract, from }: Workshop): Promise<CampaignState> {
  const scale = { budget, contract, before: from?.spent ?? noSpent, catalogue: readCatalogue() };
  const progress = new Telling(onStderr(), () => progressLine(campaign.state, scale));
  try {
    return await campaign.run();
  } finally {
    progress.stop();
  }
}

/** Returns the environment of a target with a limit on its sending. The limit is the budget, and the first check of the target counts towards it. */
function withinBudget(
  { environment }: OpenedTarget,
  { budget }: CampaignLimits,
  from: CampaignPlan['from'],
): OpenedTarget['environment'] {
  const looks = { posts: 0, gets: exchangesIn(environment.run.journal).size };
  return {
    ...environment,
    spending: cappedSpending(budget, sumOfSpent(from?.spent ?? noSpent, looks), environment.spending),
  };
}

/** Describes what a campaign would do to its target. */
const intentOf = (wanted: CampaignLimits): SendingIntent => ({
  writes: wanted.budget.posts !== 0,
  plan: planOf(wanted),
  instead: 'To only read, use --posts 0 or --tier passive.',
});
/** Returns the target with its money limit, which is printed before any money is moved. */
async function funded(
  opened: OpenedTarget,
  { money: text, posts }: FuzzOptions,
  from: CampaignPlan['from'],
): Promise<OpenedTarget> {
  if (posts === '0' || opened.environment.run.selection.tier === 'passive') return opened;
  const money = await moneyFor(opened, text, from?.money);
  say(moneyLine(money));
  return { ...opened, environment: { ...opened.environment, money } };
}

/** Fuzzes a target by its contract and the interface until the budget is spent; returns the exit code. */
export async function fuzz(options: FuzzOptions): Promise<number> {
  const asked = campaignLimits(options);
  const opened = await openTarget(options, intentOf(asked));
  const stables = new LazyMutantPool();
  try {
    const { findings, progress, halted } = opened;
    const { run } = opened.environment;
    say(`seed ${run.seed}`);
    if (halted) {
      say(halted.message);
      return halted.exit;
    }
    const wanted = run.selection.tier === 'passive' ? onlyRead(asked, options) : asked;
    const store = new FindingStore(findings);
    const { signal } = interruptSignal(() => say('stopping; requests that were sent are judged first'));
    const from = unendedOf(opened, options);
    const paying = await funded(opened, options, from);
    const capped: OpenedTarget = { ...paying, environment: withinBudget(paying, wanted, from) };
    const trials = new FindingTrials(capped.environment, 't');
    const before = store.all.filter(({ api }) => !api);
    const contract = await targetContract(capped.target.contract);
    const workshop = { ...wanted, opened: capped, store, trials, stables, signal, contract, from };
    const campaign = campaignOf(workshop);
    const state = await conducted(campaign, workshop);
    const lost = capped.lost();
    if (lost !== undefined) throw new Error(lost);
    const isStopped = signal.aborted;
    if (progress !== undefined) {
      if (isStopped || state.halted !== undefined) say(`--seed ${run.seed} goes on from here`);
      else removeProgress(progress);
    }
    const ids = campaign.ids.size > 0 ? campaign.ids : trials.ids;
    const { budget } = wanted;
    const leaving = {
      opened: capped,
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
    return finishCampaign(interfaceSummary(leaving), { json: options.json === true });
  } finally {
    await stables.close();
    await opened.close();
  }
}
