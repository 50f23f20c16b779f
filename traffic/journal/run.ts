import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Selection } from '../requirements/selection.ts';
import { ConfigurationError } from '../system/configurationError.ts';
import { decide, variable } from '../system/environment.ts';
import { keyOfChallenge } from './ownIds.ts';

/** What the runner decides once and every process of a run inherits. */
export interface Run {
  id: string;
  seed: number;
  /** The key that owns the ids of the run: without it nobody can tell them from random ones. */
  idKey: string;
  /** True if its requests are to look like those of any merchant: sent as one client, at drawn moments, without long ids. */
  isDiscreet?: boolean;
  /** The mean of the drawn waits before its requests, ms; absent if it does not wait. */
  paceMs?: number;
  /** The most POSTs that it may send; absent if only its selection bounds them. */
  mostPosts?: number;
  /** The folder for everything the run writes: `journal/`, `rulings.ndjson`, the verdict. */
  out: string;
  /** Target file or base address; undefined for the embedded emulator until it is started. */
  target: string | undefined;
  selection: Selection;
  /** Address of the runner's rate limiter; undefined if one process is the whole run. */
  limiterAddress: string | undefined;
  /** First letter of this process's journal file names: `p` for a run, `f` for a process that only makes traffic for a trace check. */
  journalPrefix: string;
  /** The journal folder to judge: the folder in `out`, or a stored one. */
  journal: string;
  /** True if a test passes for Playwright even if the target failed it. After a failed test Playwright would replace the worker. */
  silent: boolean;
  /** True if a stored journal is judged again: nothing is sent. */
  offline: boolean;
}

/** Seeds are not negative and fit into a signed 32-bit number. */
const largestSeed = 2_147_483_647;

/** True for a text that is a seed. */
export const isSeed = (text: string): boolean => /^\d{1,10}$/.test(text) && Number(text) <= largestSeed;

/** What is expected instead of a text that is no seed. */
export const seedProblem = {
  wanted: `a whole number of at most ${largestSeed}`,
  hint: 'Copy it from the run or campaign to repeat.',
};

/** Returns a seed. Throws ConfigurationError for a text that is none. */
export function seedFrom(where: string, text: string): string {
  if (isSeed(text)) return text;
  throw new ConfigurationError('the seed', [{ where, ...seedProblem, seen: text === '' ? 'an empty text' : text }]);
}

/** Makes a run id that sorts by time and does not look like a card number: day, time, six random characters. */
function newRunId(): string {
  const [day, time] = new Date().toISOString().split(/[T.]/);
  return `${day?.replaceAll('-', '')}-${time?.replaceAll(':', '')}-${randomBytes(3).toString('hex')}`;
}

/** A run that is bound to a challenge has ids that follow from it. */
function newIdKey(): string {
  const [salt, challenge] = [randomBytes(16).toString('hex'), variable('ASSAY_CHALLENGE')];
  return challenge === undefined ? salt : keyOfChallenge(challenge, salt);
}

/** The default selection: every requirement with at least one combination. */
function today(): Selection {
  const tier = variable('ASSAY_TIER') === 'passive' ? 'passive' : 'active';
  return { profile: 'nightly', tier, day: new Date().toISOString().slice(0, 10) };
}

/** Sets the selection for the runs of this process and of the processes it starts. */
export function select(selection: Selection): void {
  decide('ASSAY_SELECTION', JSON.stringify(selection));
}

function selected(): Selection {
  if (variable('ASSAY_SELECTION') === undefined) select(today());
  return JSON.parse(variable('ASSAY_SELECTION') ?? '') as Selection;
}

/** A run in a single process without a limiter server, for a bench or a test; it stores everything in one folder. */
export const runAlone = (out: string, more: Partial<Omit<Run, 'out' | 'journal'>> = {}): Run => ({
  id: 'alone',
  seed: 1,
  idKey: 'the key of a run alone',
  target: undefined,
  selection: { profile: 'full', tier: 'active', day: '2026-01-01' },
  limiterAddress: undefined,
  journalPrefix: 'p',
  silent: true,
  offline: false,
  ...more,
  out,
  journal: runFilesOf(out).journal,
});

