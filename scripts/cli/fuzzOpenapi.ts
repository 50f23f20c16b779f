import { relative, resolve } from 'node:path';
import { cappedSpending } from '../../fuzzer/engine/budget/cappedSpending.ts';
import { type Budget, mayBeSent } from '../../fuzzer/engine/budget/remainingBudget.ts';
import { noSpent, type Spent } from '../../fuzzer/engine/budget/requestMeter.ts';
import type { Finding } from '../../fuzzer/engine/findings/finding.ts';
import { FindingStore } from '../../fuzzer/engine/findings/findingStore.ts';
import { removeProgress, storeProgress, unfinishedProgress } from '../../fuzzer/engine/progress/progressFile.ts';
import { replayCorpus } from '../../fuzzer/engine/replay/replayCorpus.ts';
import { replayFindings } from '../../fuzzer/engine/replay/replayFindings.ts';
import { OpenApiCampaign } from '../../fuzzer/openapi/campaign/campaign.ts';
import type { OpenApiPlan, OpenApiState } from '../../fuzzer/openapi/campaign/plan.ts';
import { isOpenApiProgress } from '../../fuzzer/openapi/campaign/progress.ts';
import { openApiProgressLine } from '../../fuzzer/openapi/campaign/progressLine.ts';
import { remainingRequests } from '../../fuzzer/openapi/campaign/remainingBudget.ts';
import { isValidByContract } from '../../fuzzer/openapi/cases/caseValidity.ts';
import { OpenApiFindingTrials } from '../../fuzzer/openapi/executor/findingTrials.ts';
import { type OpenSession, openSession } from '../../fuzzer/openapi/executor/session.ts';
import { escapeLine } from '../../reports/text/escape.ts';
import { shellWord } from '../../reports/text/shell.ts';
import type { Contract } from '../../schemas/load/contract.ts';
import { decideRun } from '../../traffic/journal/run.ts';
import { decide } from '../../traffic/system/environment.ts';
import { findingsFileFor } from '../../traffic/target/filesBeside.ts';
import { type CampaignLimits, limitsFrom, planOf } from './campaign/budgetOptions.ts';
import { finishCampaign } from './campaign/finishCampaign.ts';
import { type OpenApiOptions, openApiTarget } from './campaign/openapiOptions.ts';
import { contractBeside, progressBeside } from './campaign/openapiPaths.ts';
import { type FinishedOpenApiCampaign, openApiSummary } from './campaign/openapiSummary.ts';
import { lockAccounts, prepareOpenApi } from './campaign/prepareOpenapi.ts';
import { confirmMoney } from './prepare/confirmMoney.ts';
import { checkFolderOf, checkWritable, prepareOutput } from './prepare/prepareTarget.ts';
import { interruptSignal } from './process/interrupt.ts';
import { say } from './process/say.ts';

/** The time between two lines of progress, ms. */
const progressMs = 2_000;

/** The most problems of a contract that are printed; the rest is in campaign.json. */
const mostProblems = 20;

function printProblems({ problems }: Contract): void {
  for (const { pointer, wanted, seen, operations } of problems.slice(0, mostProblems)) {
    const more = operations.length > 3 ? ` and ${operations.length - 3} more` : '';
    const left = `${operations.slice(0, 3).join(', ') || 'nothing'}${more}`;
    say(escapeLine(`contract #${pointer}: expected ${wanted}, got ${seen}; left out: ${left}`));
  }
  if (problems.length > mostProblems) say(`contract: ${problems.length - mostProblems} more problems`);
}

/** Returns a function that prints a line of progress now and then. */
function progress(budget: Budget, before: Spent | undefined): (state: OpenApiState) => void {
  let next = performance.now() + progressMs;
  return (state) => {
    if (performance.now() < next) return;
    next = performance.now() + progressMs;
    say(openApiProgressLine(state, budget, before));
  };
}

/** The setup of a started campaign. */
type Begun = Omit<FinishedOpenApiCampaign, 'isStopped' | 'isCutShort'> &
  CampaignLimits & { findings: string; unended: string };

/** Returns the options that let another command use the same target and findings. */
function placeOf({ findings, set = [], allowWrites, allowMoney }: OpenApiOptions, baseUrl: string): string {
  const words = findings === undefined ? ['--target', baseUrl] : ['--findings', relative('', findings) || findings];
  const named = allowWrites ?? allowMoney;
  const writes = named === undefined ? [] : ['--allow-writes', named];
  return [...words, ...writes, ...set.flatMap((one) => ['--set', one])].map(shellWord).join(' ');
}

