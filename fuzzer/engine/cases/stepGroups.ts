import type { CaseStep } from './fuzzCase.ts';

/** Steps in a row that are sent at once, else one by one; with their places. */
export function concurrentGroups(steps: readonly CaseStep[]): { at: number; step: CaseStep }[][] {
  const groups: { at: number; step: CaseStep }[][] = [];
  for (const [at, step] of steps.entries()) {
    const last = groups.at(-1);
    if (last && step.race !== undefined && last[0]?.step.race === step.race) last.push({ at, step });
    else groups.push([{ at, step }]);
  }
  return groups;
}

/** The step that a case is about: its last write, since reads may follow it to show what it left; its last step where it writes nothing but twins. */
export function subjectStepAt(steps: readonly CaseStep[]): number {
  const write = steps.findLastIndex(({ method, twin, isLever }) => method !== 'GET' && twin === undefined && !isLever);
  return write < 0 ? steps.length - 1 : write;
}
