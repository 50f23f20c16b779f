import { existsSync, writeFileSync } from 'node:fs';
import { countLines, Journal } from '../../traffic/journal/journal.ts';
import type { BaselineValues, Halt, PreviousPayment } from '../../traffic/journal/journalTypes.ts';
import { printedForecast, type Run, runFilesOf } from '../../traffic/journal/run.ts';
import { writeToDisk } from '../../traffic/system/atomicWrite.ts';
import type { Target } from '../../traffic/target/target.ts';
import { Unreachable } from '../../traffic/transport/client.ts';
import { read } from '../../traffic/transport/requestPlan.ts';
import { maxPreviousPayments } from '../baseline/previousPayments.ts';
import { Api } from '../worker/api.ts';
import { openWorker } from '../worker/worker.ts';
import { checkTarget } from './targetCheck.ts';

/** What earlier runs left of a target: what they learned, and payments that are to be as they were. */
export interface PreviousRuns {
  baseline?: BaselineValues;
  payments?: readonly PreviousPayment[];
}

/** Writes the first line of a run's journal: what run it is, of which target. */
export function writeRunLine(run: Run, target: Target, { baseline, payments }: PreviousRuns = {}): void {
  const journal = new Journal(runFilesOf(run.out).journal, 'run');
  const forecast = printedForecast();
  journal.write({
    kind: 'run',
    version: 1,
    run: run.id,
    seed: run.seed,
    startedAt: new Date().toISOString(),
    selection: run.selection,
    ...(baseline && { pins: baseline }),
    ...(payments && payments.length > 0 && { past: payments }),
    ...(forecast && { forecast }),
    clock: { wallMs: Date.now(), monotonicNs: String(process.hrtime.bigint()) },
    target: target.facts,
  });
  journal.close();
}

/** Writes the last line of a run's journal: all of its tests have ended. A stored journal has its own. */
export function closeJournal(run: Run): void {
  if (run.offline) return;
  const folder = runFilesOf(run.out).journal;
  if (!existsSync(folder)) return;
  const lines = countLines(folder);
  const journal = new Journal(folder, 'run');
  journal.write({ kind: 'closed', lines });
  journal.close();
}

/** Reads payments of earlier runs again, those first that were not for longest. */
async function readPastAgain(api: Api, past: readonly PreviousPayment[]): Promise<void> {
  for (const { id } of past.slice(0, maxPreviousPayments.reads)) await api.send(read.payment(id), { purpose: 'look' });
  for (const { clientOrderId } of past.slice(0, maxPreviousPayments.searches))
    await api.send(read.search({ clientOrderId }), { purpose: 'look' });
}

/**
 * Looks once whether this API is there and takes our credential, then reads the past again. A target that cannot be reached, another
 * server, or a credential that neither scheme brings in halts the run before its first test: none of them is the target's fault.
 */
export async function preflight(run: Run, target: Target, past: readonly PreviousPayment[] = []): Promise<void> {
  const stage = await openWorker({ run, target, name: 'preflight', isFirst: true });
  try {
    const halt = await checkTarget(stage);
    if (halt) stage.write({ kind: 'halt', requirement: 'preflight', ...halt });
    else await readPastAgain(new Api(stage, 'preflight'), past);
  } catch (error) {
    // The client has written why.
    if (!(error instanceof Unreachable)) throw error;
  } finally {
    await stage.close();
  }
}

/** Halts a run from outside of its tests. Throws Unkept. */
export function writeHalt(run: Run, halt: Halt): void {
  const { journal: folder, halt: file } = runFilesOf(run.out);
  const journal = new Journal(folder, 'halt');
  journal.write({ kind: 'halt', requirement: 'preflight', ...halt });
  journal.close();
  writeToDisk(file, () => writeFileSync(file, halt.message));
}
