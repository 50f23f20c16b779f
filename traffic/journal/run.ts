import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Selection } from '../requirements/selection.ts';
import { decide, variable } from '../system/environment.ts';

/** What is decided once in the runner and inherited by every process of a run. */
export interface Run {
  id: string;
  seed: number;
  /** Folder of all that the run writes: `journal/`, `rulings.ndjson`, the verdict. */
  out: string;
  /** Target file or base address; undefined for the embedded emulator until it is started. */
  target: string | undefined;
  selection: Selection;
  /** Where the runner keeps the quota; undefined for a process that is the whole run. */
  limiterAddress: string | undefined;
  /** First letter of the names of this process's journal files: `p` for a run, `f` for one that only feeds a law. */
  journalPrefix: string;
  /** Journal folder that is judged; that of `out`, or a stored one. */
  journal: string;
  /** Whether a test that judged its target unsound stays green for Playwright, which would replace its worker for it. */
  silent: boolean;
  /** A stored journal is judged again: nothing is sent. */
  offline: boolean;
}

/** Seeds are not negative, and no larger than a signed number of 32 bits. */
export const largestSeed = 2_147_483_647;

/** A run id sorts by time and is unlike a card number: day, time, six random characters. */
function newRunId(): string {
  const [day, time] = new Date().toISOString().split(/[T.]/);
  return `${day?.replaceAll('-', '')}-${time?.replaceAll(':', '')}-${randomBytes(3).toString('hex')}`;
}

/** Every requirement by at least one cell: what a run is asked for that is not told otherwise. */
function today(): Selection {
  const tier = variable('ASSAY_TIER') === 'passive' ? 'passive' : 'active';
  return { profile: 'nightly', tier, day: new Date().toISOString().slice(0, 10) };
}

/** Decides what the runs of this process and those that it starts are asked for. */
export function select(selection: Selection): void {
  decide('ASSAY_SELECTION', JSON.stringify(selection));
}

function selected(): Selection {
  if (variable('ASSAY_SELECTION') === undefined) select(today());
  return JSON.parse(variable('ASSAY_SELECTION') ?? '') as Selection;
}

/** A run that is one process, without a desk, and keeps all that it writes in a folder: of a bench or a test. */
export const runAlone = (out: string, more: Partial<Omit<Run, 'out' | 'journal'>> = {}): Run => ({
  id: 'alone',
  seed: 1,
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

/** Decides what is not decided yet, and gives the run. The first process to ask decides for all that it starts. */
export function decideRun(): Run {
  const id = variable('ASSAY_RUN') ?? decide('ASSAY_RUN', newRunId());
  const seed =
    variable('ASSAY_SEED') ?? decide('ASSAY_SEED', String(randomBytes(4).readUInt32LE() % (largestSeed + 1)));
  const out = variable('ASSAY_OUT') ?? decide('ASSAY_OUT', join('reports', 'out', id));
  const stored = variable('ASSAY_OFFLINE');
  return {
    id,
    seed: Number(seed),
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

/** What a run will send by its forecast: POSTs and GETs. */
export interface ForecastTotals {
  posts: number;
  gets: number;
}

/** The forecast that was printed; undefined where nobody asked for one. */
export function printedForecast(): ForecastTotals | undefined {
  const text = variable('ASSAY_FORECAST');
  return text === undefined ? undefined : (JSON.parse(text) as ForecastTotals);
}

/** A world of a fleet (`/~name`), and the folder that its project writes to. */
export interface EmulatorInstance {
  name?: string;
  out: string;
  /** Its own run id, where a world is run twice: no clientOrderId may come again. */
  id?: string;
  /** What it is asked for, where that is not what the run is. */
  selection?: Selection;
  /** The file by which it is seen, where that is not the run's. */
  target?: string;
  /** Tests do not fail, so that no worker is replaced for it: the fleet reads verdicts, not tests. */
  silent?: boolean;
}

/** The run of one project of a fleet. */
export function runOfInstance(run: Run, world: EmulatorInstance | undefined): Run {
  if (!world) return run;
  const { id = run.id, out, selection = run.selection, silent = run.silent, target = run.target } = world;
  return { ...run, id, out, journal: runFilesOf(out).journal, selection, silent, target };
}

/** The files and folders of a run. */
export interface RunFiles {
  journal: string;
  /** Rulings of the laws. */
  traceCheckResults: string;
  /** The requirements as the specs declare them. */
  requirements: string;
  verdict: string;
  /** There once the run goes no further: the tests still to come do not run. */
  halt: string;
}

/** Where a run keeps its journal, and where the rulings of its laws are. */
export function runFilesOf(out: string): RunFiles {
  return {
    halt: join(out, 'halt'),
    journal: join(out, 'journal'),
    traceCheckResults: join(out, 'rulings.ndjson'),
    requirements: join(out, 'requirements.json'),
    verdict: join(out, 'verdict.json'),
  };
}
