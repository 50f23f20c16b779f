import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { entryFolder } from '../../schemas/packageRoot.ts';
import { decideRun, type EmulatorInstance, runOfInstance } from '../../traffic/journal/run.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { withTimeLimit } from '../../traffic/system/timeLimit.ts';
import { atMount, readTarget } from '../../traffic/target/target.ts';
import { openRunReceiver } from '../webhooks/experiments/runReceiver.ts';
import { runRequirement, type TestHost } from './runRequirement.ts';
import type { Toolbox, ToolName, Tools } from './toolbox.ts';
import { openWorkerRun, type WorkerRun } from './workerRun.ts';

/** The body of a requirement. It names the tools that it needs by destructuring its parameter. */
type Body = (tools: Tools) => Promise<void> | void;

/** The function with which a spec declares a requirement. */
export type Spec = (title: string, details: { tag: string[] }, body: Body) => void;

/** The test of a requirement, collected for our own runner. */
export interface CollectedTest {
  title: string;
  tags: readonly string[];
  file: string;
  body: Body;
}

const all: CollectedTest[] = [];

/** The tests collected so far, with their bodies. */
export const collected: readonly CollectedTest[] = all;

let currentFile = '';

/** Collects a requirement, so that one process can run it against many emulator instances. */
export const collectTest: Spec = (title, { tag }, body) => {
  all.push({ title, tags: tag, file: currentFile, body });
};

/** Ends a test that should not run. */
class Skip extends Error {}

/** Returns the names in the destructured first parameter of a function, as Playwright reads them. */
function namesIn(body: (...given: never[]) => unknown): string[] {
  const [, names = ''] = /^(?:async\s*)?\(?\s*\{([^}]*)\}/.exec(body.toString()) ?? [];
  return names.split(',').flatMap((name) => name.split(':')[0]?.trim() || []);
}

/** The time limit of a test, counted from its start; without a limit the test may run forever. */
export interface Limit {
  set(limitMs: number): void;
  /** Rejects when the latest limit is over. */
  over: Promise<never>;
}

/** How a test ended: with errors of its own, or skipped. */
export interface Ending {
  errors: { message: string }[];
  isSkipped: boolean;
  /** True if the errors are not the suite's fault: something that the test needs is missing, or the run was halted. */
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

/** Makes the tools that a body names. */
export async function toolsFor(toolbox: Toolbox, body: Body): Promise<Tools> {
  const tools: Partial<Record<ToolName, unknown>> = {};
  for (const name of namesIn(body) as ToolName[]) tools[name] = await toolbox.get(name);
  return tools as unknown as Tools;
}

async function runBody(toolbox: Toolbox, body: Body): Promise<void> {
  const tools = await toolsFor(toolbox, body);
  // Limits the computation before the first wait of the body.
  await withTimeLimit(() => body(tools));
}

/** Imports one spec, by its path from the root of the package, which collects its requirements. */
export async function collectSpec(file: string, load: () => Promise<unknown>): Promise<void> {
  currentFile = file;
  await load();
}

/** Imports each spec once, which collects its requirements. */
export async function collectSpecs(): Promise<void> {
  const folder = join(entryFolder, 'specs');
  for (const name of readdirSync(folder)
    .filter((file) => /\.spec\.[jt]s$/.test(file))
    .sort()) {
    await collectSpec(`specs/${name.replace(/js$/, 'ts')}`, () => import(pathToFileURL(join(folder, name)).href));
  }
}

/** Runs one collected requirement and returns how its test ended. */
async function conducted(opened: WorkerRun, one: CollectedTest, limit?: Limit): Promise<Ending> {
  const ending: Ending = { errors: [], isSkipped: false, isExcused: false };
  const body = async (toolbox: Toolbox) => {
    const ran = runBody(toolbox, one.body);
    await Promise.race(limit ? [ran, limit.over] : [ran]).catch((error: Error) => {
      ending.errors.push({ message: `${error.name}: ${error.message}` });
    });
  };
  // The body once more, as another account: a test that stops there has nothing to judge, which is no error.
  const again = async (toolbox: Toolbox) => {
    const ran = runBody(toolbox, one.body);
    await Promise.race(limit ? [ran, limit.over] : [ran]);
  };
  await runRequirement({ opened, host: hostOf(one, ending, limit), body, again }).catch((error: unknown) => {
    if (!(error instanceof Skip)) throw error;
    ending.isSkipped = true;
  });
  return ending;
}

/** Runs the collected requirement with this title in an open run and returns how its test ended. Throws if there is none. */
export function runTitled(opened: WorkerRun, title: string, limit: Limit): Promise<Ending> {
  const one = all.find((each) => each.title === title);
  if (!one) throw new Error(`no collected requirement has the title ${title}`);
  return conducted(opened, one, limit);
}

/** Runs the collected requirement with this id in an open run, without a time limit, and returns how its test ended. Throws if there is none. */
export function runNamed(opened: WorkerRun, id: string): Promise<Ending> {
  const one = all.find(({ title }) => title.split(' ', 1)[0] === id);
  if (!one) throw new Error(`no collected requirement ${id}`);
  return conducted(opened, one);
}

/** Returns the collected requirements as entries of the test list. */
export function collectedTests(): Pick<TestHost, 'title' | 'tags' | 'file' | 'line'>[] {
  return all.map(({ title, tags, file }) => ({ title, tags, file, line: 0 }));
}

/** Returns the names of the tools that each collected requirement asks for, by its id. */
export function toolsByRequirement(): ReadonlyMap<string, readonly string[]> {
  return new Map(all.map(({ title, body }) => [title.split(' ')[0] ?? '', namesIn(body)]));
}

/** Returns the order of a test: ordinary tests first, then hostile ones, then trace checks. */
const orderOf = ({ tags }: CollectedTest) => (tags.includes('@law') ? 2 : tags.includes('@hostile') ? 1 : 0);

/** Runs every collected requirement against one emulator instance, one after another, and returns the record. */
export async function runInstance(instance: EmulatorInstance): Promise<RunRecord> {
  const run = runOfInstance(decideRun(), instance);
  const runReceiver = await openRunReceiver(run, atMount(readTarget(run.target ?? ''), instance.name), {
    isPassing: true,
  });
  await runReceiver?.register();
  const opened = openWorkerRun({ run, name: 'w', mount: instance.name, hearing: runReceiver?.receiver });
  for (const one of all.toSorted((a, b) => orderOf(a) - orderOf(b))) {
    // Trace checks only compute, so answers for other instances are read between two trace checks.
    await turn();
    // The instance is our own emulator, so tests have no time limit: a test that hangs here shows as a hanging mutation run.
    await conducted(opened, one);
  }
  const record = await opened.record();
  await opened.close();
  await runReceiver?.close();
  return record;
}
