import { join } from 'node:path';
import type { CampaignState } from '../fuzzer/engine/campaign/driver.ts';
import { FindingStore } from '../fuzzer/engine/findings/findingStore.ts';
import { type InterfaceDriver, interfaceCampaign } from '../fuzzer/interface/campaign/driver.ts';
import type { Tried } from '../fuzzer/interface/campaign/tried.ts';
import { caseGenerators } from '../fuzzer/interface/cases/caseGenerators.ts';
import { hearsWebhooks } from '../fuzzer/interface/executor/batchReceiver.ts';
import { requirementNamed } from '../fuzzer/interface/executor/requirements.ts';
import type { Candidate } from '../reports/mutation/mutationRun.ts';
import { runTraceChecks } from '../runner/requirement/runTraceChecks.ts';
import { suiteTests } from '../runner/requirement/suiteTests.ts';
import { runAlone } from '../traffic/journal/run.ts';
import type { TouchedPairs } from '../traffic/requirements/touchedPairs.ts';
import type { Target } from '../traffic/target/target.ts';
import { targetContract } from '../traffic/target/targetContract.ts';

/** A mutant or a variant as the emulator lists it. */
export type ListedFault = Candidate & { level?: string };

const sectionOf = ({ breaks = '' }: Candidate) => breaks.split('-')[0] ?? '';

/** True for mutants of the API. Excludes mutants that only webhook deliveries show, and mutants that only runs detect, by their baseline values. */
export const isOfApi = (one: ListedFault) =>
  one.kind === 'mutant' &&
  sectionOf(one) !== 'WHK' &&
  one.breaks !== 'LIF-03' &&
  requirementNamed(one.breaks ?? '').kind !== 'observe';

/** Returns a stratified sample: each level and section has its share, spread evenly over its list. */
export function sampled(all: readonly ListedFault[], wanted: number): ListedFault[] {
  const strata = new Map<string, ListedFault[]>();
  for (const one of all) {
    const key = `${one.level} ${sectionOf(one)}`;
    strata.set(key, [...(strata.get(key) ?? []), one]);
  }
  // Equal steps through a list sorted by stratum give each stratum its share.
  const ordered = [...strata.keys()].sort().flatMap((key) => strata.get(key) ?? []);
  const step = ordered.length / wanted;
  return Array.from(
    { length: Math.min(wanted, ordered.length) },
    (_, at) => ordered[Math.floor((at + 0.5) * step)],
  ).flatMap((one) => one ?? []);
}

/** How an emulator instance is attacked: the output folder, the number of POSTs, and the requirement to find. */
interface Attack {
  out: string;
  seed: number;
  posts: number;
  breaks?: string;
  /** True if any violation ends the campaign. */
  stopsAtFirst?: boolean;
  onProgress?: () => void;
  /** The day of the campaign; that of any run alone if absent. */
  day?: string;
  /** What a run and earlier campaigns touched and tried; nothing if absent. */
  touched?: TouchedPairs;
  earlier?: Tried;
}

/** A finished campaign, with its findings. */
interface Attacked extends CampaignState {
  store: FindingStore;
  driver: InterfaceDriver;
}

/** Runs a campaign against one instance; it ends when the requirement in question is found violated, or with `stopsAtFirst` any requirement. */
export async function fuzzMutant(
  target: Target,
  { out, seed, posts, breaks, stopsAtFirst = false, onProgress, day, touched, earlier }: Attack,
): Promise<Attacked> {
  const stop = new AbortController();
  const run = runAlone(out, { id: `bench-${seed}`, seed });
  const environment = {
    run: day === undefined ? run : { ...run, selection: { ...run.selection, day } },
    target,
    traceChecks: runTraceChecks,
    tests: suiteTests({ hears: hearsWebhooks(run, target) }),
  };
  const contract = await targetContract(target.contract);
  const store = new FindingStore(join(out, 'findings.ndjson'));
  const campaign = interfaceCampaign({
    environment,
    contract,
    generators: caseGenerators(contract),
    seed,
    budget: { posts },
    store,
    run: environment.run.id,
    shrinkPosts: 0,
    ...(touched && { touched }),
    ...(earlier && { earlier }),
    signal: stop.signal,
    ...(onProgress && { onProgress }),
    onViolation: ({ requirement }) => {
      if (stopsAtFirst || requirement.id === breaks) stop.abort();
    },
  });
  return { ...(await campaign.run()), store, driver: campaign.driver };
}

/** Processes items, at most `lanes` at a time. */
export async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
