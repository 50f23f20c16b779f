import { stringify } from 'lossless-json';
import { type Exact, isExactNumber, isObject, parseExact } from '../../../schemas/json/exact.ts';
import { assertedValues } from '../cases/caseAssertions.ts';
import type { CaseBody, CaseStep, FuzzCase } from '../cases/fuzzCase.ts';
import { fewerAssertions, fewerSteps, type RequiredAssertions } from './fewerSteps.ts';
import { simplerValues } from './simplerValues.ts';

const textOf = ({ steps, claims: assertions = [] }: FuzzCase) => JSON.stringify([steps, assertions]);

/**
 * True if the first case is smaller than the other: it has fewer characters, or it has as many and comes first in sort order. This order makes sure that
 * shrinking ends.
 */
export function isSmaller(one: FuzzCase, other: FuzzCase): boolean {
  const [a, b] = [textOf(one), textOf(other)];
  return a.length < b.length || (a.length === b.length && a < b);
}

function* simplerBodies(body: CaseBody): Generator<CaseBody> {
  if (!('text' in body)) return;
  const parsed = parseExact(body.text);
  if ('fault' in parsed || parsed.duplicates.length > 0) {
    // The body is not valid JSON or repeats a member name, so the text itself is halved.
    const half = body.text.length >> 1;
    yield { ...body, text: body.text.slice(0, half) };
    yield { ...body, text: body.text.slice(half) };
    return;
  }
  for (const simpler of simplerValues(parsed.value)) yield { ...body, text: stringify(simpler) ?? 'null' };
}

function* simplerPaths(path: string): Generator<string> {
  const [before = '', query] = path.split(/\?(.*)/s);
  if (query === undefined) return;
  const pairs = query.split('&');
  for (const at of pairs.keys()) {
    const rest = pairs.toSpliced(at, 1);
    yield rest.length > 0 ? `${before}?${rest.join('&')}` : before;
  }
}

function* simplerSteps(step: CaseStep): Generator<CaseStep> {
  const { path, headers, body } = step;
  for (const simpler of simplerPaths(path)) yield { ...step, path: simpler };
  for (const at of headers.keys()) yield { ...step, headers: headers.toSpliced(at, 1) };
  if (body) for (const simpler of simplerBodies(body)) yield { ...step, body: simpler };
}

/** Lists the texts and numbers of a JSON value as text. */
function leavesIn(value: Exact): string[] {
  if (typeof value === 'string') return [value];
  if (isExactNumber(value)) return [value.value];
  if (Array.isArray(value)) return value.flatMap(leavesIn);
  return isObject(value) ? Object.values(value).flatMap(leavesIn) : [];
}

/** Returns the values that a step sends. */
function valuesIn({ path, body }: CaseStep): string[] {
  const [, query = ''] = path.split(/\?(.*)/s);
  const parsed = parseExact(body && 'text' in body ? body.text : '');
  return [...new URLSearchParams(query).values(), ...('value' in parsed ? leavesIn(parsed.value) : [])];
}

/**
 * Returns a check whether a simpler step still sends every value that the assertions name. Without these values the assertions would be about something else.
 */
function keepsSaid(step: CaseStep, said: ReadonlySet<string>): (simpler: CaseStep) => boolean {
  const spoken = [...new Set(valuesIn(step))].filter((value) => said.has(value));
  if (spoken.length === 0) return () => true;
  return (simpler) => {
    const values = new Set(valuesIn(simpler));
    return spoken.every((value) => values.has(value));
  };
}

/** True unless the step is a control request, which must match its key, or a control action, whose parameters the case depends on. */
const isSimplified = ({ twin: control, isLever: isControlAction }: CaseStep) =>
  control === undefined && !isControlAction;

/**
 * Generates the cases that are one step smaller than a case, the largest step first. Does not check that they still match their label. References and
 * assertions keep pointing to the same steps.
 */
export function* smallerCases(original: FuzzCase, wanted: RequiredAssertions = {}): Generator<FuzzCase> {
  yield* fewerAssertions(original, wanted);
  yield* fewerSteps(original, wanted);
  const said = new Set((original.claims ?? []).flatMap((assertion) => [...assertedValues(assertion)]));
  for (const [at, step] of original.steps.entries()) {
    if (!isSimplified(step)) continue;
    const keeps = keepsSaid(step, said);
    for (const simpler of simplerSteps(step)) {
      const smaller = { ...original, steps: original.steps.with(at, simpler) };
      if (isSmaller(smaller, original) && keeps(simpler)) yield smaller;
    }
  }
}
