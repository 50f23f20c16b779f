import { relative, resolve } from 'node:path';
import { AnyTrials } from '../fuzzer/any/again.ts';
import { AnyCampaign } from '../fuzzer/any/campaign.ts';
import type { AnyPlan, AnyState } from '../fuzzer/any/plan.ts';
import { isAnyProgress } from '../fuzzer/any/progress.ts';
import { anyLeft } from '../fuzzer/any/purse.ts';
import { isStill } from '../fuzzer/any/sameness.ts';
import { type Opened, openTrial } from '../fuzzer/any/session.ts';
import { anyProgress } from '../fuzzer/any/told.ts';
import { corpusOf } from '../fuzzer/corpus.ts';
import type { Finding } from '../fuzzer/findings/finding.ts';
import { FindingStore } from '../fuzzer/findings/store.ts';
import { capped } from '../fuzzer/run/capped.ts';
import { noSpent, type Spent } from '../fuzzer/run/meter.ts';
import { endProgress, keepProgress, unendedIn } from '../fuzzer/run/progressFile.ts';
import { type Budget, mayBeSent } from '../fuzzer/run/purse.ts';
import { replayed } from '../fuzzer/run/replays.ts';
import { findingsFileFor } from '../harness/filesBeside.ts';
import { decideRun } from '../harness/run.ts';
import { decide } from '../harness/targets/environment.ts';
import { plain } from '../reports/plain.ts';
import { inShell } from '../reports/shell.ts';
import type { Contract } from '../schemas/contract.ts';
import { type LeavingAny, leaveAny } from './anyLeaving.ts';
import { type AnyOptions, anyTarget } from './anyOptions.ts';
import { contractBeside, progressBeside } from './anyPlace.ts';
import { heldFor, readyAny } from './anyReady.ts';
import { planOf, spentBy, type Wanted } from './fuzz/spending.ts';
import { permit } from './permit.ts';
import { decideOut, readyFile, readyFolderOf } from './ready.ts';
import { say } from './say.ts';
import { stopper } from './stopping.ts';

/** Between two lines of progress, ms. */
const progressMs = 2_000;

/** More problems of a contract than a reader wants at once; the rest is in campaign.json. */
const mostProblems = 20;

function tellProblems({ problems }: Contract): void {
  for (const { pointer, wanted, seen, operations } of problems.slice(0, mostProblems)) {
    const more = operations.length > 3 ? ` and ${operations.length - 3} more` : '';
    const left = `${operations.slice(0, 3).join(', ') || 'nothing'}${more}`;
    say(plain(`contract #${pointer}: wanted ${wanted}, seen ${seen}; left out: ${left}`));
  }
  if (problems.length > mostProblems) say(`contract: ${problems.length - mostProblems} problems more`);
}

/** A line of progress now and then. */
function progress(budget: Budget, before: Spent | undefined): (state: AnyState) => void {
  let next = performance.now() + progressMs;
  return (state) => {
    if (performance.now() < next) return;
    next = performance.now() + progressMs;
    say(anyProgress(state, budget, before));
  };
}

/** What a campaign began with. */
type Begun = Omit<LeavingAny, 'isStopped' | 'isCutShort'> & Wanted & { findings: string; unended: string };

/** The words that lead another command to the same target and findings. */
function placeOf({ findings, set = [], allowWrites, allowMoney }: AnyOptions, baseUrl: string): string {
  const words = findings === undefined ? ['--target', baseUrl] : ['--findings', relative('', findings) || findings];
  const named = allowWrites ?? allowMoney;
  const writes = named === undefined ? [] : ['--allow-writes', named];
  return [...words, ...writes, ...set.flatMap((one) => ['--set', one])].map(inShell).join(' ');
}

/** Where a campaign of this seed and contract goes on, and a line that says so; none where it begins. */
function unendedOf(file: string, seed: number, { contract, anew }: { contract: Contract; anew: boolean }) {
  const from = anew ? undefined : unendedIn(file, seed, isAnyProgress);
  if (!from || from.contract !== contract.fingerprint) return undefined;
  say(`goes on after ${from.cases} cases and ${from.spent.posts} writes of the campaign of this seed`);
  return from;
}

/** Reads the options and makes what a campaign writes to. */
async function begin(options: AnyOptions): Promise<Begun> {
  const known = await readyAny(options);
  if (options.seed !== undefined) decide('ASSAY_SEED', options.seed);
  const { id: run, seed } = decideRun();
  const { baseUrl, naming } = known.request;
  const wanted = spentBy(options);
  const isReading = wanted.budget.posts === 0;
  if (!isReading) await permit(anyTarget(known.request), { ...naming, plan: planOf(wanted) });
  const findings = resolve(options.findings ?? findingsFileFor(baseUrl));
  readyFolderOf(findings);
  readyFile('--findings', findings);
  const store = new FindingStore(findings);
  const out = decideOut(options.out);
  const before = store.all.filter(({ api }) => api);
  const unended = progressBeside(findings);
  const from = unendedOf(unended, seed, { contract: known.contract, anew: options.anew === true });
  const files = { store, findings, unended, before, place: placeOf(options, baseUrl) };
  return { ...known, options, run, seed, out, isReading, ...wanted, ...files, from };
}

/** Sends again what is known, as far as the contract still has it. */
function replaying({ before, budget, contract, store, run }: Begun, opened: Opened): NonNullable<AnyPlan['replayed']> {
  const isOf = ({ api, case: one }: Finding) => api?.fingerprint === contract.fingerprint || isStill(contract, one);
  const known = before.filter((one) => mayBeSent(budget, one.case) && isOf(one));
  return (purse) => replayed({ trials: new AnyTrials(opened), store, run }, corpusOf(known), purse);
}

function campaignOn(begun: Begun, { opened, signal }: { opened: Opened; signal: AbortSignal }): AnyCampaign {
  const { request, contract, credentials, budget, options, findings, unended, seed, from } = begun;
  const { baseUrl } = request;
  const { fingerprint } = contract;
  const { auth = [] } = options;
  return new AnyCampaign({
    ...begun,
    opened,
    isKnown: credentials.secrets.length > 0,
    signal,
    api: { baseUrl, contract: contractBeside(findings, options.contract), fingerprint, auth },
    replayed: replaying(begun, opened),
    keep: (reached) => keepProgress(unended, seed, reached),
    told: progress(budget, from?.spent),
  });
}

/** Attacks any API by its contract alone until the budget is spent; gives the exit code. */
export async function fuzzAny(options: AnyOptions): Promise<number> {
  const begun = await begin(options);
  const { request, contract, credentials, seed, unended, from, isReading, budget } = begun;
  const { baseUrl, deadlines } = request;
  say(`seed ${seed}`);
  tellProblems(contract);
  const release = isReading ? () => undefined : heldFor(begun, begun.run);
  const opened = openTrial({
    contract,
    baseUrl,
    credentials,
    deadlines,
    seed,
    isReading,
    left: (spent) => anyLeft(budget, spent),
    spending: capped(budget, from?.spent ?? noSpent),
    ...(from && { before: from.spent }),
  });
  const { signal, done } = stopper();
  try {
    const state = await campaignOn(begun, { opened, signal }).run();
    const isStopped = signal.aborted;
    const isCutShort = isStopped && options.untilStopped !== true;
    if (isStopped || state.halted !== undefined) say(`--seed ${seed} goes on from here`);
    else endProgress(unended);
    return leaveAny({ ...begun, isStopped, isCutShort }, state);
  } finally {
    done();
    await opened.close();
    release();
  }
}
