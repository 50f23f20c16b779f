import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { conduct, type Host, requirementOf } from './conduct.ts';
import { openHeard } from './experiments/heard.ts';
import { type Contribution, RulingLedger } from './ledger.ts';
import { type Opened, open } from './opened.ts';
import type { RunRecord } from './record.ts';
import { decideRun, type Run, runIn, type World } from './run.ts';
import { mounted, readTarget } from './target.ts';
import { Toolbox, type ToolName, type Tools } from './toolbox.ts';
import type { Requirement } from './verdict.ts';

/** The body of a requirement: it names the tools that it needs by taking its parameter apart. */
type Body = (tools: Tools) => Promise<void> | void;

/** How a spec declares a requirement. */
export type Spec = (title: string, details: { tag: string[] }, body: Body) => void;

interface Collected {
  title: string;
  tags: readonly string[];
  file: string;
  body: Body;
}

const all: Collected[] = [];
let currentFile = '';

/** Keeps a requirement, to be run in many worlds of one process. */
export const collected: Spec = (title, { tag }, body) => {
  all.push({ title, tags: tag, file: currentFile, body });
};

/** Ends a test that is not to run. */
class Skip extends Error {}

/** The names that a function takes its first parameter apart into, as Playwright reads them. */
function namesIn(body: (...given: never[]) => unknown): string[] {
  const [, names = ''] = /^(?:async\s*)?\(?\s*\{([^}]*)\}/.exec(body.toString()) ?? [];
  return names.split(',').flatMap((name) => name.split(':')[0]?.trim() || []);
}

function hostOf({ title, tags, file }: Collected, errors: Host['errors']): Host {
  return {
    title,
    tags,
    file,
    line: 0,
    timeout: 0,
    // A world of the fleet is our own emulator: a test that hangs there hangs the fleet, and shows.
    setTimeout: () => undefined,
    skip: (condition) => {
      if (condition) throw new Skip();
    },
    errors,
    annotations: [],
  };
}

async function runBody(toolbox: Toolbox, body: Body): Promise<void> {
  const names = namesIn(body) as ToolName[];
  const tools: Partial<Record<ToolName, unknown>> = {};
  for (const name of names) tools[name] = await toolbox.get(name);
  await body(tools as unknown as Tools);
}

/** Reads the specs, each file once; their requirements are kept. */
export async function collectSpecs(): Promise<void> {
  const folder = fileURLToPath(new URL('../specs', import.meta.url));
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.spec.ts'))
    .sort()) {
    currentFile = `specs/${name}`;
    await import(pathToFileURL(join(folder, name)).href);
  }
}

/** The collected requirements as tests, for the list of them. */
export function collectedTests(): Pick<Host, 'title' | 'tags' | 'file' | 'line'>[] {
  return all.map(({ title, tags, file }) => ({ title, tags, file, line: 0 }));
}

/** The rulings of a law on a record, as it is. */
export interface LawRulings {
  requirement: Requirement;
  rulings: readonly Contribution[];
}

/** What a law is asked with where there is nothing but a record. */
function openedOver(run: Run, record: RunRecord): Opened {
  const none = () => Promise.reject(new Error('a law makes no traffic'));
  return { run, facts: none, stage: none, record: async () => record, close: async () => undefined };
}

/** Asks the collected laws that are wanted what they say of a record, one after the other; a law that breaks down throws. */
export async function lawsOver(run: Run, record: RunRecord, isWanted: (id: string) => boolean): Promise<LawRulings[]> {
  const told: LawRulings[] = [];
  for (const one of all) {
    const requirement = requirementOf({ ...one, line: 0 });
    if (!requirement.law || !isWanted(requirement.id)) continue;
    const ledger = new RulingLedger(requirement.id, undefined, record);
    await runBody(new Toolbox(openedOver(run, record), ledger), one.body).catch((error: unknown) => {
      if (!ledger.stopped) throw error;
    });
    told.push({ requirement, rulings: ledger.contributions });
  }
  return told;
}

/** Probes come first, then hostile ones, then laws. */
const turnOf = ({ tags }: Collected) => (tags.includes('@law') ? 2 : tags.includes('@hostile') ? 1 : 0);

/** Runs every collected requirement in one world, one after the other, and gives what they left behind. */
export async function runWorld(world: World): Promise<RunRecord> {
  const run = runIn(decideRun(), world);
  const heard = await openHeard(run, mounted(readTarget(run.target ?? ''), world.name), { isPassing: true });
  await heard?.register();
  const opened = open({ run, name: 'w', mount: world.name, hearing: heard?.hearing });
  for (const one of all.toSorted((a, b) => turnOf(a) - turnOf(b))) {
    // A law computes: between two of them the answers that other worlds wait for are read.
    await turn();
    const errors: { message?: string }[] = [];
    const body = (toolbox: Toolbox) =>
      runBody(toolbox, one.body).catch((error: Error) => {
        errors.push({ message: `${error.name}: ${error.message}` });
      });
    await conduct({ opened, host: hostOf(one, errors), body }).catch((error: unknown) => {
      if (!(error instanceof Skip)) throw error;
    });
  }
  const record = await opened.record();
  await opened.close();
  await heard?.close();
  return record;
}
