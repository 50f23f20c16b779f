import { relative, resolve } from 'node:path';
import { cappedSpending } from '../../../fuzzer/engine/budget/cappedSpending.ts';
import { mayBeSent, remainingOf } from '../../../fuzzer/engine/budget/remainingBudget.ts';
import { noSpent } from '../../../fuzzer/engine/budget/requestMeter.ts';
import type { ApiSource, Finding } from '../../../fuzzer/engine/findings/finding.ts';
import { FindingStore } from '../../../fuzzer/engine/findings/findingStore.ts';
import { openApiTitle } from '../../../fuzzer/engine/judgement/openApiRequirements.ts';
import { storeProgress } from '../../../fuzzer/engine/progress/progressFile.ts';
import { type OpenApiDriver, openApiCampaign } from '../../../fuzzer/openapi/campaign/driver.ts';
import { openApiHabits } from '../../../fuzzer/openapi/campaign/plan.ts';
import { type OpenApiProgress, openApiProgress } from '../../../fuzzer/openapi/campaign/progress.ts';
import { isValidByContract } from '../../../fuzzer/openapi/cases/caseValidity.ts';
import type { OpenApiReport } from '../../../fuzzer/openapi/coverage/report.ts';
import { authExporter } from '../../../fuzzer/openapi/credentials/exportedAuth.ts';
import { openSession } from '../../../fuzzer/openapi/executor/session.ts';
import { contractNotes } from '../../../reports/campaign/contractCoverage.ts';
import type { FindingOrigin } from '../../../reports/finding/heading.ts';
import { escapeLine } from '../../../reports/text/escape.ts';
import { shellWord } from '../../../reports/text/shell.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import { decideRun } from '../../../traffic/journal/run.ts';
import { decide } from '../../../traffic/system/environment.ts';
import { formerStateFile } from '../../../traffic/target/filesBeside.ts';
import { confirmMoney } from '../prepare/confirmMoney.ts';
import { knownFindingsOf } from '../prepare/earlierFailures.ts';
import { checkFolderOf, checkWritable, prepareOutput } from '../prepare/prepareTarget.ts';
import { interruptSignal } from '../process/interrupt.ts';
import { say } from '../process/say.ts';
import { type CampaignLimits, limitsFrom, planOf } from './budgetOptions.ts';
import { type CampaignEnd, type CampaignSession, continuedFrom } from './campaignSession.ts';
import { type OpenApiOptions, openApiTarget } from './openapiOptions.ts';
import { contractBeside, progressBeside, reportableContract } from './openapiPaths.ts';
import { lockAccounts, type PreparedOpenApi, prepareOpenApi } from './prepareOpenapi.ts';

/** The most problems of a contract that are printed; the rest is in campaign.json. */
const mostProblems = 20;

/** Prints the seed, and the problems of the contract. */
function announce(seed: number, { problems }: Contract): void {
  say(`seed ${seed}`);
  for (const { pointer, wanted, seen, operations } of problems.slice(0, mostProblems)) {
    const more = operations.length > 3 ? ` and ${operations.length - 3} more` : '';
    const left = `${operations.slice(0, 3).join(', ') || 'nothing'}${more}`;
    say(escapeLine(`contract #${pointer}: expected ${wanted}, got ${seen}; left out: ${left}`));
  }
  if (problems.length > mostProblems) say(`contract: ${problems.length - mostProblems} more problems`);
}

/** Returns the options that let another command use the same target and findings. */
function placeOf({ findings, set = [], allowWrites, allowMoney }: OpenApiOptions, baseUrl: string): string {
  const words = findings === undefined ? ['--target', baseUrl] : ['--findings', relative('', findings) || findings];
  const named = allowWrites ?? allowMoney;
  const writes = named === undefined ? [] : ['--allow-writes', named];
  return [...words, ...writes, ...set.flatMap((one) => ['--set', one])].map(shellWord).join(' ');
}

/** Asks for permission to write, and creates the files that a campaign writes to. */
async function filesFor({ request }: PreparedOpenApi, options: OpenApiOptions, limits: CampaignLimits) {
  const { baseUrl, naming } = request;
  if (limits.budget.posts !== 0) await confirmMoney(openApiTarget(request), { ...naming, plan: planOf(limits) });
  const findings = resolve(options.findings ?? formerStateFile(baseUrl, 'findings'));
  checkFolderOf(findings);
  checkWritable('--findings', findings);
  const knownFailures = knownFindingsOf({ place: baseUrl, known: options.known }, decideRun().selection.day);
  return { findings, store: new FindingStore(findings), knownFailures, out: prepareOutput(options.out) };
}