/** Returns the progress from which a campaign with this seed and contract continues, and says so; undefined if it starts from the beginning. */
function unendedOf(file: string, seed: number, { contract, anew }: { contract: Contract; anew: boolean }) {
  const from = anew ? undefined : unfinishedProgress(file, seed, isOpenApiProgress);
  if (!from || from.contract !== contract.fingerprint) return undefined;
  say(`goes on after ${from.cases} cases and ${from.spent.posts} writes of the campaign of this seed`);
  return from;
}

/** Reads the options and creates the files that a campaign writes to. */
async function begin(options: OpenApiOptions): Promise<Begun> {
  const known = await prepareOpenApi(options);
  if (options.seed !== undefined) decide('ASSAY_SEED', options.seed);
  const { id: run, seed } = decideRun();
  const { baseUrl, naming } = known.request;
  const wanted = limitsFrom(options);
  const isReading = wanted.budget.posts === 0;
  if (!isReading) await confirmMoney(openApiTarget(known.request), { ...naming, plan: planOf(wanted) });
  const findings = resolve(options.findings ?? findingsFileFor(baseUrl));
  checkFolderOf(findings);
  checkWritable('--findings', findings);
  const store = new FindingStore(findings);
  const out = prepareOutput(options.out);
  const before = store.all.filter(({ api }) => api);
  const unended = progressBeside(findings);
  const from = unendedOf(unended, seed, { contract: known.contract, anew: options.anew === true });
  const files = { store, findings, unended, before, rerunOptions: placeOf(options, baseUrl) };
  return { ...known, options, run, seed, out, isReadOnly: isReading, ...wanted, ...files, from };
}

/** Returns a function that sends known findings again, as far as they still fit the contract. */
function replaying(
  { before, budget, contract, store, run }: Begun,
  opened: OpenSession,
): NonNullable<OpenApiPlan['replayed']> {
  const isOf = ({ api, case: one }: Finding) =>
    api?.fingerprint === contract.fingerprint || isValidByContract(contract, one);
  const known = before.filter((one) => mayBeSent(budget, one.case) && isOf(one));
  return (budgetLeft) =>
    replayFindings({ trials: new OpenApiFindingTrials(opened), store, run }, replayCorpus(known), budgetLeft);
}

function campaignOn(begun: Begun, { opened, signal }: { opened: OpenSession; signal: AbortSignal }): OpenApiCampaign {
  const { request, contract, credentials, budget, options, findings, unended, seed, from } = begun;
  const { baseUrl } = request;
  const { fingerprint } = contract;
  const { auth = [] } = options;
  return new OpenApiCampaign({
    ...begun,
    session: opened,
    hasCredential: credentials.secrets.length > 0,
    signal,
    api: { baseUrl, contract: contractBeside(findings, options.contract), fingerprint, auth },
    replayed: replaying(begun, opened),
    storeProgress: (reached) => storeProgress(unended, seed, reached),
    onTurn: progress(budget, from?.spent),
  });
}

/** Fuzzes any API by its contract until the budget is spent; returns the exit code. */
export async function fuzzOpenApi(options: OpenApiOptions): Promise<number> {
  const begun = await begin(options);
  const { request, contract, credentials, seed, unended, from, isReadOnly, budget } = begun;
  const { baseUrl, deadlines } = request;
  say(`seed ${seed}`);
  printProblems(contract);
  const release = isReadOnly ? () => undefined : lockAccounts(begun, begun.run);
  const opened = openSession({
    contract,
    baseUrl,
    credentials,
    deadlines,
    seed,
    isReading: isReadOnly,
    remaining: (spent) => remainingRequests(budget, spent),
    spending: cappedSpending(budget, from?.spent ?? noSpent),
    ...(from && { before: from.spent }),
  });
  const { signal, done } = interruptSignal();
  try {
    const state = await campaignOn(begun, { opened, signal }).run();
    const isStopped = signal.aborted;
    const isCutShort = isStopped && options.untilStopped !== true;
    if (isStopped || state.halted !== undefined) say(`--seed ${seed} goes on from here`);
    else removeProgress(unended);
    const leaving = { ...begun, isStopped, isCutShort };
    return finishCampaign(openApiSummary(leaving, state), { json: options.json === true });
  } finally {
    done();
    await opened.close();
    release();
  }
}
