import { existsSync } from 'node:fs';
import { type AssertionLog, TraceCheckLog } from '../../judge/assertionLog.ts';
import { gapFor } from '../../judge/judge.ts';
import { aggregate, type RequirementVerdict } from '../../judge/requirementVerdict.ts';
import type { EndLine } from '../../traffic/journal/journalTypes.ts';
import { type Run, runFilesOf } from '../../traffic/journal/run.ts';
import type { Attribution, Outcome } from '../../traffic/outcome/outcome.ts';
import { Exhausted, QuotaUnavailable } from '../../traffic/rate/limiter/limiterHandle.ts';
import type { Requirement } from '../../traffic/requirements/requirement.ts';
import { isSelected } from '../../traffic/requirements/selection.ts';
import type { TargetFacts } from '../../traffic/target/targetFacts.ts';
import { Unreachable } from '../../traffic/transport/client.ts';
import { isFree } from '../selection/costs.ts';
import { Api } from '../worker/api.ts';
import { TestAssertionLog } from '../worker/testAssertionLog.ts';
import { resolveWrites } from '../worker/unresolvedWrites.ts';
import type { Worker } from '../worker/worker.ts';
import { patienceOf, testMs } from './patience.ts';
import { type Repetition, repeatTest, repeatTraceCheck } from './repeatAsOthers.ts';
import { Toolbox } from './toolbox.ts';
import type { WorkerRun } from './workerRun.ts';

/** The host of a requirement's test: Playwright's testInfo, or a runner of our own. */
export interface TestHost {
  readonly title: string;
  readonly tags: readonly string[];
  readonly file: string;
  readonly line: number;
  /** Time limit of the test, ms; 0 is no limit. */
  timeout: number;
  setTimeout(timeoutMs: number): void;
  /** Skips the test if the condition holds. */
  skip(condition: boolean, reason: string): void;
  /** Keeps an error of the test from counting as a failure, because Playwright replaces the worker of a failed test. */
  fail?(): void;
  readonly errors: readonly { message?: string; value?: string }[];
  readonly annotations: { type: string; description?: string }[];
}

/** Returns the requirement of a test. The title begins with the id; the tags give the kind, the basis and whether it is a trace check. */
export function requirementOf({
  title,
  tags,
  file,
  line,
}: Pick<TestHost, 'title' | 'tags' | 'file' | 'line'>): Requirement {
  const [id = '', ...words] = title.split(' ');
  const kind = tags.includes('@observe') ? 'observe' : tags.includes('@should') ? 'should' : 'must';
  return {
    id,
    title: words.join(' '),
    section: id.split('-')[0] ?? '',
    kind,
    basis: tags.includes('@norm') ? 'norm' : 'text',
    law: tags.includes('@law'),
    where: `${file.replace(/^.*\/(?=specs\/)/, '')}:${line}`,
  };
}

/** Returns why a test does not run at all; undefined if it runs. */
function bypass(requirement: Requirement, { run, facts }: { run: Run; facts: TargetFacts }): string | undefined {
  const { id, law } = requirement;
  if (law && run.selection.shard) return 'deferred until the shards are merged';
  if (!isSelected(requirement, run.selection)) return 'not selected';
  const gap = gapFor(id, facts.gaps);
  // A test that costs nothing runs despite the gap, so that a wrongly declared gap is reported.
  if (gap !== undefined && !(law || isFree(id))) return `not applicable: ${gap}`;
  if (run.offline && !law) return 'judged from the stored journal';
  return undefined;
}

/** True if some worker has halted the run. */
function isHalted(run: Run): boolean {
  return existsSync(runFilesOf(run.out).halt);
}

/** Names of the errors that end the whole run: the target, or the rate limiter, no longer answers. */
const halting = [new Unreachable(''), new QuotaUnavailable('')].map(({ name }) => name);

/** The name of the error that ends only the test that wanted to send. */
const spent = new Exhausted('').name;

/** Returns the first line of the first error that the host knows; undefined if there is none. */
function messageOf({ errors: [error] }: TestHost): string | undefined {
  return error && ((error.message ?? String(error.value)).split('\n')[0] ?? '');
}

/** How the body of a test ended. */
type Ending = Pick<EndLine, 'status' | 'message'>;

/** Returns how the test body ended, from the errors that the host knows. A Stop is no error, because its fault is in the log. */
function endingOf(host: TestHost, log: AssertionLog): Ending {
  const message = messageOf(host);
  if (message === undefined) return { status: 'done' };
  if (log.stopped && message.startsWith('Stop')) return { status: 'stopped' };
  if (halting.some((name) => message.startsWith(name))) return { status: 'halted', message };
  return { status: 'error', message };
}

const failing: ReadonlySet<Outcome> = new Set(['fail', 'error', 'inconclusive', 'unverified', 'not run']);

function summaryOf({ outcome, attribution, findings }: RequirementVerdict): string {
  const heading = `${outcome}${attribution ? ` (${attribution satisfies Attribution})` : ''}`;
  return [heading, ...findings.map(({ wanted, seen }) => `  wanted  ${wanted}\n  seen    ${seen}`)].join('\n');
}

/** Reports the outcome to Playwright as an annotation, and as an error unless the outcome counts as green. */
async function report({ opened, host }: Conducting, log: AssertionLog): Promise<void> {
  const requirement = requirementOf(host);
  const gap = gapFor(requirement.id, (await opened.facts()).gaps);
  const circumstance = { selected: true, ...(gap !== undefined && { gap }) };
  const verdict = aggregate(requirement, log.contributions, { circumstance });
  host.annotations.push({ type: 'outcome', description: verdict.outcome });
  if (failing.has(verdict.outcome) && host.errors.length === 0) throw new Error(summaryOf(verdict));
}

