import { relative, resolve } from 'node:path';
import { AnyTrials } from '../fuzzer/any/again.ts';
import { AnyCampaign } from '../fuzzer/any/campaign.ts';
import type { AnyPlan, AnyState } from '../fuzzer/any/plan.ts';
import { isAnyProgress } from '../fuzzer/any/progress.ts';
import { anyLeft } from '../fuzzer/any/purse.ts';
import { type Opened, openTrial } from '../fuzzer/any/session.ts';
import { isStill } from '../fuzzer/any/still.ts';
import { anyProgress } from '../fuzzer/any/told.ts';
import { corpusOf } from '../fuzzer/corpus.ts';
import type { Finding } from '../fuzzer/findings/finding.ts';
import { FindingStore } from '../fuzzer/findings/store.ts';
import type { Spent } from '../fuzzer/run/meter.ts';
import type { Budget } from '../fuzzer/run/plan.ts';
import { endProgress, keepProgress, unendedIn } from '../fuzzer/run/progressFile.ts';
import { mayBeSent } from '../fuzzer/run/purse.ts';
import { replayed } from '../fuzzer/run/replays.ts';
import { findingsFileFor } from '../harness/pins.ts';
import { decideRun } from '../harness/run.ts';
import { decide } from '../harness/targets/environment.ts';
import { inShell } from '../reports/shell.ts';
import type { Contract } from '../schemas/contract.ts';
import { type LeavingAny, leaveAny } from './anyLeaving.ts';
import type { AnyOptions } from './anyOptions.ts';
import { contractBeside, progressBeside } from './anyPlace.ts';
import { readyAny } from './anyReady.ts';
import { onlyRead, spentBy, type Wanted } from './fuzz/spending.ts';
import { decideOut, readyFolderOf } from './ready.ts';

/** Between two lines of progress, ms. */
const progressMs = 2_000;

/** More problems of a contract than a reader wants at once; the rest is in campaign.json. */
const mostProblems = 20;

const say = (line: string) => process.stderr.write(`${line}\n`);

function tellProblems({ problems }: Contract): void {
  for (const { pointer, wanted, seen, operations } of problems.slice(0, mostProblems))
    say(
      `contract #${pointer}: wanted ${wanted}, seen ${seen}; left out: ${operations.slice(0, 3).join(', ') || 'nothing'}${operations.length > 3 ? ` and ${operations.length - 3} more` : ''}`,
    );
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

/** Ends a campaign when the process is asked to end; the second time it ends as others do. */
function stopper(): { signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) process.once(name, stop);
  return {
    signal: controller.signal,
    done: () => {
      for (const name of names) process.removeListener(name, stop);
    },
  };
}

/** What a campaign began with. */
type Begun = Omit<LeavingAny, 'isStopped'> & Wanted & { findings: string; unended: string; isReading: boolean };

/** The words that lead another command to the same target and findings. */
function placeOf({ findings, set = [], allowWrites }: AnyOptions, baseUrl: string): string {
  const words = findings === undefined ? ['--target', baseUrl] : ['--findings', relative('', findings) || findings];
  const writes = allowWrites === undefined ? [] : ['--allow-writes', allowWrites];
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
  const { baseUrl, reading } = known.request;
  const findings = resolve(options.findings ?? findingsFileFor(baseUrl));
  readyFolderOf(findings);
  const store = new FindingStore(findings);
  const out = decideOut(options.out);
  const wanted = reading === undefined ? spentBy(options) : onlyRead(spentBy(options), options);
  const before = store.all.filter(({ api }) => api);
  const unended = progressBeside(findings);
  const from = unendedOf(unended, seed, { contract: known.contract, anew: options.anew === true });
  const files = { store, findings, unended, before, place: placeOf(options, baseUrl) };
  const isReading = reading !== undefined || wanted.budget.posts === 0;
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
  const { baseUrl, deadlines, reading } = request;
  say(`seed ${seed}`);
  tellProblems(contract);
  if (reading !== undefined) say(reading);
  const opened = openTrial({
    contract,
    baseUrl,
    credentials,
    deadlines,
    seed,
    isReading,
    left: (spent) => anyLeft(budget, spent),
    ...(from && { before: from.spent }),
  });
  const { signal, done } = stopper();
  try {
    const state = await campaignOn(begun, { opened, signal }).run();
    const isStopped = signal.aborted;
    if (isStopped || state.halted !== undefined) say(`--seed ${seed} goes on from here`);
    else endProgress(unended);
    return leaveAny({ ...begun, isStopped }, state);
  } finally {
    done();
    await opened.close();
  }
}
