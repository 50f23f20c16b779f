import { hostname } from 'node:os';
import { excuseFor } from '../oracles/general/excuse.ts';
import { methodClassOf, rateLimitTestAccount } from '../oracles/limits/models/limitTrials.ts';
import type { Exchange } from '../traffic/journal/exchange.ts';
import type { BaselineValues, Halt } from '../traffic/journal/journalTypes.ts';
import { openRecord } from '../traffic/journal/openRecord.ts';
import type { Run } from '../traffic/journal/run.ts';
import type { RunRecord } from '../traffic/journal/runRecord.ts';
import { sentence } from '../traffic/outcome/fault.ts';
import { evidenced, type Outcome, outcomes } from '../traffic/outcome/outcome.ts';
import type { Selection } from '../traffic/requirements/selection.ts';
import { variable } from '../traffic/system/environment.ts';
import type { FailureHistory, FailuresBefore } from './failureHistory.ts';
import { followFailures, withKnownFailures } from './failures.ts';
import { judge, judgementInputOf } from './judge.ts';
import { type UnjudgedExperiment, unjudgedExperiments } from './openExperiments.ts';
import type { CombinationCount, RequirementVerdict } from './requirementVerdict.ts';

/** Numbers of requests: GET, and all others. */
interface Sent {
  get: number;
  post: number;
}

/** The part of a verdict that differs between two otherwise equal runs: the times, the host, and the numbers of requests. */
export interface VerdictHeader {
  judgedAt: string;
  durationMs: number;
  host: string;
  /** The folder of the judged journal. */
  journal: string;
  run: { id: string; seed: number; startedAt: string };
  /** `apart` counts the exchanges of accounts with a quota of their own. They do not use main's quota. */
  exchanges: Sent & { total: number; apart?: Sent };
  /** The throttled (429) requests and who caused the throttling, one sentence each; a long list is cut. */
  throttled: readonly string[];
  /** The command that made the journal, if it is not `run`. */
  command?: 'client';
  /** The command-line words that name the target, for a reader who wants to repeat the run. */
  again?: string;
}

/** The verdict of a run, the one object from which every report is written. `version` is the version of this format. */
export interface Verdict {
  version: 1;
  header: VerdictHeader;
  selection: Pick<Selection, 'profile' | 'tier' | 'day' | 'asked' | 'shard'>;
  target: { name: string; kind: string; baseUrl: string };
  contract: string;
  halt?: Halt;
  /** How many combinations of the selected requirements were evidenced. */
  cells: CombinationCount;
  outcomes: Partial<Record<Outcome, number>>;
  exit: 0 | 1 | 2 | 3 | 4 | 5;
  /** The failures of this run and of earlier ones; absent if no state is kept. */
  history?: FailureHistory;
  /** Experiments on deliveries that this run could not judge; absent if there are none. */
  experiments?: readonly UnjudgedExperiment[];
  requirements: readonly RequirementVerdict[];
}

const incomplete: ReadonlySet<Outcome> = new Set(['error', 'inconclusive', 'unverified', 'not run']);

/** The exit code if some requirements could not be decided. */
const incompleteCode = 4;

const exitOfHalt: Readonly<Record<Halt['cause'], Verdict['exit']>> = {
  credential: 2,
  stranger: 2,
  account: 2,
  receiver: 2,
  unreachable: 3,
  quota: 4,
  disk: 5,
  suite: 5,
  interrupted: 4,
  command: 4,
  testee: 2,
};

/** What an exit code depends on besides the requirements; `isStale`: an entry of the file of known failures no longer says what is true. */
interface Circumstances {
  halt: Halt | undefined;
  strict: boolean;
  isAsked?: boolean;
  isStale?: boolean;
}

/**
 * Returns the exit code of a verdict, the first that applies: 5 own error of the suite; 2 credential refused, another server, or account or receiver in use; 3
 * target unreachable; 1 any fail that is not known (with `strict` also any warn or change); 2 a stale entry in the file of known failures; 4 incomplete or
 * nothing decided; 0 otherwise. A run for named requirements that are all not applicable also gives 0.
 */
export function exitOf(
  requirements: readonly RequirementVerdict[],
  { halt, strict, isAsked = false, isStale = false }: Circumstances,
): Verdict['exit'] {
  if (requirements.some(({ outcome, attribution }) => outcome === 'error' && attribution === 'suite')) return 5;
  const ofHalt = halt && exitOfHalt[halt.cause];
  if (ofHalt !== undefined && ofHalt !== incompleteCode) return ofHalt;
  const failing: ReadonlySet<Outcome> = new Set<Outcome>(strict ? ['fail', 'warn', 'changed'] : ['fail']);
  if (requirements.some(({ outcome, accepted }) => failing.has(outcome) && !accepted)) return 1;
  if (isStale) return 2;
  if (halt || requirements.some(({ outcome }) => incomplete.has(outcome))) return incompleteCode;
  if (requirements.some(({ outcome }) => evidenced.has(outcome))) return 0;
  // The user asked only for requirements that the target need not offer, so there is nothing to complete.
  return isAsked && requirements.some(({ outcome }) => outcome === 'not applicable') ? 0 : incompleteCode;
}

