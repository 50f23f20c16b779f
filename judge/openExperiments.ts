import type { ExperimentLine } from '../traffic/journal/journalTypes.ts';

/** An experiment on deliveries that is not judged: it is still open, or our receiver was away. */
export interface UnjudgedExperiment {
  id: string;
  requirement: string;
  /** By the target's clock, as `dueAt`. */
  openedAt: string;
  /** When it is to be judged. */
  dueAt: string;
  /** Deliveries so far. */
  attempts: number;
  state: 'open' | 'void';
  /** Why it is void. */
  why?: string;
}

/** The experiments that a record leaves unjudged, each as it was told last, in the order in which they are due. */
export function unjudgedExperiments(experiments: readonly ExperimentLine[]): UnjudgedExperiment[] {
  const last = [...new Map(experiments.map((line) => [line.id, line])).values()];
  const waiting = last.flatMap(({ id, requirement, openedAt, dueAt, deliveries, state, why }) =>
    state === 'due'
      ? []
      : [{ id, requirement, openedAt, dueAt, attempts: deliveries.length, state, ...(why !== undefined && { why }) }],
  );
  return waiting.sort((a, b) => Date.parse(a.dueAt) - Date.parse(b.dueAt) || (a.id < b.id ? -1 : 1));
}
