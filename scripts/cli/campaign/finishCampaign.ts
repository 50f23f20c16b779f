import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Budget } from '../../../fuzzer/engine/budget/remainingBudget.ts';
import { referencedIds, withIds } from '../../../fuzzer/engine/cases/targetIds.ts';
import type { Finding } from '../../../fuzzer/engine/findings/finding.ts';
import { knownFindingChanges } from '../../../fuzzer/engine/findings/findingChanges.ts';
import type { FindingStore } from '../../../fuzzer/engine/findings/findingStore.ts';
import type { ShownFindings } from '../../../fuzzer/engine/judgement/violation.ts';
import { crashedAgain } from '../../../fuzzer/engine/replay/crashDetection.ts';
import type { InterfaceDriver } from '../../../fuzzer/interface/campaign/driver.ts';
import type { InterfaceProgress } from '../../../fuzzer/interface/campaign/progress.ts';
import { coverageReport } from '../../../fuzzer/interface/coverage/coverageReport.ts';
import { requirementNamed } from '../../../fuzzer/interface/executor/requirements.ts';
import {
  type CampaignDocument,
  type ReportedFinding,
  writeCampaign,
} from '../../../reports/campaign/interfaceCampaign.ts';
import { writeExports } from '../../../reports/finding/exports.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import { readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import { ourFault } from '../process/exitCodes.ts';
import { GuardedWrites } from '../process/writeErrors.ts';
import type { CampaignEnd } from './campaignSession.ts';
import type { OpenedTarget } from './openTarget.ts';

/** The state at the end of a campaign. */
export interface FinishedCampaign extends CampaignEnd {
  opened: OpenedTarget;
  driver: InterfaceDriver;
  budget: Budget;
  store: FindingStore;
  /** The findings that were known when it began. */
  before: readonly Finding[];
  /** The progress from which it continued; undefined if it started from the beginning. */
  from: InterfaceProgress | undefined;
  contract: Contract;
  isStrict: boolean;
}

const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);

/** Returns the exit code of a campaign, the first that applies. */
function exitOf({
  state: { halted, isStorageFull, shown, cases },
  driver: { coverage },
  isStrict,
  isCutShort,
  store,
}: FinishedCampaign): CampaignDocument['exit'] {
  if (isStorageFull) return ourFault;
  if (halted !== undefined) return crashedAgain(shown, store.all) ? 1 : 3;
  if (Object.values(shown).some((outcome) => outcome === 'fail' || isStrict)) return 1;
  return !isCutShort && cases > 0 && coverage.evidenced.size > 0 ? 0 : 4;
}

function reportedFindingOf(one: Finding, { is, files }: Pick<ReportedFinding, 'is' | 'files'>): ReportedFinding {
  const { fingerprint, requirement, operation, outcome, wanted, seen, standing, trials, firstRun, shrunk } = one;
  return {
    fingerprint,
    requirement,
    title: requirementNamed(requirement).title,
    operation,
    is,
    outcome,
    wanted,
    seen,
    state: standing.state,
    shown: sum(trials.map((trial) => trial.shown)),
    tries: sum(trials.map((trial) => trial.of)),
    firstRun,
    steps: one.case.steps.length,
    ...(shrunk && { shrunk }),
    files,
  };
}

/** Returns the findings that showed, as the store has them. */
const shownIn = (shown: ShownFindings, store: FindingStore) =>
  store.all.filter(({ fingerprint }) => fingerprint in shown);

/** Writes each finding that showed as files that reproduce it without Assay. */
function exported(
  { opened: { environment, target }, state: { shown }, store, driver: { ids } }: FinishedCampaign,
  writing: GuardedWrites,
): ReportedFinding[] {
  const { out } = environment.run;
  return shownIn(shown, store).map((one) => {
    const sent = { ...one, case: withIds(one.case, ids) };
    const named = new Set(referencedIds(one.case));
    const own = new Map([...ids].filter(([place]) => named.has(place)));
    const place = { folder: join(out, 'findings'), baseUrl: target.baseUrl, ids: own };
    const files = writing.of(() => writeExports(sent, place), []);
    return reportedFindingOf(one, {
      is: shown[one.fingerprint] ?? 'warn',
      files: files.map((file) => relative(out, file)),
    });
  });
}

/** Why the remaining cases were not sent, by how the campaign ended. */
const unturned: Readonly<Record<CampaignDocument['ended'], string>> = {
  spent: 'not its turn within the budget',
  stopped: 'not its turn before it was stopped',
  halted: 'not its turn before it was broken off',
};

function documentOf(leaving: FinishedCampaign, writing: GuardedWrites): CampaignDocument {
  const { opened, state, driver, budget, store, before, from, isStopped, contract } = leaving;
  const { environment, target } = opened;
  const { run } = environment;
  const { spent, elapsedMs, cases, halted, shown } = state;
  const { batches, coverage, combinations } = driver;
  const ended = halted === undefined ? (isStopped ? 'stopped' : 'spent') : 'halted';
  const counts = Object.entries(coverage.counts).map(([kind, each]) => [kind, Object.fromEntries(each)] as const);
  return {
    version: 1,
    run: run.id,
    seed: run.seed,
    target: { name: target.facts.name, kind: target.facts.kind, baseUrl: target.baseUrl },
    tier: run.selection.tier,
    budget,
    spent,
    ...(from && { from: { cases: from.cases, spent: from.spent } }),
    elapsedMs: Math.round(elapsedMs),
    cases,
    batches,
    ended,
    ...(halted !== undefined && { halt: halted }),
    ...(!from && { again: knownFindingChanges(before, { after: store.all, run: run.id, shown }) }),
    coverage: {
      evidenced: [...coverage.evidenced].toSorted(),
      reached: coverageReport(coverage, {
        contract,
        catalogue: readCatalogue(),
        combinations,
        hasTestControl: target.control !== undefined,
        untriedBecause: unturned[ended],
      }),
      counts: Object.fromEntries(counts),
    },
    findings: exported(leaving, writing),
    exit: exitOf(leaving),
  };
}

/** Writes the output of a campaign, and prints it for people, or as JSON if requested; returns the exit code. */
export function finishCampaign(leaving: FinishedCampaign, { json }: { json: boolean }): number {
  const { opened, state, store } = leaving;
  const file = join(opened.environment.run.out, 'campaign.json');
  const writing = new GuardedWrites();
  const document = documentOf(leaving, writing);
  const text = `${JSON.stringify(document, null, 2)}\n`;
  writing.of(() => writeFileSync(file, text), undefined);
  (json ? process.stderr : process.stdout).write(
    writeCampaign(document, shownIn(state.shown, store), { file, place: opened.rerunOptions }),
  );
  if (json) process.stdout.write(text);
  return writing.isBroken ? ourFault : document.exit;
}
