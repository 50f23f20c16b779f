import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Contribution, TraceCheckLog } from '../../judge/assertionLog.ts';
import { faultResult } from '../../oracles/core/result.ts';
import { entryFolder } from '../../schemas/packageRoot.ts';
import { decideRun, type EmulatorInstance, type Run, runOfInstance } from '../../traffic/journal/run.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Requirement } from '../../traffic/requirements/requirement.ts';
import { TimeLimitExceeded, withTimeLimit } from '../../traffic/system/timeLimit.ts';
import { atMount, readTarget } from '../../traffic/target/target.ts';
import { openRunReceiver } from '../webhooks/experiments/runReceiver.ts';
import { requirementOf, runRequirement, type TestHost } from './runRequirement.ts';
import { Toolbox, type ToolName, type Tools } from './toolbox.ts';
import { openWorkerRun, type WorkerRun } from './workerRun.ts';

/** The body of a requirement: it names the tools that it needs by taking its parameter apart. */
type Body = (tools: Tools) => Promise<void> | void;

/** How a spec declares a requirement. */
export type Spec = (title: string, details: { tag: string[] }, body: Body) => void;

/** A requirement's test, kept to be run by a runner of our own. */
export interface CollectedTest {
  title: string;
  tags: readonly string[];
  file: string;
  body: Body;
}

const all: CollectedTest[] = [];
let currentFile = '';

/** Keeps a requirement, to be run in many worlds of one process. */
export const collectTest: Spec = (title, { tag }, body) => {
  all.push({ title, tags: tag, file: currentFile, body });
};

/** Ends a test that is not to run. */
class Skip extends Error {}

/** The names that a function takes its first parameter apart into, as Playwright reads them. */
function namesIn(body: (...given: never[]) => unknown): string[] {
  const [, names = ''] = /^(?:async\s*)?\(?\s*\{([^}]*)\}/.exec(body.toString()) ?? [];
  return names.split(',').flatMap((name) => name.split(':')[0]?.trim() || []);
}

/** How long a test may take, counted from its beginning; without one it has no end. */
export interface Limit {
  set(limitMs: number): void;
  /** Rejects once the limit that was last set is over. */
  over: Promise<never>;
}

/** How a test ended: in errors of its own, or because it was not to run. */
export interface Ending {
  errors: { message: string }[];
  isSkipped: boolean;
  /** Its errors are none of ours: what it needs is missing, or the run goes no further. */
  isExcused: boolean;
}

function hostOf({ title, tags, file }: CollectedTest, ending: Ending, limit: Limit | undefined): TestHost {
  return {
    title,
    tags,
    file,
    line: 0,
    timeout: 0,
    setTimeout: (limitMs) => limit?.set(limitMs),
    skip: (condition) => {
      if (condition) throw new Skip();
    },
    fail: () => {
      ending.isExcused = true;
    },
    errors: ending.errors,
    annotations: [],
  };
}

async function runBody(toolbox: Toolbox, body: Body): Promise<void> {
  const names = namesIn(body) as ToolName[];
  const tools: Partial<Record<ToolName, unknown>> = {};
  for (const name of names) tools[name] = await toolbox.get(name);
  // What it computes before it waits for anything ends at the latest then.
  await withTimeLimit(() => body(tools as unknown as Tools));
}

/** Reads the specs, each file once; their requirements are kept. */
export async function collectSpecs(): Promise<void> {
  const folder = join(entryFolder, 'specs');
  for (const name of readdirSync(folder)
    .filter((file) => /\.spec\.[jt]s$/.test(file))
    .sort()) {
    currentFile = `specs/${name.replace(/js$/, 'ts')}`;
    await import(pathToFileURL(join(folder, name)).href);
  }
}

/** Runs one collected requirement, and says how its test ended. */
async function conducted(opened: WorkerRun, one: CollectedTest, limit?: Limit): Promise<Ending> {
  const ending: Ending = { errors: [], isSkipped: false, isExcused: false };
  const body = async (toolbox: Toolbox) => {
    const ran = runBody(toolbox, one.body);
    await Promise.race(limit ? [ran, limit.over] : [ran]).catch((error: Error) => {
      ending.errors.push({ message: `${error.name}: ${error.message}` });
    });
  };
  await runRequirement({ opened, host: hostOf(one, ending, limit), body }).catch((error: unknown) => {
    if (!(error instanceof Skip)) throw error;
    ending.isSkipped = true;
  });
  return ending;
}

/** Runs the collected requirement of a title in an opened run, and says how its test ended. Throws where there is none. */
export function runTitled(opened: WorkerRun, title: string, limit: Limit): Promise<Ending> {
  const one = all.find((each) => each.title === title);
  if (!one) throw new Error(`no requirement is called ${title}`);
  return conducted(opened, one, limit);
}

/** The collected requirements as tests, for the list of them. */
export function collectedTests(): Pick<TestHost, 'title' | 'tags' | 'file' | 'line'>[] {
  return all.map(({ title, tags, file }) => ({ title, tags, file, line: 0 }));
}

/** The rulings of a law on a record, as it is. */
export interface TraceCheckResults {
  requirement: Requirement;
  results: readonly Contribution[];
}

/** What a law is asked with where there is nothing but a record. */
function openedOver(run: Run, record: RunRecord): WorkerRun {
  const none = () => Promise.reject(new Error('a law makes no traffic'));
  return { run, facts: none, worker: none, record: async () => record, close: async () => undefined };
}

function endlessOf({ id }: Requirement, { message }: TimeLimitExceeded): Contribution {
  return { id, ruling: faultResult({ code: 'suiteError', message, exchanges: [] }) };
}

/** Asks the collected laws that are wanted what they say of a record, one after the other; a law that breaks down throws. */
export async function runTraceChecks(
  run: Run,
  record: RunRecord,
  isWanted: (id: string) => boolean,
): Promise<TraceCheckResults[]> {
  const told: TraceCheckResults[] = [];
  for (const one of all) {
    const requirement = requirementOf({ ...one, line: 0 });
    if (!requirement.law || !isWanted(requirement.id)) continue;
    const ledger = new TraceCheckLog(requirement.id, undefined, record);
    const endless: Contribution[] = [];
    await runBody(new Toolbox(openedOver(run, record), ledger), one.body).catch((error: unknown) => {
      if (error instanceof TimeLimitExceeded) endless.push(endlessOf(requirement, error));
      else if (!ledger.stopped) throw error;
    });
    told.push({ requirement, results: [...ledger.contributions, ...endless] });
  }
  return told;
}

/** Probes come first, then hostile ones, then laws. */
const turnOf = ({ tags }: CollectedTest) => (tags.includes('@law') ? 2 : tags.includes('@hostile') ? 1 : 0);

/** Runs every collected requirement in one world, one after the other, and gives what they left behind. */
export async function runInstance(world: EmulatorInstance): Promise<RunRecord> {
  const run = runOfInstance(decideRun(), world);
  const heard = await openRunReceiver(run, atMount(readTarget(run.target ?? ''), world.name), { isPassing: true });
  await heard?.register();
  const opened = openWorkerRun({ run, name: 'w', mount: world.name, hearing: heard?.receiver });
  for (const one of all.toSorted((a, b) => turnOf(a) - turnOf(b))) {
    // A law computes: between two of them the answers that other worlds wait for are read.
    await turn();
    // A world of the fleet is our own emulator: a test that hangs there hangs the fleet, and shows.
    await conducted(opened, one);
  }
  const record = await opened.record();
  await opened.close();
  await heard?.close();
  return record;
}