const askedFor = ({ profile, tier, day, asked, shard }: Selection): Verdict['selection'] => ({
  profile,
  tier,
  day,
  ...(asked && { asked }),
  ...(shard && { shard }),
});

/** A verdict lists at most this many throttled requests; the others say the same. */
const mostThrottled = 10;

function throttledIn(record: RunRecord): string[] {
  const throttled = record.exchanges
    .filter((exchange) => exchange.class === 'throttled' && !rateLimitTestAccount(record, exchange))
    .slice(0, mostThrottled);
  return throttled.flatMap((exchange) => {
    const fault = excuseFor(record, exchange);
    return fault ? [`${exchange.request} (exchange ${exchange.id}): ${sentence(fault).seen}`] : [];
  });
}

function sentOf(exchanges: readonly Exchange[]): Sent {
  const get = exchanges.filter((exchange) => methodClassOf(exchange) === 'GET').length;
  return { get, post: exchanges.length - get };
}

function sentIn(record: RunRecord): VerdictHeader['exchanges'] {
  const { exchanges } = record;
  const apart = exchanges.filter((exchange) => rateLimitTestAccount(record, exchange));
  return { total: exchanges.length, ...sentOf(exchanges), ...(apart.length > 0 && { apart: sentOf(apart) }) };
}

/** What a verdict needs besides the stored run. `record` is the run record if it is already open. */
interface Given {
  /** How long the run took, if that is known; otherwise the journal says when its last request was sent. */
  durationMs?: number;
  pins?: BaselineValues;
  record?: RunRecord;
  /** The verdicts on the requirements, if they were judged already; otherwise the stored results of the run are judged. */
  judged?: readonly RequirementVerdict[];
  /** The reason why the run stopped early. The journal may lack it. */
  halt?: Halt;
  /** The failures of earlier runs, and the known failures. */
  before?: FailuresBefore;
}

/** Returns how long a run sent requests, ms. It is read from the journal, so that a later judgement says the same. */
function sendingMs({ startedAt, exchanges }: RunRecord): number {
  const last = exchanges.at(-1)?.line.sentAt ?? startedAt;
  const ms = Date.parse(last) - Date.parse(startedAt);
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

/** Counts the combinations and the outcomes of all requirements. */
export function tallyOf(requirements: readonly RequirementVerdict[]): Pick<Verdict, 'cells' | 'outcomes'> {
  const count = (outcome: Outcome) => requirements.filter((one) => one.outcome === outcome).length;
  return {
    cells: {
      evidenced: requirements.reduce((sum, { cells }) => sum + (cells?.evidenced ?? 0), 0),
      of: requirements.reduce((sum, { cells }) => sum + (cells?.of ?? 0), 0),
    },
    outcomes: Object.fromEntries(outcomes.map((outcome) => [outcome, count(outcome)]).filter(([, n]) => n !== 0)),
  };
}

/** Judges a stored run and returns its verdict, with the requirements in the order of their ids. */
export async function buildVerdict(
  run: Run,
  { durationMs, pins, record: known, judged: given, halt: givenHalt, before }: Given,
): Promise<Verdict> {
  const record = known ?? (await openRecord(run.journal));
  if (givenHalt) record.halt = givenHalt;
  const { selection } = run;
  const judged = given ?? judge({ ...judgementInputOf(record, run.out), selection, ...(pins && { baseline: pins }) });
  const start = record.runs[0];
  const requirements = withKnownFailures(judged, before?.knownFailures ?? []).sort((a, b) => (a.id < b.id ? -1 : 1));
  const { halt } = record;
  const again = variable('ASSAY_AGAIN');
  const experiments = unjudgedExperiments(record.webhooks.experiments);
  const exchanges = sentIn(record);
  const exit = (isStale: boolean) =>
    exitOf(requirements, {
      halt,
      strict: variable('ASSAY_STRICT') === '1',
      isAsked: selection.asked !== undefined,
      isStale,
    });
  const night = {
    run: start?.run ?? run.id,
    startedAt: record.startedAt,
    profile: selection.profile,
    ...(selection.asked && ({ isPartial: true } as const)),
    posts: exchanges.post - (exchanges.apart?.post ?? 0),
    minutes: Math.round(sendingMs(record) / 6_000) / 10,
  };
  const history = before && followFailures({ requirements, record, night, before }, exit);
  return {
    version: 1,
    header: {
      judgedAt: new Date().toISOString(),
      durationMs: durationMs ?? sendingMs(record),
      host: hostname(),
      journal: run.journal,
      run: { id: start?.run ?? run.id, seed: start?.seed ?? run.seed, startedAt: record.startedAt },
      exchanges,
      throttled: throttledIn(record),
      ...(again !== undefined && { again }),
    },
    selection: askedFor(selection),
    target: { name: record.target?.name ?? '', kind: record.target?.kind ?? '', baseUrl: record.target?.baseUrl ?? '' },
    contract: record.contract.fingerprint,
    ...(halt && { halt }),
    ...tallyOf(requirements),
    exit: exit(history?.stale !== undefined),
    ...(history && { history }),
    ...(experiments.length > 0 && { experiments }),
    requirements,
  };
}
