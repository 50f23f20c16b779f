import { expect, test } from '@playwright/test';
import { isPlainObject, type PlainObject } from '../../schemas/json/plain.ts';
import { documentWith } from '../../tests/support/schemas/sampleDocument.ts';
import { withEveryMember } from './everyMember.ts';

const order: PlainObject = {
  type: 'object',
  required: ['amount'],
  properties: {
    amount: { type: 'number' },
    note: { type: 'string' },
    price: { type: 'object', properties: { in: { type: 'string', enum: ['EUR'] }, of: { type: 'integer' } } },
    id: { type: 'string', readOnly: true },
    never: false,
  },
};

const document = documentWith({ order });
const schema = ((document.components as PlainObject).schemas as PlainObject).order;

test('a value gets every member that can be sent, also in nested objects, and keeps its own', () => {
  const filled = withEveryMember({ document, schema, base: { amount: 7 }, seed: 3 });
  expect(filled).toEqual({ amount: 7, note: expect.any(String), price: { in: 'EUR', of: expect.any(Number) } });
  expect(withEveryMember({ document, schema, base: { amount: 7 }, seed: 3 })).toEqual(filled);
});

test('an existing member is completed as well', () => {
  const filled = withEveryMember({ document, schema, base: { amount: 7, note: 'mine', price: { of: 1 } } });
  expect(filled).toEqual({ amount: 7, note: 'mine', price: { in: 'EUR', of: 1 } });
});

test('a value that is not an object stays unchanged', () => {
  expect(isPlainObject(withEveryMember({ document, schema, base: 'text' }))).toBe(false);
});
