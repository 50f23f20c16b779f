import { join } from 'node:path';
import { FindingStore } from '../fuzzer/engine/findings/findingStore.ts';
import { Campaign } from '../fuzzer/interface/campaign/campaign.ts';
import type { CampaignPlan, CampaignState } from '../fuzzer/interface/campaign/plan.ts';
import { caseGenerators } from '../fuzzer/interface/cases/caseGenerators.ts';
import { requirementNamed } from '../fuzzer/interface/executor/requirements.ts';
import type { Candidate } from '../reports/mutation/mutationRun.ts';
import { runTraceChecks } from '../runner/requirement/inProcessRunner.ts';
import { runAlone } from '../traffic/journal/run.ts';
import type { Target } from '../traffic/target/target.ts';
import { targetContract } from '../traffic/target/targetContract.ts';

/** A mutant or a variant as the emulator lists it. */
export type ListedFault = Candidate & { level?: string };

const sectionOf = ({ breaks = '' }: Candidate) => breaks.split('-')[0] ?? '';

/** Mutants of the API: what only deliveries of webhooks show is none of it, nor what runs alone hold against their pins. */
export const isOfApi = (one: ListedFault) =>
  one.kind === 'mutant' &&
  sectionOf(one) !== 'WHK' &&
  one.breaks !== 'LIF-03' &&
  requirementNamed(one.breaks ?? '').kind !== 'observe';

/** A sample with the share of each level and section, evenly over their lists. */
export function sampled(all: readonly ListedFault[], wanted: number): ListedFault[] {
  const strata = new Map<string, ListedFault[]>();
  for (const one of all) {
    const key = `${one.level} ${sectionOf(one)}`;
    strata.set(key, [...(strata.get(key) ?? []), one]);
  }
  // What lies at equal steps in a list that is ordered by its strata has the share of each.
  const ordered = [...strata.keys()].sort().flatMap((key) => strata.get(key) ?? []);
  const step = ordered.length / wanted;
  return Array.from(
    { length: Math.min(wanted, ordered.length) },
    (_, at) => ordered[Math.floor((at + 0.5) * step)],
  ).flatMap((one) => one ?? []);
}

/** How a world is attacked: where it is kept, for how many POSTs, and which requirement is looked for. */
interface Attack extends Pick<CampaignPlan, 'seed' | 'shrunk' | 'onProgress'> {
  out: string;
  posts: number;
  breaks?: string;
}

/** A campaign against one world; it ends when what is looked for is found. */
export async function fuzzMutant(
  target: Target,
  { out, seed, posts, breaks, shrunk, onProgress }: Attack,
): Promise<CampaignState> {
  const stop = new AbortController();
  const surroundings = {
    run: runAlone(out, { id: `bench-${target.facts.name}-${seed}`.replaceAll(/[^\w-]/g, ''), seed }),
    target,
    traceChecks: runTraceChecks,
  };
  const campaign = new Campaign({
    environment: surroundings,
    generators: caseGenerators(await targetContract(target.contract)),
    seed,
    budget: { posts },
    store: new FindingStore(join(out, 'findings.ndjson')),
    signal: stop.signal,
    ...(shrunk && { shrunk }),
    ...(onProgress && { onProgress }),
    onViolation: ({ requirement }) => {
      if (requirement.id === breaks) stop.abort();
    },
  });
  return campaign.run();
}

/** Does something with each item, with so many of them at once. */
export async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
