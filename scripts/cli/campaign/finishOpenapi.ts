import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Budget } from '../../../fuzzer/engine/budget/remainingBudget.ts';
import type { CampaignProgress, CampaignState } from '../../../fuzzer/engine/campaign/driver.ts';
import type { Finding } from '../../../fuzzer/engine/findings/finding.ts';
import { knownFindingChanges } from '../../../fuzzer/engine/findings/findingChanges.ts';
import type { FindingStore } from '../../../fuzzer/engine/findings/findingStore.ts';
import { crashedAgain } from '../../../fuzzer/engine/replay/crashDetection.ts';
import type { OpenApiDriver } from '../../../fuzzer/openapi/campaign/driver.ts';
import type { OpenApiReport } from '../../../fuzzer/openapi/coverage/report.ts';
import { authExporter } from '../../../fuzzer/openapi/credentials/exportedAuth.ts';
import { type OpenApiCampaignDocument, writeOpenApiCampaign } from '../../../reports/campaign/openapiCampaign.ts';
import { writeExports } from '../../../reports/finding/exports.ts';
import { ourFault } from '../process/exitCodes.ts';
import { say } from '../process/say.ts';
import { GuardedWrites } from '../process/writeErrors.ts';
import type { CampaignEnd } from './campaignSession.ts';
import type { OpenApiOptions } from './openapiOptions.ts';
import { reportableContract } from './openapiPaths.ts';
import type { PreparedOpenApi } from './prepareOpenapi.ts';

/** The state at the end of a campaign on any API. */
export interface FinishedOpenApiCampaign extends PreparedOpenApi, CampaignEnd {
  driver: OpenApiDriver;
  options: OpenApiOptions;
  run: string;
  seed: number;
  out: string;
  budget: Budget;
  store: FindingStore;
  /** The findings of the target that were known when it began. */
  before: readonly Finding[];
  /** The progress from which it continued; undefined if it started from the beginning. */
  from: CampaignProgress | undefined;
  /** The options that let another command use the same target and findings. */
  rerunOptions: string;
  /** True if only safe methods were sent. */
  isReadOnly: boolean;
}

/** Returns why the remaining operations had no turn. */
function untriedBecause({ state: { isStorageFull, halted }, isStopped }: CampaignEnd): string {
  if (isStorageFull) return 'not its turn before the disk was full';
  if (halted !== undefined) return 'the target could not be reached';
  return isStopped ? 'not its turn before it was stopped' : 'not its turn within the budget';
}

function exitOf(
  { shown, halted, isStorageFull, cases }: CampaignState,
  { operations, barred }: OpenApiReport,
  { store, isCutShort }: FinishedOpenApiCampaign,
): OpenApiCampaignDocument['exit'] {
  if (isStorageFull) return ourFault;
  if (halted !== undefined) return crashedAgain(shown, store.all) ? 1 : 3;
  if (Object.values(shown).includes('fail')) return 1;
  // If the target refuses the credential, the operations without authentication say nothing about the other operations. The report explains to the caller what
  // to do.
  if (barred.length > 0) return 3;
  if (isCutShort) return 4;
  if (operations.reached > 0) return 0;
  if (cases === 0) return 4;
  say('no result: no valid request was accepted. Check the address and the credential.');
  return 3;
}

/** Writes each finding that showed as files that reproduce it without Assay. */
function exported(
  { store, contract, options, out, request, state: { shown } }: FinishedOpenApiCampaign,
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

function documentOf(leaving: FinishedOpenApiCampaign, writing: GuardedWrites): OpenApiCampaignDocument {
  const { options, run, seed, budget, store, before, contract, request, isStopped, isReadOnly, from, state, driver } =
    leaving;
  const { baseUrl } = request;
  const { spent, cases, elapsedMs, violations, shown, halted } = state;
  const { unsent, led, coverage } = driver;
  const { fingerprint, problems } = contract;
  const report = coverage.report(untriedBecause(leaving));
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
    findings: exported(leaving, writing),
    exit: exitOf(state, report, leaving),
  };
}

/** Writes the output of a campaign on any API, and prints it for people, or as JSON if requested; returns the exit code. */
export function finishOpenApiCampaign(leaving: FinishedOpenApiCampaign): number {
  const { out, options, rerunOptions } = leaving;
  const file = join(out, 'campaign.json');
  const writing = new GuardedWrites();
  const document = documentOf(leaving, writing);
  writing.of(() => writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600 }), undefined);
  process.stdout.write(
    options.json ? `${JSON.stringify(document)}\n` : writeOpenApiCampaign(document, { file, place: rerunOptions }),
  );
  return writing.isBroken ? ourFault : document.exit;
}
