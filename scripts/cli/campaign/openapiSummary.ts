import { openApiTitle } from '../../../fuzzer/engine/judgement/openApiRequirements.ts';
import type { OpenApiPlan, OpenApiState } from '../../../fuzzer/openapi/campaign/plan.ts';
import type { OpenApiReport } from '../../../fuzzer/openapi/coverage/report.ts';
import { authExporter } from '../../../fuzzer/openapi/credentials/exportedAuth.ts';
import { contractCoverage, contractNotes } from '../../../reports/campaign/contractCoverage.ts';
import { type CampaignSummary, endOf } from './finishCampaign.ts';
import type { OpenApiOptions } from './openapiOptions.ts';
import { reportableContract } from './openapiPaths.ts';
import type { PreparedOpenApi } from './prepareOpenapi.ts';

/** The state at the end of a campaign on any API. */
export interface FinishedOpenApiCampaign
  extends PreparedOpenApi,
    Pick<CampaignSummary, 'run' | 'seed' | 'out' | 'budget' | 'store' | 'before' | 'rerunOptions'> {
  options: OpenApiOptions;
  /** The progress from which it continued; undefined if it started from the beginning. */
  from: OpenApiPlan['from'];
  isStopped: boolean;
  /** True if only safe methods were sent. */
  isReadOnly: boolean;
  /** True if the campaign was stopped before it used up its budget, although it should have used up the budget. */
  isCutShort: boolean;
}

function quietExit({ operations, barred }: OpenApiReport, cases: number, isCutShort: boolean): 0 | 3 | 4 {
  // If the target refuses the credential, the operations without authentication say nothing about the other operations. The report explains to the caller what
  // to do.
  if (barred.length > 0) return 3;
  if (isCutShort) return 4;
  if (operations.reached > 0) return 0;
  return cases === 0 ? 4 : 3;
}

/** Returns the summary of a campaign on any API. */
export function openApiSummary(leaving: FinishedOpenApiCampaign, state: OpenApiState): CampaignSummary {
  const { options, contract, request, isStopped, isReadOnly, isCutShort } = leaving;
  const { fingerprint, problems } = contract;
  const { baseUrl } = request;
  const report = state.coverage.report();
  const authenticate = authExporter(contract, options.auth ?? []);
  const unsent = { 'could not be sent to their end': state.unsent, 'sent with a resource created before': state.led };
  return {
    ...leaving,
    state,
    target: { name: reportableContract(options.contract), kind: 'contract', baseUrl, fingerprint, problems },
    tier: isReadOnly ? 'passive' : 'active',
    ended: endOf(state, isStopped),
    coverage: contractCoverage(report, unsent),
    notes: contractNotes(report),
    isStrict: false,
    quietExit: quietExit(report, state.cases, isCutShort),
    titleOf: openApiTitle,
    exportOf: (sent) => ({ sent, origin: { baseUrl, authenticate } }),
  };
}