/** Makes sure that a test that ended early on purpose does not count as a failure, and is not printed. */
function excuse(host: TestHost, status: EndLine['status']): void {
  if (status === 'stopped' || status === 'halted') host.fail?.();
}

/** Reports to the host how a test ended. In a silent run, only makes sure that a test that ended early on purpose does not count as a failure. */
async function reportEnd(conducting: Conducting, { status }: Ending, log: AssertionLog): Promise<void> {
  if (!conducting.opened.run.silent) await report(conducting, log);
  else excuse(conducting.host, status);
}

/** Time for a trace check, which only computes, ms. */
const traceCheckMs = 120_000;

/** The test of a requirement in its run. The body receives the toolbox and ends before `runRequirement` does. */
interface Conducting {
  opened: WorkerRun;
  host: TestHost;
  body(toolbox: Toolbox): Promise<void>;
  /** Runs the body once more, with the tools of another account; throws what the body throws. Absent for a host that runs a body only once. */
  again?(toolbox: Toolbox): Promise<void>;
}

/** Finds out what became of the writes of a test that got a 5xx. If the target is unreachable, the effect of these writes stays unknown. */
async function settled(worker: Worker, { id }: AssertionLog, isOver: boolean): Promise<void> {
  if (isOver) worker.unresolved.length = 0;
  worker.combination = undefined;
  await resolveWrites(worker, new Api(worker, id)).catch((error: unknown) => {
    if (!(error instanceof Unreachable)) throw error;
  });
}

/** True if a test ended because the POSTs of the run are spent; its log then says so, and blames nobody. */
function isSpent(host: TestHost, log: AssertionLog): boolean {
  const message = messageOf(host);
  if (!message?.startsWith(spent)) return false;
  const hint = 'a smoke run sends no more: run with --profile nightly, or name fewer requirements by --only';
  log.lack({ code: 'missing', wanted: `a further POST, but ${message.slice(spent.length + 2)}`, hint, exchanges: [] });
  return true;
}

const noRepetition: Repetition = { found: [] };

/** Repeats a test as the other accounts that the selection names for it, each with the time of a test. */
async function testAsOthers({ opened, host, again }: Conducting, id: string, begunMs: number): Promise<Repetition> {
  if (!again) return noRepetition;
  return repeatTest(
    { opened, id, again },
    {
      before: (worker) => {
        const spentMs = performance.now() - begunMs;
        host.setTimeout(spentMs + testMs);
        worker.combination = undefined;
        worker.patiently = patienceOf(host, spentMs);
      },
      after: (worker, log) => settled(worker, log, isHalted(opened.run)),
    },
  );
}

/** Runs a test and writes its end line. */
async function conductTest(conducting: Conducting): Promise<void> {
  const { opened, host, body } = conducting;
  const begunMs = performance.now();
  const worker = await opened.worker();
  const { id } = requirementOf(host);
  const log = new TestAssertionLog(id, worker);
  worker.combination = undefined;
  worker.patiently = patienceOf(host);
  await body(new Toolbox(opened, log));
  const hasSpentAll = isSpent(host, log);
  await settled(worker, log, isHalted(opened.run));
  const ownEnding: Ending = hasSpentAll ? { status: 'stopped' } : endingOf(host, log);
  const { found, error } = ownEnding.status === 'done' ? await testAsOthers(conducting, id, begunMs) : noRepetition;
  const ending: Ending = error ? { status: 'error', message: error.message } : ownEnding;
  const exchanges = worker.record.exchanges.filter(({ line }) => line.requirement === id).length;
  worker.write({ kind: 'end', requirement: id, ...ending, claims: log.contributions.length, exchanges });
  log.contributions.push(...found);
  await reportEnd(conducting, ending, log);
}

/** Runs a trace check over the record with the final reads. */
async function conductTraceCheck(conducting: Conducting): Promise<void> {
  const { opened, host, body, again } = conducting;
  const requirement = requirementOf(host);
  const log = new TraceCheckLog(requirement.id, runFilesOf(opened.run.out).traceCheckResults, await opened.record());
  await body(new Toolbox(opened, log));
  const { id } = requirement;
  const { found, error } = again ? await repeatTraceCheck({ opened, id, again }) : noRepetition;
  for (const { ruling } of found) log.addResult(ruling);
  const ending: Ending = error ? { status: 'error', message: error.message } : endingOf(host, log);
  log.end(ending.status === 'halted' ? 'error' : ending.status, ending.message);
  // In a halted run, only violations of a trace check are reported; otherwise reports list the trace check as not run.
  if (isHalted(opened.run)) excuse(host, ending.status);
  else await reportEnd(conducting, ending, log);
}

/** Runs the test of a requirement on any host, from the decision whether it runs to its report. */
export async function runRequirement(conducting: Conducting): Promise<void> {
  const { opened, host } = conducting;
  const requirement = requirementOf(host);
  const { run } = opened;
  // Waiting until absence may be concluded does not count as test time either.
  host.setTimeout(0);
  const begunMs = performance.now();
  if (requirement.law) await opened.record();
  host.setTimeout(performance.now() - begunMs + (requirement.law ? traceCheckMs : testMs));
  const halted = !requirement.law && isHalted(run) ? 'not run: the run was halted' : undefined;
  const why = bypass(requirement, { run, facts: await opened.facts() }) ?? halted;
  host.skip(why !== undefined, why ?? '');
  await (requirement.law ? conductTraceCheck : conductTest)(conducting);
}
