import { expect, test } from '@playwright/test';
import { sampleCase, sampleFinding, sampleStep } from '../../../tests/support/findings/sampleFindings.ts';
import type { CaseStep, FuzzCase } from '../cases/fuzzCase.ts';
import { eventOf } from './findingEvents.ts';

const step: Required<Omit<CaseStep, 'body'>> & Pick<CaseStep, 'body'> = {
  operation: 'POST /x',
  method: 'POST',
  path: '/x',
  headers: [['A', 'b']],
  body: { base64: 'AA==' },
  signing: 'simple',
  fault: 'secretCut',
  account: 'second',
  connection: 'cut',
  race: 1,
  twin: 'POST /x amount',
  isLever: true,
  readBack: 'checkout',
  until: ['SUCCESS'],
};

const assertions: FuzzCase['claims'] = [
  { requirement: 'PAY-05', oracle: 'refused', args: { exchange: '#2', control: '#1', defect: 'a defect' } },
];

const complete = { ...sampleCase, steps: [sampleStep, step], claims: assertions };

const lineOf = (one: unknown, more: object = {}) =>
  JSON.stringify({ event: 'found', run: 'run-1', found: { ...sampleFinding(), case: one, ...more } });

test('a case is read with all its fields', () => {
  expect(eventOf(lineOf(complete))).toMatchObject({ found: { case: complete } });
});

const deep = (depth: number): unknown => (depth === 0 ? '#1' : [deep(depth - 1)]);

const withStep = (changes: object) => ({ ...complete, steps: [{ ...step, ...changes }] });

for (const [what, one] of Object.entries<unknown>({
  'no steps': { ...complete, steps: [] },
  'a hundred steps': { ...complete, steps: Array.from({ length: 100 }, () => sampleStep) },
  'a header that is no pair': withStep({ headers: [['A']] }),
  'a header that is no text': withStep({ headers: [['A', 1]] }),
  'a body without text': withStep({ body: { type: 'a' } }),
  'a way to sign that is none': withStep({ signing: 'toString' }),
  'a way to travel that is none': withStep({ connection: 'constructor' }),
  'a race that is no number': withStep({ race: '1; rm' }),
  'a fault that is no text': withStep({ fault: { a: 1 } }),
  'statuses that are none': withStep({ until: 'SUCCESS' }),
  'a method that is a command': withStep({ method: 'GET; touch pwned' }),
  'a path that names another host': withStep({ path: '@evil.example/' }),
  'a fault of two lines': withStep({ fault: 'a\ntouch pwned' }),
  'a lever that is none': withStep({ isLever: 'yes' }),
  'a label without words': { ...complete, label: { is: 'odd' } },
  'a broken constraint without a place': { ...complete, label: { is: 'invalid', broken: { schema: '' } } },
  'claims that are no list': { ...complete, claims: {} },
  'a claim without arguments': { ...complete, claims: [{ requirement: 'A', oracle: 'refused' }] },
  'a claim without an end': { ...complete, claims: [{ requirement: 'A', oracle: 'refused', args: deep(100) }] },
}))
  test(`a case with ${what} is refused`, () => {
    expect(eventOf(lineOf(one))).toBeUndefined();
  });

test('a value that is not a finding is refused', () => {
  for (const more of [
    { fingerprint: '../x' },
    { seed: '1' },
    { shrunk: { by: 'me', posts: 1 } },
    { exchanges: [{}] },
    { exchanges: [{ request: { method: 'GET', path: '/', headers: [] }, answer: { status: '200' } }] },
  ])
    expect(eventOf(lineOf(complete, more))).toBeUndefined();
  expect(eventOf('['.repeat(200_000))).toBeUndefined();
});
