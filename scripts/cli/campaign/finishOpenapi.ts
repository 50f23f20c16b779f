import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Budget } from '../../../fuzzer/engine/budget/remainingBudget.ts';
import type { Finding } from '../../../fuzzer/engine/findings/finding.ts';
import { knownFindingChanges } from '../../../fuzzer/engine/findings/findingChanges.ts';
import type { FindingStore } from '../../../fuzzer/engine/findings/findingStore.ts';
import { crashedAgain } from '../../../fuzzer/engine/replay/crashDetection.ts';
import type { OpenApiPlan, OpenApiState } from '../../../fuzzer/openapi/campaign/plan.ts';
import type { OpenApiReport } from '../../../fuzzer/openapi/coverage/report.ts';
import { authExporter } from '../../../fuzzer/openapi/credentials/exportedAuth.ts';
import { type OpenApiCampaignDocument, writeOpenApiCampaign } from '../../../reports/campaign/openapiCampaign.ts';
import { writeExports } from '../../../reports/finding/exports.ts';
import { ourFault } from '../process/exitCodes.ts';
import { say } from '../process/say.ts';
import { GuardedWrites } from '../process/writeErrors.ts';
import type { OpenApiOptions } from './openapiOptions.ts';
import { reportableContract } from './openapiPaths.ts';
import type { PreparedOpenApi } from './prepareOpenapi.ts';

/** What is left of a campaign on any API. */
export interface FinishedOpenApiCampaign extends PreparedOpenApi {
  options: OpenApiOptions;
  run: string;
  seed: number;
  out: string;
  budget: Budget;
  store: FindingStore;
  /** What was known of the target when it began. */
  before: readonly Finding[];
  /** Where it went on; none where it began. */
  from: OpenApiPlan['from'];
  /** The words that lead another command to the same target and findings. */
  rerunOptions: string;
  isStopped: boolean;
  /** Nothing was sent that may change anything. */
  isReadOnly: boolean;
  /** It was to go on to the end of its budget. */
  isCutShort: boolean;
}

function exitOf(
  { shown, halted, isStorageFull, cases }: OpenApiState,
  { operations, barred }: OpenApiReport,
  { store, isCutShort }: FinishedOpenApiCampaign,
): OpenApiCampaignDocument['exit'] {
  if (isStorageFull) return ourFault;
  if (halted !== undefined) return crashedAgain(shown, store.all) ? 1 : 3;
  if (Object.values(shown).includes('fail')) return 1;
  // What wants no credential says nothing of the rest; who was not let in is told what to do.
  if (barred.length > 0) return 3;
  if (isCutShort) return 4;
  if (operations.reached > 0) return 0;
  if (cases === 0) return 4;
  say('nothing can be said of it: no sound request was taken. Is it the right address, and the right credential?');
  return 3;
}

/** The findings that showed, each with files which show it without us. */
function exported(
  { store, contract, options, out, request }: FinishedOpenApiCampaign,
  { shown }: OpenApiState,
  writing: GuardedWrites,
) {
  const proving = authExporter(contract, options.auth ?? []);
  const { baseUrl } = request;
  const all = store.all.filter(({ fingerprint }) => Object.hasOwn(shown, fingerprint));
  return all.map((one) => {
    const files = writing.of(
      () => writeExports(one, { folder: join(out, 'findings'), baseUrl, authenticate: proving }),
      [],
    );
    return { ...one, files: files.map((file) => relative(out, file)) };
  });
}

function documentOf(
  leaving: FinishedOpenApiCampaign,
  state: OpenApiState,
  writing: GuardedWrites,
): OpenApiCampaignDocument {
  const { options, run, seed, budget, store, before, contract, request, isStopped, isReadOnly, from } = leaving;
  const { baseUrl } = request;
  const { spent, cases, elapsedMs, coverage, violations, shown, unsent, led, halted } = state;
  const { fingerprint, problems } = contract;
  const report = coverage.report();
  return {
    version: 1,
    run,
    seed,
    target: { baseUrl, contract: reportableContract(options.contract), fingerprint, problems },
    budget,
    isReading: isReadOnly,
    spent,
    ...(from && { from: { cases: from.cases, spent: from.spent } }),
    elapsedMs: Math.round(elapsedMs),
    cases,
    ended: halted === undefined ? (isStopped ? 'stopped' : 'spent') : 'halted',
    unsent,
    led,
    ...(halted !== undefined && { halted }),
    ...(!from && { again: knownFindingChanges(before, { after: store.all, run, shown }) }),
    coverage: report,
    broken: [...violations.values()],
    findings: exported(leaving, state, writing),
    exit: exitOf(state, report, leaving),
  };
}

/** Writes all that a campaign on any API leaves, and prints what is for people, or where it is asked for what is for programs; gives the exit code. */
export function finishOpenApiCampaign(leaving: FinishedOpenApiCampaign, state: OpenApiState): number {
  const { out, options, rerunOptions } = leaving;
  const file = join(out, 'campaign.json');
  const writing = new GuardedWrites();
  const told = documentOf(leaving, state, writing);
  writing.of(() => writeFileSync(file, `${JSON.stringify(told, null, 2)}\n`, { mode: 0o600 }), undefined);
  process.stdout.write(
    options.json ? `${JSON.stringify(told)}\n` : writeOpenApiCampaign(told, { file, place: rerunOptions }),
  );
  return writing.isBroken ? ourFault : told.exit;
}
