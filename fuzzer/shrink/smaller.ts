import { stringify } from 'lossless-json';
import { parseExact } from '../../schemas/exact.ts';
import type { CaseBody, CaseStep, FuzzCase } from '../case.ts';
import { neededBy, renumbered } from '../references.ts';
import { simplerValues } from './values.ts';

const textOf = ({ steps }: FuzzCase) => JSON.stringify(steps);

/** True where a case is smaller than another: fewer characters, of as many the ones that sort first. So shrinking ends. */
export function isSmaller(one: FuzzCase, other: FuzzCase): boolean {
  const [a, b] = [textOf(one), textOf(other)];
  return a.length < b.length || (a.length === b.length && a < b);
}

/** What a case costs of a quota: its steps that are no GET. */
export const postsOf = ({ steps }: FuzzCase): number => steps.filter(({ method }) => method !== 'GET').length;

/** The steps, counted from 1, that cannot be sent without one of them, itself among them. */
function withDependents(steps: readonly CaseStep[], left: number): Set<number> {
  const gone = new Set([left]);
  for (const [at, step] of steps.entries())
    if ([...neededBy(step)].some((needed) => gone.has(needed))) gone.add(at + 1);
  return gone;
}

/** The case without one step and what cannot be sent without it; the last one, which it is about, always stays. */
function* fewerSteps({ steps, label }: FuzzCase): Generator<FuzzCase> {
  for (let left = 1; left < steps.length; left += 1) {
    const gone = withDependents(steps, left);
    if (gone.has(steps.length)) continue;
    const places = new Map<number, number>();
    for (let at = 1; at <= steps.length; at += 1) if (!gone.has(at)) places.set(at, places.size + 1);
    const rest = steps.filter((_, at) => !gone.has(at + 1));
    yield { label, steps: rest.map((step) => renumbered(step, places)) };
  }
}

function* simplerBodies(body: CaseBody): Generator<CaseBody> {
  if (!('text' in body)) return;
  const parsed = parseExact(body.text);
  if ('fault' in parsed || parsed.duplicates.length > 0) {
    // No JSON value: the text itself is the point.
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

/** The cases that are one step smaller, the boldest step first; whether they still are what they are said to be is not asked here. */
export function* smallerCases(whole: FuzzCase): Generator<FuzzCase> {
  yield* fewerSteps(whole);
  for (const [at, step] of whole.steps.entries())
    for (const simpler of simplerSteps(step)) {
      const smaller = { ...whole, steps: whole.steps.with(at, simpler) };
      if (isSmaller(smaller, whole)) yield smaller;
    }
}
