import type { CaseStep } from './fuzzCase.ts';

/** Groups consecutive steps that are sent at the same time; other steps form groups of one. Each step comes with its place. */
export function concurrentGroups(steps: readonly CaseStep[]): { at: number; step: CaseStep }[][] {
  const groups: { at: number; step: CaseStep }[][] = [];
  for (const [at, step] of steps.entries()) {
    const last = groups.at(-1);
    if (last && step.race !== undefined && last[0]?.step.race === step.race) last.push({ at, step });
    else groups.push([{ at, step }]);
  }
  return groups;
}

/**
 * Returns the place of the step that a case is about: its last write, since reads after that may only show the effect. If the case writes nothing but control
 * requests, returns its last step.
 */
export function subjectStepAt(steps: readonly CaseStep[]): number {
  const write = steps.findLastIndex(
    ({ method, twin: control, isLever: isControlAction }) =>
      method !== 'GET' && control === undefined && !isControlAction,
  );
  return write < 0 ? steps.length - 1 : write;
}
