import { existsSync, writeFileSync } from 'node:fs';
import { countLines, Journal } from '../../traffic/journal/journal.ts';
import type { BaselineValues, Halt, PreviousPayment } from '../../traffic/journal/journalTypes.ts';
import { printedForecast, type Run, runFilesOf } from '../../traffic/journal/run.ts';
import { writeToDisk } from '../../traffic/system/atomicWrite.ts';
import { variable } from '../../traffic/system/environment.ts';
import type { Target } from '../../traffic/target/target.ts';
import { Unreachable } from '../../traffic/transport/client.ts';
import { read } from '../../traffic/transport/requestPlan.ts';
import { maxPreviousPayments } from '../baseline/previousPayments.ts';
import { Api } from '../worker/api.ts';
import { openWorker } from '../worker/worker.ts';
import { checkTarget } from './targetCheck.ts';

/** What earlier runs stored about a target: baseline values, and payments that should be unchanged. */
export interface PreviousRuns {
  baseline?: BaselineValues;
  payments?: readonly PreviousPayment[];
}

/** Writes the first line of a run's journal, with the run and its target. */
export function writeRunLine(run: Run, target: Target, { baseline, payments }: PreviousRuns = {}): void {
  const journal = new Journal(runFilesOf(run.out).journal, 'run');
  const forecast = printedForecast();
  const challenge = variable('ASSAY_CHALLENGE');
  journal.write({
    kind: 'run',
    version: 1,
    run: run.id,
    seed: run.seed,
    idKey: run.idKey,
    startedAt: new Date().toISOString(),
    ...(challenge !== undefined && { challenge }),
    selection: run.selection,
    ...(baseline && { pins: baseline }),
    ...(payments && payments.length > 0 && { past: payments }),
    ...(forecast && { forecast }),
    clock: { wallMs: Date.now(), monotonicNs: String(process.hrtime.bigint()) },
    target: target.facts,
  });
  journal.close();
}

/** Writes the last line of a run's journal, after all of its tests have ended. A stored journal already has one. */
export function closeJournal(run: Run): void {
  if (run.offline) return;
  const folder = runFilesOf(run.out).journal;
  if (!existsSync(folder)) return;
  const lines = countLines(folder);
  const journal = new Journal(folder, 'run');
  journal.write({ kind: 'closed', lines });
  journal.close();
}

/** Reads payments of earlier runs again, starting with the payment that was not reread for the longest time. */
async function readPastAgain(api: Api, past: readonly PreviousPayment[]): Promise<void> {
  for (const { id } of past.slice(0, maxPreviousPayments.reads)) await api.send(read.payment(id), { purpose: 'look' });
  for (const { clientOrderId } of past.slice(0, maxPreviousPayments.searches))
    await api.send(read.search({ clientOrderId }), { purpose: 'look' });
}

/**
 * Checks that this API answers and accepts our credential, then reads the payments of earlier runs again. An unreachable target, another server, or a
 * credential that is refused with both schemes halts the run before its first test. These causes do not count against the target.
 */
export async function preflight(run: Run, target: Target, past: readonly PreviousPayment[] = []): Promise<void> {
  const worker = await openWorker({ run, target, name: 'preflight', isFirst: true, variesHeaders: true });
  try {
    const halt = await checkTarget(worker);
    if (halt) worker.write({ kind: 'halt', requirement: 'preflight', ...halt });
    else await readPastAgain(new Api(worker, 'preflight'), past);
  } catch (error) {
    // The client has already logged why the target is unreachable.
    if (!(error instanceof Unreachable)) throw error;
  } finally {
    await worker.close();
  }
}

/** Halts a run from outside its tests. Throws DiskWriteError. */
export function writeHalt(run: Run, halt: Halt): void {
  const { journal: folder, halt: file } = runFilesOf(run.out);
  const journal = new Journal(folder, 'halt');
  journal.write({ kind: 'halt', requirement: 'preflight', ...halt });
  journal.close();
  writeToDisk(file, () => writeFileSync(file, halt.message));
}
