import type { ExperimentLine } from '../traffic/journal/journalTypes.ts';

/** An experiment on deliveries that was not judged, because it is still open or because our receiver did not listen. */
export interface UnjudgedExperiment {
  id: string;
  requirement: string;
  /** When the experiment began, in the target's time like `dueAt`. */
  openedAt: string;
  /** When the experiment can be judged. */
  dueAt: string;
  /** Number of deliveries so far. */
  attempts: number;
  state: 'open' | 'void';
  /** Why the experiment is discarded. */
  why?: string;
}

/** Returns the unjudged experiments of a record, each in its last state, in the order in which they are due. */
export function unjudgedExperiments(experiments: readonly ExperimentLine[]): UnjudgedExperiment[] {
  const last = [...new Map(experiments.map((line) => [line.id, line])).values()];
  const waiting = last.flatMap(({ id, requirement, openedAt, dueAt, deliveries, state, why }) =>
    state === 'due'
      ? []
      : [{ id, requirement, openedAt, dueAt, attempts: deliveries.length, state, ...(why !== undefined && { why }) }],
  );
  return waiting.sort((a, b) => Date.parse(a.dueAt) - Date.parse(b.dueAt) || (a.id < b.id ? -1 : 1));
}
