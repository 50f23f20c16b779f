import { expect, test } from '@playwright/test';
import { isPlainObject, type Plain, type PlainObject } from '../../schemas/json/plain.ts';
import { documentWith } from '../../tests/support/schemas/sampleDocument.ts';
import { faultsOf } from './confirmSamples.ts';
import { withMostMembers } from './mostMembers.ts';

const text: PlainObject = { type: 'string' };

const amount = { required: ['amount'], properties: { amount: { type: 'number' } } };

/** Fills up a base value by a schema; returns the value and the schema's faults in it. */
function filled(schema: PlainObject, base: Plain): { whole: Plain; faults: readonly unknown[] } {
  const document = documentWith({ sample: schema });
  const placed = ((document.components as PlainObject).schemas as PlainObject).sample as PlainObject;
  const whole = withMostMembers({ document, schema: placed, base, seed: 3 });
  return { whole, faults: faultsOf(document, placed)(whole) };
}

const namesIn = (value: Plain) => (isPlainObject(value) ? Object.keys(value) : []);

test('a value gets every member that can be sent, also within its members and items', () => {
  const line = { type: 'object', properties: { sku: text, more: { type: 'object', properties: { note: text } } } };
  const { whole, faults } = filled(
    {
      type: 'object',
      ...amount,
      properties: {
        ...amount.properties,
        kind: { enum: ['A'] },
        id: { ...text, readOnly: true },
        lines: { type: 'array', items: line },
      },
    },
    { amount: 7, lines: [] },
  );
  const full = { sku: expect.any(String), more: { note: expect.any(String) } };
  expect(whole).toEqual({ amount: 7, kind: 'A', lines: [full] });
  expect(faults).toEqual([]);
});

test('of conflicting members only those that fit together are added', () => {
  const { whole, faults } = filled(
    { type: 'object', maxProperties: 2, ...amount, properties: { ...amount.properties, a: text, b: text, c: text } },
    { amount: 7 },
  );
  expect(namesIn(whole)).toEqual(['amount', 'a']);
  expect(faults).toEqual([]);
});

test('a value keeps its kind and gets the members of that kind', () => {
  const kind = (is: string, name: string) => ({
    type: 'object',
    required: ['is'],
    additionalProperties: false,
    properties: { is: { const: is }, [name]: text },
  });
  const { whole, faults } = filled({ oneOf: [kind('card', 'holder'), kind('bank', 'iban')] }, { is: 'bank' });
  expect(whole).toEqual({ is: 'bank', iban: expect.any(String) });
  expect(faults).toEqual([]);
});

test('filling ends for a recursive schema and for one with very many members', () => {
  const names = Array.from({ length: 500 }, (_, at) => `m${at}`);
  const wide = filled({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, text])) }, {});
  expect(namesIn(wide.whole).length).toBe(24);
  const self = { $ref: '#/components/schemas/sample' };
  const deep = filled({ type: 'object', properties: { left: self, right: self } }, {});
  expect(JSON.stringify(deep.whole).split('left').length).toBeGreaterThan(2);
});