function quietExit({ operations, barred }: OpenApiReport, { state, isCutShort }: CampaignEnd): 0 | 3 | 4 {
  // If the target refuses the credential, the operations without authentication say nothing about the other operations. The report explains to the caller what
  // to do.
  if (barred.length > 0) return 3;
  if (isCutShort) return 4;
  if (operations.reached > 0) return 0;
  return state.cases === 0 ? 4 : 3;
}

/** Reports what a campaign has covered, and how its findings are exported. */
function outcomeOf(
  { coverage, unsent, led }: OpenApiDriver,
  end: CampaignEnd,
  origin: FindingOrigin,
): ReturnType<CampaignSession['outcome']> {
  const report = coverage.report(end.untriedBecause);
  const counted = { 'could not be sent to their end': unsent, 'sent with a resource created before': led };
  return {
    coverage: { ...report, counts: { ...report.counts, unsent: counted } },
    notes: contractNotes(report),
    quietExit: quietExit(report, end),
    titleOf: openApiTitle,
    exportOf: (sent) => ({ sent, origin }),
  };
}

/** True if a known finding still fits the contract. */
const fitsContract = (contract: Contract, { api, case: one }: Finding): boolean =>
  api?.fingerprint === contract.fingerprint || isValidByContract(contract, one);

/** Returns the target as campaign.json names it. */
const reportedTarget = ({ request: { baseUrl }, contract }: PreparedOpenApi, options: OpenApiOptions) => ({
  name: reportableContract(options.contract),
  kind: 'contract',
  baseUrl,
  fingerprint: contract.fingerprint,
  problems: contract.problems,
});

/** Returns the API as findings name it. */
const apiOf = ({ request, contract }: PreparedOpenApi, findings: string, options: OpenApiOptions): ApiSource => ({
  baseUrl: request.baseUrl,
  contract: contractBeside(findings, options.contract),
  fingerprint: contract.fingerprint,
  auth: options.auth ?? [],
});

/** Returns the progress from which a campaign with this contract continues. */
const progressIn = (
  file: string,
  seed: number,
  { options, contract }: { options: OpenApiOptions; contract: Contract },
) =>
  continuedFrom<OpenApiProgress>(openApiProgress, {
    file,
    seed,
    anew: options.anew,
    isOurs: (progress) => progress.contract === contract.fingerprint,
  });

/** Opens any API for a campaign. */
export async function openOpenApiSession(options: OpenApiOptions): Promise<CampaignSession> {
  const prepared = await prepareOpenApi(options);
  if (options.seed !== undefined) decide('ASSAY_SEED', options.seed);
  const { id: run, seed } = decideRun();
  const limits = limitsFrom(options);
  const { budget } = limits;
  const { findings, store, ...files } = await filesFor(prepared, options, limits);
  const { request, contract, credentials } = prepared;
  const { baseUrl } = request;
  const progressFile = progressBeside(findings);
  const from = progressIn(progressFile, seed, { options, contract });
  announce(seed, contract);
  const isReadOnly = budget.posts === 0;
  const release = isReadOnly ? () => undefined : lockAccounts(prepared, run);
  const session = openSession({
    contract,
    ...request,
    credentials,
    seed,
    isReading: isReadOnly,
    remaining: (spent) => remainingOf(budget, spent, openApiHabits),
    spending: cappedSpending(budget, from?.spent ?? noSpent),
    ...(from && { before: from.spent }),
  });
  const before = store.all.filter(({ api }) => api);
  const { signal, done } = interruptSignal();
  const campaign = openApiCampaign({
    ...limits,
    contract,
    session,
    seed,
    run,
    store,
    known: before.filter((one) => mayBeSent(budget, one.case) && fitsContract(contract, one)),
    isReadOnly,
    hasCredential: credentials.secrets.length > 0,
    api: apiOf(prepared, findings, options),
    signal,
    from,
    onProgress: (reached) => storeProgress(progressFile, { ...reached, version: openApiProgress.version, seed }),
  });
  return {
    run,
    seed,
    ...files,
    target: reportedTarget(prepared, options),
    tier: isReadOnly ? 'passive' : 'active',
    budget,
    store,
    before,
    from,
    rerunOptions: placeOf(options, baseUrl),
    campaign,
    signal,
    progressFile,
    outcome: (end) =>
      outcomeOf(campaign.driver, end, { baseUrl, authenticate: authExporter(contract, options.auth ?? []) }),
    close: async () => {
      done();
      await session.close();
      release();
    },
  };
}
