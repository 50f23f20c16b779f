import { cappedSpending } from '../../../fuzzer/engine/budget/cappedSpending.ts';
import { mayBeSent, sumOfSpent } from '../../../fuzzer/engine/budget/remainingBudget.ts';
import { noSpent } from '../../../fuzzer/engine/budget/requestMeter.ts';
import { referencedIds, withIds } from '../../../fuzzer/engine/cases/targetIds.ts';
import { FindingStore } from '../../../fuzzer/engine/findings/findingStore.ts';
import { storeProgress } from '../../../fuzzer/engine/progress/progressFile.ts';
import { type InterfaceDriver, interfaceCampaign } from '../../../fuzzer/interface/campaign/driver.ts';
import { type InterfaceProgress, interfaceProgress, noProgress } from '../../../fuzzer/interface/campaign/progress.ts';
import { readTried, storeTried } from '../../../fuzzer/interface/campaign/tried.ts';
import { unjudgedRequests } from '../../../fuzzer/interface/campaign/unjudgedBatches.ts';
import { caseGenerators } from '../../../fuzzer/interface/cases/caseGenerators.ts';
import { coverageReport } from '../../../fuzzer/interface/coverage/coverageReport.ts';
import { requirementNamed } from '../../../fuzzer/interface/executor/requirements.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import { exchangesIn } from '../../../traffic/journal/journal.ts';
import { decideRun } from '../../../traffic/journal/run.ts';
import { readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import { TouchedPairs } from '../../../traffic/requirements/touchedPairs.ts';
import { targetContract } from '../../../traffic/target/targetContract.ts';
import { knownFindingsOf } from '../prepare/earlierFailures.ts';
import { namedTarget } from '../prepare/namedTarget.ts';
import { interruptSignal } from '../process/interrupt.ts';
import { say } from '../process/say.ts';
import { type CampaignLimits, onlyRead, planOf } from './budgetOptions.ts';
import { type CampaignEnd, type CampaignSession, continuedFrom } from './campaignSession.ts';
import { campaignLimits, type FuzzOptions } from './fuzzOptions.ts';
import { moneyFor, moneyLine } from './moneyLimit.ts';
import { LazyMutantPool } from './mutantPool.ts';
import { type Halted, type OpenedTarget, openTarget, type SendingIntent } from './openTarget.ts';

/** Returns the progress from which a campaign continues. Requests that were sent but not judged count, and their cases are generated again. */
function progressIn(
  { progress: file, environment }: OpenedTarget,
  { anew }: FuzzOptions,
): InterfaceProgress | undefined {
  const stored = continuedFrom(interfaceProgress, { file, seed: environment.run.seed, anew });
  if (!stored) return undefined;
  const { spent, out, batches } = stored;
  const unjudged = out === undefined ? noSpent : unjudgedRequests(out, batches);
  if (unjudged.posts + unjudged.gets > 0)
    say(
      `${unjudged.posts} POST and ${unjudged.gets} GET more were sent but not judged: they count, and their cases are generated again`,
    );
  return { ...stored, spent: sumOfSpent(spent, unjudged) };
}

/** Stores the progress of a campaign whenever it changes, and before money is moved: a campaign that continues must know what was about to be sent. */
function progressKeeper(
  { environment, progress: file, touched: touchedFile, tried: triedFile }: OpenedTarget,
  { from, touched }: { from: InterfaceProgress | undefined; touched: TouchedPairs },
) {
  const { run, money } = environment;
  let last: InterfaceProgress = from ?? noProgress;
  const keep = () => {
    const spent = money?.spent ?? from?.money;
    const { version } = interfaceProgress;
    const reached = { ...last, out: run.out, ...(spent && { money: spent }), version, seed: run.seed };
    if (file !== undefined) storeProgress(file, reached);
  };
  money?.onChange(keep);
  return (reached: InterfaceProgress) => {
    last = reached;
    keep();
    if (touchedFile !== undefined) touched.store(touchedFile);
    if (triedFile !== undefined) storeTried(triedFile, reached.tried);
  };
}

/** Returns the target with its limit on money, which is printed before any money is moved, and its limit on requests. The first check of the target counts. */
async function limited(
  opened: OpenedTarget,
  { money: text, posts }: FuzzOptions,
  { budget, from }: CampaignLimits & { from: InterfaceProgress | undefined },
): Promise<OpenedTarget> {
  const { environment } = opened;
  const { run, spending } = environment;
  const movesNothing = posts === '0' || run.selection.tier === 'passive';
  const money = movesNothing ? undefined : await moneyFor(opened, text, from?.money);
  if (!movesNothing) say(moneyLine(money));
  const looks = { posts: 0, gets: exchangesIn(run.journal).size };
  const capped = cappedSpending(budget, sumOfSpent(from?.spent ?? noSpent, looks), spending);
  return { ...opened, environment: { ...environment, ...(!movesNothing && { money }), spending: capped } };
}

/** Describes what a campaign would do to its target. */
const intentOf = (wanted: CampaignLimits): SendingIntent => ({
  writes: wanted.budget.posts !== 0,
  plan: planOf(wanted),
  instead: 'To only read, use --posts 0 or --tier passive.',
});

/** The end of a campaign on the interface. */
interface InterfaceEnd extends CampaignEnd {
  driver: InterfaceDriver;
  contract: Contract;
  /** True if its coverage counts only what came after a continuation. */
  isPartial: boolean;
}

/** Reports what a campaign has covered, and how its findings are exported. Throws if the embedded emulator has ended unexpectedly. */
function outcomeOf(
  { target, lost }: OpenedTarget,
  { driver, contract, state, isCutShort, isPartial, untriedBecause }: InterfaceEnd,
): ReturnType<CampaignSession['outcome']> {
  const lostBecause = lost();
  if (lostBecause !== undefined) throw new Error(lostBecause);
  const { batches, coverage, combinations, ids } = driver;
  const hasTestControl = target.control !== undefined;
  const denominator = { contract, catalogue: readCatalogue(), combinations, hasTestControl, untriedBecause };
  return {
    batches,
    coverage: {
      evidenced: [...coverage.evidenced].toSorted(),
      reached: coverageReport(coverage, denominator),
      counts: coverage.counts.all,
      ...(isPartial && { isPartial }),
    },
    notes: [],
    quietExit: !isCutShort && state.cases > 0 && coverage.evidenced.size > 0 ? 0 : 4,
    titleOf: (id) => requirementNamed(id).title,
    exportOf: (one) => {
      const named = new Set(referencedIds(one.case));
      const own = new Map([...ids].filter(([place]) => named.has(place)));
      return { sent: { ...one, case: withIds(one.case, ids) }, origin: { baseUrl: target.baseUrl, ids: own } };
    },
  };
}

/** Returns the target as campaign.json names it. */
const reportedTarget = ({ target: { facts, baseUrl } }: OpenedTarget) => ({
  name: facts.name,
  kind: facts.kind,
  baseUrl,
});

/** Returns the known failures of the named target. Throws ConfigurationError. */
const knownFailuresFor = ({ target, known }: FuzzOptions) =>
  knownFindingsOf({ place: namedTarget(target), known }, decideRun().selection.day);

/** Says why nothing can be sent, and returns the exit code. */
async function leaving({ message, exit }: Halted, close: () => Promise<void>): Promise<number> {
  say(message);
  await close();
  return exit;
}

/** Opens a target of the interface for a campaign; returns the exit code if nothing can be sent to it. */
export async function openInterfaceSession(options: FuzzOptions): Promise<CampaignSession | number> {
  const asked = campaignLimits(options);
  const knownFailures = knownFailuresFor(options);
  const opened = await openTarget(options, intentOf(asked));
  const { signal, done } = interruptSignal(() => say('stopping; requests that were sent are judged first'));
  const mutants = new LazyMutantPool();
  const close = async () => {
    done();
    await mutants.close();
    await opened.close();
  };
  try {
    const { findings, halted, quota } = opened;
    const { seed, id: run, out, selection } = opened.environment.run;
    say(`seed ${seed}`);
    if (halted) return await leaving(halted, close);
    const { budget, shrinkPosts } = selection.tier === 'passive' ? onlyRead(asked, options) : asked;
    const store = new FindingStore(findings);
    const from = progressIn(opened, options);
    const target = await limited(opened, options, { budget, shrinkPosts, from });
    const before = store.all.filter(({ api }) => !api);
    const contract = await targetContract(target.target.contract);
    const [touched, earlier] = [TouchedPairs.in(opened.touched), readTried(opened.tried)];
    const campaign = interfaceCampaign({
      touched,
      earlier,
      environment: target.environment,
      contract,
      generators: caseGenerators(contract),
      seed,
      run,
      budget,
      store,
      known: before.filter((one) => mayBeSent(budget, one.case)),
      shrinkPosts,
      signal,
      from,
      onProgress: progressKeeper(target, { from, touched }),
      mutants: () => mutants.open(),
    });
    return {
      run,
      seed,
      out,
      target: reportedTarget(target),
      tier: selection.tier,
      budget,
      store,
      before,
      knownFailures,
      from,
      rerunOptions: opened.rerunOptions,
      campaign,
      signal,
      progressFile: opened.progress,
      quota,
      outcome: (end) => outcomeOf(target, { ...end, driver: campaign.driver, contract, isPartial: from !== undefined }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
