import { expect, test } from '@playwright/test';
import { type Arbitrary, array, assert, boolean, integer, property, record } from 'fast-check';
import { sampleCase } from '../../../tests/support/findings/sampleFindings.ts';
import { postsOf } from '../budget/requestMeter.ts';
import { renumberedAssertion, stepsNamedBy } from '../cases/caseAssertions.ts';
import type { CaseAssertion, CaseStep, FuzzCase } from '../cases/fuzzCase.ts';
import { requiredSteps } from '../cases/references.ts';
import { isSmaller, smallerCases } from './smallerCases.ts';

const step = (name: string, changes: Partial<CaseStep> = {}): CaseStep => ({
  method: 'POST',
  path: `/${name}`,
  headers: [],
  signing: 'signed',
  ...changes,
});

/** Builds an assertion that repeats the names of the steps that it refers to. */
const assertion = (steps: readonly number[], requirement = 'PAY-05'): CaseAssertion => ({
  requirement,
  oracle: 'refused',
  args: { named: steps.map((at) => ({ at: `#${at}`, name: `/s${at}` })) },
});

const having = (steps: readonly CaseStep[], assertions: readonly CaseAssertion[] = []): FuzzCase => ({
  ...sampleCase,
  steps,
  ...(assertions.length > 0 && { claims: assertions }),
});

const namesOf = (cases: Iterable<FuzzCase>) =>
  [...cases].map(({ steps }) => steps.map(({ path }) => path.slice(1)).join(' '));

/** Generates steps that may race with their neighbours and may need an earlier step outside the race. */
const someSteps: Arbitrary<CaseStep[]> = array(
  record({
    race: integer({ min: 0, max: 2 }),
    needs: integer({ min: 0, max: 9 }),
    isTwin: boolean(),
    isLever: boolean(),
  }),
  { minLength: 1, maxLength: 8 },
).map((drawn) => {
  const steps: CaseStep[] = [];
  let begun = 0;
  for (const [at, { race, needs, isTwin, isLever }] of drawn.entries()) {
    if (race === 0 || race !== drawn[at - 1]?.race) begun = at;
    const to = begun > 0 && needs < 6 ? (needs % begun) + 1 : 0;
    const text = to > 0 ? `{"id":"/s${to} {{${to}/id}}","a":[1]}` : '{"a":[1,2]}';
    steps.push({
      ...step(`s${at + 1}`),
      body: { text },
      ...(race > 0 && { race }),
      ...(isTwin && { twin: `t${at}` }),
      ...(isLever && { isLever: true as const }),
    });
  }
  return steps;
});

const someCase = record({
  steps: someSteps,
  claims: array(
    record({ at: array(integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 3 }), isWanted: boolean() }),
    { maxLength: 4 },
  ),
}).map(({ steps, claims }) =>
  having(
    steps,
    claims.map(({ at, isWanted }) =>
      assertion(
        at.map((one) => (one % steps.length) + 1),
        isWanted ? 'PAY-05' : 'PAY-06',
      ),
    ),
  ),
);

/** Returns the paths of the steps that are sent at the same time as a step, including that step. */
function besides(steps: readonly CaseStep[], at: number): string[] {
  const { race } = steps[at] as CaseStep;
  if (race === undefined) return [steps[at]?.path ?? ''];
  let [from, to] = [at, at];
  while (steps[from - 1]?.race === race) from -= 1;
  while (steps[to + 1]?.race === race) to += 1;
  return steps.slice(from, to + 1).map(({ path }) => path);
}

/** Returns what differs between a smaller case and the original: targets of references and assertions, and members of races. */
function faultsIn({ steps, claims = [] }: FuzzCase, original: FuzzCase): string[] {
  const faults = steps.at(-1)?.path === original.steps.at(-1)?.path ? [] : ['its last step is another'];
  for (const [at, { path, body }] of steps.entries()) {
    const companions = besides(steps, at);
    const place = original.steps.findIndex((one) => one.path === path);
    const before = besides(original.steps, place);
    if (!companions.every((one) => before.includes(one))) faults.push(`${path} races with a stranger`);
    for (const needed of requiredSteps(steps[at] as CaseStep)) {
      const to = steps[needed - 1]?.path ?? '';
      const text = body && 'text' in body ? body.text : '';
      if (needed > at || companions.includes(to)) faults.push(`${path} needs what is not there yet`);
      if (!text.includes(`"${to} {{${needed}/id}}"`)) faults.push(`${path} needs another step`);
    }
  }
  const named = claims.flatMap(({ args }) => (args as { named: { at: string; name: string }[] }).named);
  const astray = named.filter(({ at, name }) => steps[Number(at.slice(1)) - 1]?.path !== name);
  return [...faults, ...astray.map(({ name }) => `a claim of ${name} names another step`)];
}

