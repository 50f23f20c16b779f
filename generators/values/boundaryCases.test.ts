import { expect, test } from '@playwright/test';
import type { Plain, PlainObject } from '../../schemas/json/plain.ts';
import { documentWith } from '../../tests/support/schemas/sampleDocument.ts';
import { type BoundaryCase, boundaryCasesOf, boundaryCasesOn } from './boundaryCases.ts';

const order: PlainObject = {
  type: 'object',
  required: ['amount'],
  properties: {
    amount: { type: 'number', minimum: 1, exclusiveMaximum: 9 },
    note: { type: 'string', minLength: 0, maxLength: 3 },
    items: { type: 'array', maxItems: 2, items: { type: 'string', pattern: '^a' } },
    any: true,
  },
};

const document = documentWith({ order });
const schema = ((document.components as PlainObject).schemas as PlainObject).order;

const nameOfCase = ({ place, keyword, side }: BoundaryCase) => `${place} ${keyword} ${side}`;

test('every keyword of every place has its boundary cases, and one with a distinct bound has three', () => {
  expect(boundaryCasesOf(document, schema).map(nameOfCase)).toEqual([
    ' type in',
    ' type out',
    '/amount required in',
    '/amount required out',
    '/amount type in',
    '/amount type out',
    ...['in', 'at', 'out'].map((side) => `/amount minimum ${side}`),
    ...['in', 'at', 'out'].map((side) => `/amount exclusiveMaximum ${side}`),
    '/note type in',
    '/note type out',
    // A minimum length of 0 excludes no text, so it has no boundary cases.
    ...['in', 'at', 'out'].map((side) => `/note maxLength ${side}`),
    '/items type in',
    '/items type out',
    ...['in', 'at', 'out'].map((side) => `/items maxItems ${side}`),
    '/items/* type in',
    '/items/* type out',
    '/items/* pattern in',
    '/items/* pattern out',
  ]);
});

const values: Readonly<Record<string, { value: Plain; broken: readonly string[]; held?: readonly string[] }>> = {
  'a value at its bounds': {
    value: { amount: 1, note: 'abc', items: ['a', 'ab'] },
    broken: [],
    held: ['/amount minimum at', '/note maxLength at', '/items maxItems at', '/items/* pattern in'],
  },
  'a value inside of them': {
    value: { amount: 2, note: '', items: [] },
    broken: [],
    held: ['/amount minimum in', '/amount exclusiveMaximum in', '/note maxLength in', '/items maxItems in'],
  },
  'one of another type, of which nothing more is said': { value: { amount: '0' }, broken: ['/amount type out'] },
  'one without what is required': { value: {}, broken: ['/amount required out'] },
  'one at an exclusive bound': { value: { amount: 9 }, broken: ['/amount exclusiveMaximum at'] },
  'one wrong in two ways': {
    value: { amount: 0, items: ['b'] },
    broken: ['/amount minimum out', '/items/* pattern out'],
  },
  'one of another kind': { value: [], broken: [' type out'] },
};

for (const [name, { value, broken, held = [] }] of Object.entries(values))
  test(`the boundary cases of ${name} are found`, () => {
    const lying = boundaryCasesOn(document, schema, value);
    expect(lying.violated.map(nameOfCase)).toEqual(broken);
    expect(lying.isValid).toBe(broken.length === 0);
    expect(lying.reached.map(nameOfCase)).toEqual(expect.arrayContaining([...held]));
    const all = new Set(boundaryCasesOf(document, schema).map(nameOfCase));
    expect([...lying.reached, ...lying.violated].map(nameOfCase).filter((side) => !all.has(side))).toEqual([]);
  });
