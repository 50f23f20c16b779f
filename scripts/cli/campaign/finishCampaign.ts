import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { CampaignState } from '../../../fuzzer/engine/campaign/driver.ts';
import type { CampaignCoverage } from '../../../fuzzer/engine/coverage/campaignCoverage.ts';
import type { Finding } from '../../../fuzzer/engine/findings/finding.ts';
import { knownFindingChanges } from '../../../fuzzer/engine/findings/findingChanges.ts';
import type { FindingStore } from '../../../fuzzer/engine/findings/findingStore.ts';
import { crashedAgain } from '../../../fuzzer/engine/replay/crashDetection.ts';
import { givesFingerprint } from '../../../judge/failures.ts';
import { type CampaignDocument, writeCampaign } from '../../../reports/campaign/campaignReport.ts';
import { writeExports } from '../../../reports/finding/exports.ts';
import type { ReportedFinding } from '../../../reports/finding/findingList.ts';
import type { FindingOrigin } from '../../../reports/finding/heading.ts';
import { writeCampaignPage } from '../../../reports/html/campaign/campaignPage.ts';
import { readStatements } from '../../../traffic/requirements/statements.ts';
import type { KnownFailure } from '../../../traffic/target/file/knownFailures.ts';
import { ourFault } from '../process/exitCodes.ts';
import { GuardedWrites } from '../process/writeErrors.ts';

/** What a campaign of either kind leaves when it ends. */
export interface CampaignSummary
  extends Pick<CampaignDocument, 'run' | 'seed' | 'target' | 'tier' | 'budget' | 'ended' | 'batches'> {
  /** The folder of the campaign. */
  out: string;
  state: CampaignState;
  coverage: CampaignCoverage;
  notes: readonly string[];
  store: FindingStore;
  /** The findings of the target that were known when it began. */
  before: readonly Finding[];
  /** The failures that are known and do not count. */
  knownFailures: readonly KnownFailure[];
  /** The progress from which it continued; undefined if it started from the beginning. */
  from: CampaignDocument['from'];
  /** The options that let another command use the same target and findings. */
  rerunOptions: string;
  /** True if a warning fails the campaign. */
  isStrict: boolean;
  /** The exit code if nothing fails. */
  quietExit: 0 | 3 | 4;
  titleOf(requirement: string): string;
  /** Returns a finding as it is exported, and its origin. */
  exportOf(finding: Finding): { sent: Finding; origin: FindingOrigin };
}

const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);

/** Returns the known failure that names a finding by its requirement and its fingerprint. */
const acceptedBy = (
  { knownFailures }: Pick<CampaignSummary, 'knownFailures'>,
  { requirement, fingerprint }: Pick<Finding, 'requirement' | 'fingerprint'>,
): KnownFailure | undefined =>
  knownFailures.find((entry) => entry.id === requirement && givesFingerprint(entry, fingerprint));

/** Returns the findings that showed and count. */
function countedFindings({ state, store, knownFailures }: CampaignSummary): CampaignState['shown'] {
  const accepted = store.all.filter((one) => acceptedBy({ knownFailures }, one));
  const isAccepted = new Set(accepted.map(({ fingerprint }) => fingerprint));
  return Object.fromEntries(Object.entries(state.shown).filter(([fingerprint]) => !isAccepted.has(fingerprint)));
}

/** Returns the exit code of a campaign, the first that applies. */
function exitOf(summary: CampaignSummary): CampaignDocument['exit'] {
  const { state, store, isStrict, quietExit } = summary;
  const { halted, isStorageFull } = state;
  const shown = countedFindings(summary);
  if (isStorageFull) return ourFault;
  if (halted !== undefined) return crashedAgain(shown, store.all) ? 1 : 3;
  return Object.values(shown).some((outcome) => outcome === 'fail' || isStrict) ? 1 : quietExit;
}

/** Returns the findings that showed, and writes each as files that reproduce it without Assay. */
function reportedFindings(summary: CampaignSummary, writing: GuardedWrites): ReportedFinding[] {
  const { state, store, out, titleOf, exportOf } = summary;
  return store.all.flatMap((one) => {
    const is = state.shown[one.fingerprint];
    if (is === undefined) return [];
    const accepted = acceptedBy(summary, one);
    const { sent, origin } = exportOf(one);
    const files = writing.of(() => writeExports(sent, { ...origin, folder: join(out, 'findings') }), []);
    return {
      ...one,
      title: titleOf(one.requirement),
      is,
      ...(accepted && { accepted }),
      state: one.standing.state,
      shown: sum(one.trials.map(({ shown }) => shown)),
      tries: sum(one.trials.map(({ of }) => of)),
      steps: one.case.steps.length,
      files: files.map((file) => relative(out, file)),
    };
  });
}

function documentOf(summary: CampaignSummary, writing: GuardedWrites): CampaignDocument {
  const { run, seed, target, tier, budget, ended, state, coverage, notes, store, before, from, batches } = summary;
  const { spent, elapsedMs, cases, halted, shown, violations } = state;
  return {
    version: 1,
    run,
    seed,
    target,
    tier,
    budget,
    spent,
    ...(from && { from: { cases: from.cases, spent: from.spent } }),
    elapsedMs: Math.round(elapsedMs),
    cases,
    ...(batches !== undefined && { batches }),
    ended,
    ...(halted !== undefined && { halt: halted }),
    ...(!from && { again: knownFindingChanges(before, { after: store.all, run, shown }) }),
    coverage,
    notes,
    broken: [...violations.values()].map(({ requirement: { id, title }, outcome, posts, times }) => ({
      requirement: { id, title },
      outcome,
      posts,
      ...(times !== undefined && { times }),
    })),
    findings: reportedFindings(summary, writing),
    exit: exitOf(summary),
  };
}

/** Writes the output of a campaign, and prints it for people, or as JSON if requested; returns the exit code. */
export function finishCampaign(summary: CampaignSummary, { json }: { json: boolean }): number {
  const { out, rerunOptions } = summary;
  const file = join(out, 'campaign.json');
  const writing = new GuardedWrites();
  const document = documentOf(summary, writing);
  const text = `${JSON.stringify(document, null, 2)}\n`;
  writing.of(() => writeFileSync(file, text, { mode: 0o600 }), undefined);
  const page = () => writeCampaignPage(document, { place: rerunOptions, statements: readStatements() });
  writing.of(() => writeFileSync(join(out, 'report.html'), page(), { mode: 0o600 }), undefined);
  (json ? process.stderr : process.stdout).write(writeCampaign(document, { file, place: rerunOptions }));
  if (json) process.stdout.write(text);
  return writing.isBroken ? ourFault : document.exit;
}