const assertsPay05 = ({ claims = [] }: FuzzCase) => claims.some(({ requirement }) => requirement === 'PAY-05');

test('every smaller case is well-formed: references and assertions keep their steps', () => {
  assert(
    property(someCase, boolean(), (original, isWanted) => {
      const wanted = isWanted ? { requirement: 'PAY-05' } : {};
      let next: FuzzCase | undefined = original;
      for (let rounds = 0; next && rounds < 3; rounds += 1) {
        const from: FuzzCase = next;
        const all = [...smallerCases(from, wanted)];
        const faults = all.flatMap((smaller) => [
          ...faultsIn(smaller, original),
          ...(isSmaller(smaller, from) ? [] : ['no smaller']),
          ...(postsOf(smaller) <= postsOf(from) ? [] : ['costs more']),
          ...(isWanted && assertsPay05(original) && !assertsPay05(smaller)
            ? ['what it is to show is not claimed']
            : []),
        ]);
        expect(faults).toEqual([]);
        next = all[(all.length >> 1) - 1];
      }
    }),
    { numRuns: 60 },
  );
});

test('a race shrinks to two requests, then to a single request without a race', () => {
  const racing = (name: string) => step(name, { race: 3 });
  const crowd = having(['a', 'b', 'c', 'd'].map(racing));
  expect(namesOf(smallerCases(crowd))).toEqual(['c d', 'b c d', 'a c d', 'a b d']);
  const [pair] = smallerCases(crowd);
  expect(pair?.steps.map(({ race }) => race)).toEqual([3, 3]);
  expect([...smallerCases(having([racing('a'), racing('b')]))].map(({ steps }) => steps)).toEqual([[step('b')]]);
});

test('separate races with the same number stay separate', () => {
  const original = having([step('a', { race: 1 }), step('b'), step('c', { race: 1 })]);
  expect(namesOf(smallerCases(original))).toEqual(['b c']);
});

test('a control request stays while an assertion names it, and goes with the assertions', () => {
  const steps = [step('s1', { twin: 't' }), step('s2')];
  expect(namesOf(smallerCases(having(steps, [assertion([1, 2])])))).toEqual([]);
  expect(namesOf(smallerCases(having(steps, [assertion([2])])))).toEqual(['s2']);
});

test('an assertion goes with its steps, except the last one that must fail', () => {
  const steps = [step('s1'), step('s2'), step('s3')];
  const original = having(steps, [assertion([1]), assertion([3], 'PAY-06')]);
  const [first] = smallerCases(original);
  expect(first?.claims).toEqual([renumberedAssertion(assertion([3], 'PAY-06'), new Map([[3, 2]]))]);
  expect(namesOf(smallerCases(original, { requirement: 'PAY-05' }))).toEqual(['s1 s2 s3', 's1 s3']);
  const [fewer] = smallerCases(original, { requirement: 'PAY-05' });
  expect(fewer?.claims).toEqual([assertion([1])]);
});

test('control actions cost no POST, and their bodies and those of control requests stay unchanged', () => {
  const body = { text: '{"a":100}' };
  const action = step('clock', { isLever: true, body });
  const control = step('twin', { twin: 't', body });
  const original = having([action, control, step('s3')], [assertion([2, 3])]);
  expect(postsOf(original)).toBe(2);
  expect(namesOf(smallerCases(original))).toEqual(['twin s3']);
});

test('a value that an assertion names is sent unchanged', () => {
  const sent = step('x?n=7', { body: { text: '{"amount":100,"comment":"abc","id":"seven"}' } });
  const args = { exchange: '#1', amount: '100', says: ['seven'], page: 7 };
  const bodies = [...smallerCases(having([sent], [{ requirement: 'A', oracle: 'refused', args }]))];
  expect(bodies.length).toBeGreaterThan(0);
  for (const { steps } of bodies) {
    expect(steps[0]?.path).toBe('/x?n=7');
    expect(JSON.stringify(steps)).toMatch(/amount\\":100\b.*seven/);
  }
});

test('the steps of an assertion are found anywhere in its arguments, and nothing else is', () => {
  const args = { a: ['#1', { b: '#12' }], c: '#0', d: '#123', e: 'of #3', h: '{{12/id}}-{{3/a}}', f: null, g: true };
  const one: CaseAssertion = { requirement: 'A', oracle: 'refused', args };
  expect([...stepsNamedBy(one)]).toEqual([1, 12, 3]);
  expect(
    renumberedAssertion(
      one,
      new Map([
        [12, 2],
        [1, 1],
      ]),
    ).args,
  ).toEqual({ ...args, a: ['#1', { b: '#2' }], h: '{{2/id}}-{{3/a}}' });
});
