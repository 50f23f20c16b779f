import { renumberedAssertion, stepsNamedBy } from '../cases/caseAssertions.ts';
import type { CaseAssertion, CaseStep, FuzzCase } from '../cases/fuzzCase.ts';
import { renumbered, requiredSteps } from '../cases/references.ts';
import { concurrentGroups } from '../cases/stepGroups.ts';

/** What a smaller case must keep: an assertion under this requirement, if the case has one. */
export interface RequiredAssertions {
  requirement?: string;
}

/** Returns the round of each step; steps of a round are sent at the same time. */
const roundsOf = (steps: readonly CaseStep[]): number[] =>
  concurrentGroups(steps).flatMap((group, round) => group.map(() => round));

/** Returns these steps and all steps that depend on them, counted from 1. */
function withDependents(steps: readonly CaseStep[], left: readonly number[]): Set<number> {
  const removed = new Set(left);
  for (const [at, step] of steps.entries())
    if ([...requiredSteps(step)].some((needed) => removed.has(needed))) removed.add(at + 1);
  return removed;
}

/** Removes the race number of steps that no longer race with another one. */
const alone = (steps: readonly CaseStep[]): CaseStep[] =>
  concurrentGroups(steps).flatMap((group) =>
    group.map(({ step }) => {
      const { race, ...single } = step;
      return group.length === 1 ? single : step;
    }),
  );

const isOf =
  ({ requirement }: RequiredAssertions) =>
  (assertion: CaseAssertion): boolean =>
    assertion.requirement === requirement;

/**
 * Returns the case without some steps; undefined if that would be another case: its last step would go, a race would change, or the needed assertions would be
 * lost.
 */
function without(original: FuzzCase, left: readonly number[], wanted: RequiredAssertions): FuzzCase | undefined {
  const { steps, claims: assertions = [] } = original;
  const removed = withDependents(steps, left);
  if (removed.has(steps.length)) return undefined;
  const stays = [...steps.keys()].filter((at) => !removed.has(at + 1));
  const places = new Map(stays.map((at, place) => [at + 1, place + 1]));
  const rest = stays.map((at) => renumbered(steps[at] as CaseStep, places));
  const [before, after] = [roundsOf(steps), roundsOf(rest)];
  const isApart = stays.every(
    (at, place) =>
      place === 0 || (before[at] === before[stays[place - 1] as number]) === (after[place] === after[place - 1]),
  );
  const remaining = assertions.filter((assertion) => [...stepsNamedBy(assertion)].every((step) => places.has(step)));
  const isLost = assertions.some(isOf(wanted)) && !remaining.some(isOf(wanted));
  if (!isApart || isLost) return undefined;
  const { claims: _, ...bare } = original;
  const moved = remaining.map((assertion) => renumberedAssertion(assertion, places));
  return { ...bare, steps: alone(rest), ...(moved.length > 0 && { claims: moved }) };
}

/** Returns, for each race of more than two steps, all its steps except the last two: most races need only two steps. */
const crowdsIn = (steps: readonly CaseStep[]): number[][] =>
  concurrentGroups(steps)
    .filter(({ length }) => length > 2)
    .map((group) => group.slice(0, -2).map(({ at }) => at + 1));

/**
 * Generates the case with fewer steps: first with a race cut to two steps, then with one step less. Steps that depend on a removed step, and assertions about
 * it, are removed too. The last step, which the case is about, always stays; a control request stays as long as an assertion names it.
 */
export function* fewerSteps(original: FuzzCase, wanted: RequiredAssertions): Generator<FuzzCase> {
  const { steps, claims: assertions = [] } = original;
  const named = new Set(assertions.flatMap((assertion) => [...stepsNamedBy(assertion)]));
  const mayGo = (step: number) => steps[step - 1]?.twin === undefined || !named.has(step);
  const single = [...steps.keys()].slice(0, -1).map((at) => [at + 1]);
  for (const left of [...crowdsIn(steps), ...single]) {
    const smaller = left.every(mayGo) ? without(original, left, wanted) : undefined;
    if (smaller) yield smaller;
  }
}

/**
 * Generates the case with only the assertions under the requirement that it must show, if it has other assertions. If the case has no assertion under this
 * requirement, only trace checks show the violation, so the case is generated without assertions.
 */
export function* fewerAssertions(original: FuzzCase, wanted: RequiredAssertions): Generator<FuzzCase> {
  const { claims: assertions = [], ...bare } = original;
  const remaining = assertions.filter(isOf(wanted));
  if (wanted.requirement === undefined || remaining.length === assertions.length) return;
  yield remaining.length > 0 ? { ...original, claims: remaining } : bare;
}
