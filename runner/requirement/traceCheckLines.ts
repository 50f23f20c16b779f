import type { TraceCheckLine } from '../../judge/assertionLog.ts';
import type { Run } from '../../traffic/journal/run.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { collectedTests } from './inProcessRunner.ts';
import { requirementOf } from './runRequirement.ts';
import { runTraceChecks } from './runTraceChecks.ts';

/** Returns the lines that a trace check would have stored: its results, and how it ended. */
async function linesOfOne(run: Run, record: RunRecord, id: string): Promise<TraceCheckLine[]> {
  const ended = (status: 'done' | 'error', rulings: number, message?: string): TraceCheckLine => ({
    id,
    end: { status, ...(message && { message }), rulings },
    fedBy: [],
  });
  try {
    const ran = await runTraceChecks(run, record, (one) => one === id);
    const results = ran.flatMap((one) => one.results);
    return [...results, ended('done', results.length)];
  } catch (error) {
    return [ended('error', 0, (error as Error).message)];
  }
}

/** Runs the wanted trace checks on a record and returns the lines that a run stores of them. A trace check that breaks down says so in its last line. */
export async function traceCheckLinesOf(
  run: Run,
  record: RunRecord,
  isWanted: (id: string) => boolean,
): Promise<TraceCheckLine[]> {
  const wanted = collectedTests()
    .map(requirementOf)
    .filter(({ law, id }) => law && isWanted(id));
  const lines: TraceCheckLine[] = [];
  for (const { id } of wanted) lines.push(...(await linesOfOne(run, record, id)));
  return lines;
}
