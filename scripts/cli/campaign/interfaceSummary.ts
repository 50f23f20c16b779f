import { referencedIds, type TargetIds, withIds } from '../../../fuzzer/engine/cases/targetIds.ts';
import type { CampaignPlan, CampaignState } from '../../../fuzzer/interface/campaign/plan.ts';
import { coverageReport } from '../../../fuzzer/interface/coverage/coverageReport.ts';
import { requirementNamed } from '../../../fuzzer/interface/executor/requirements.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import { readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import { type CampaignSummary, endOf } from './finishCampaign.ts';
import type { OpenedTarget } from './openTarget.ts';

/** The state at the end of a campaign on a server of the interface. */
export interface FinishedCampaign extends Pick<CampaignSummary, 'budget' | 'store' | 'before' | 'isStrict'> {
  opened: OpenedTarget;
  state: CampaignState;
  /** The progress from which it continued; undefined if it started from the beginning. */
  from: CampaignPlan['from'];
  contract: Contract;
  /** The ids of the target, for exported findings. */
  ids: TargetIds;
  isStopped: boolean;
  /** True if the campaign was stopped before it used up its budget, although it should have used up the budget. */
  isCutShort: boolean;
}

/** Why the remaining cases were not sent, by how the campaign ended. */
const unturned: Readonly<Record<CampaignSummary['ended'], string>> = {
  spent: 'not its turn within the budget',
  stopped: 'not its turn before it was stopped',
  halted: 'not its turn before it was broken off',
};

/** Returns the summary of a campaign on a server of the interface. */
export function interfaceSummary(leaving: FinishedCampaign): CampaignSummary {
  const { opened, state, contract, ids, isStopped, isCutShort, ...rest } = leaving;
  const { environment, target, rerunOptions } = opened;
  const { run } = environment;
  const { coverage, combinations, cases } = state;
  const ended = endOf(state, isStopped);
  const counts = Object.entries(coverage.counts).map(([kind, each]) => [kind, Object.fromEntries(each)] as const);
  const hasTestControl = target.control !== undefined;
  const denominator = { contract, catalogue: readCatalogue(), combinations, hasTestControl };
  return {
    ...rest,
    run: run.id,
    seed: run.seed,
    out: run.out,
    target: { name: target.facts.name, kind: target.facts.kind, baseUrl: target.baseUrl },
    tier: run.selection.tier,
    ended,
    state,
    coverage: {
      evidenced: [...coverage.evidenced].toSorted(),
      reached: coverageReport(coverage, { ...denominator, untriedBecause: unturned[ended] }),
      counts: Object.fromEntries(counts),
      ...(rest.from && { isPartial: true }),
    },
    notes: [],
    rerunOptions,
    quietExit: !isCutShort && cases > 0 && coverage.evidenced.size > 0 ? 0 : 4,
    titleOf: (id) => requirementNamed(id).title,
    exportOf: (one) => {
      const named = new Set(referencedIds(one.case));
      const own = new Map([...ids].filter(([place]) => named.has(place)));
      return { sent: { ...one, case: withIds(one.case, ids) }, origin: { baseUrl: target.baseUrl, ids: own } };
    },
  };
}