/** Returns the mean wait before each request of this run, ms; 0 without one. */
export const paceOfRun = (): number => Number(variable('ASSAY_PACE') ?? 0);

/** Decides everything about the run that is still undecided, and returns the run. The first process to call it decides for all processes it starts. */
export function decideRun(): Run {
  const id = variable('ASSAY_RUN') ?? decide('ASSAY_RUN', newRunId());
  const given = variable('ASSAY_SEED');
  const seed =
    (given && seedFrom('$ASSAY_SEED', given)) ??
    decide('ASSAY_SEED', String(randomBytes(4).readUInt32LE() % (largestSeed + 1)));
  const out = variable('ASSAY_OUT') ?? decide('ASSAY_OUT', join('reports', 'out', id));
  const stored = variable('ASSAY_OFFLINE');
  return {
    id,
    seed: Number(seed),
    isDiscreet: variable('ASSAY_DISCREET') === '1',
    paceMs: paceOfRun(),
    ...(variable('ASSAY_MOST_POSTS') !== undefined && { mostPosts: Number(variable('ASSAY_MOST_POSTS')) }),
    idKey: variable('ASSAY_ID_KEY') ?? decide('ASSAY_ID_KEY', newIdKey()),
    out,
    target: variable('ASSAY_TARGET'),
    selection: selected(),
    limiterAddress: variable('ASSAY_DESK'),
    journalPrefix: variable('ASSAY_STAGE') ?? 'p',
    journal: stored ?? runFilesOf(out).journal,
    offline: stored !== undefined,
    silent: variable('ASSAY_SILENT') === '1',
  };
}

/** The numbers of POSTs and GETs that a run will send by its forecast. */
export interface ForecastTotals {
  posts: number;
  gets: number;
}

/** Returns the forecast that was printed; undefined if none was requested. */
export function printedForecast(): ForecastTotals | undefined {
  const text = variable('ASSAY_FORECAST');
  return text === undefined ? undefined : (JSON.parse(text) as ForecastTotals);
}

/** An emulator instance of a mutation run (`/~name`), and the folder of its project. */
export interface EmulatorInstance {
  name?: string;
  out: string;
  /** The run id of this instance, if an instance is run twice: a clientOrderId must not repeat. */
  id?: string;
  /** The selection of this instance, if it differs from the run's selection. */
  selection?: Selection;
  /** The target file for this instance, if it differs from the run's target file. */
  target?: string;
  /** True if tests never fail for Playwright, so that no worker is replaced: the mutation run reads verdicts, not test results. */
  silent?: boolean;
}

/** Returns the run for one project of a mutation run. */
export function runOfInstance(run: Run, instance: EmulatorInstance | undefined): Run {
  if (!instance) return run;
  const { id = run.id, out, selection = run.selection, silent = run.silent, target = run.target } = instance;
  return { ...run, id, out, journal: runFilesOf(out).journal, selection, silent, target };
}

/** The files and folders of a run. */
export interface RunFiles {
  journal: string;
  /** Results of the trace checks. */
  traceCheckResults: string;
  /** The requirements as the specs declare them. */
  requirements: string;
  verdict: string;
  /** The failures of earlier runs and the known failures, as the run found them. */
  earlier: string;
  /** The options that name the target of the run, for a later judgement. */
  again: string;
  /** Exists once the run is halted: the remaining tests do not run. */
  halt: string;
}

/** Returns where a run stores its journal and the results of its trace checks. */
export function runFilesOf(out: string): RunFiles {
  return {
    halt: join(out, 'halt'),
    journal: join(out, 'journal'),
    traceCheckResults: join(out, 'rulings.ndjson'),
    requirements: join(out, 'requirements.json'),
    verdict: join(out, 'verdict.json'),
    earlier: join(out, 'earlier.json'),
    again: join(out, 'again.json'),
  };
}
