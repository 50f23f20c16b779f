import { expect, test } from '@playwright/test';
import { assert, constant, property, sample } from 'fast-check';
import { compile } from '../../schemas/check/compiler.ts';
import type { Plain, PlainObject } from '../../schemas/json/plain.ts';
import { documentWith } from '../../tests/support/schemas/sampleDocument.ts';
import { schemaTable, unsatisfiable } from '../../tests/support/schemas/schemaTable.ts';
import { simpler } from './draw/shrink.ts';
import { drawable, validValues } from './validValues.ts';

const seed = 20_251_122;

const document = documentWith(schemaTable);

const { validators, problems } = compile(document);

const schemas = (document.components as PlainObject).schemas as PlainObject;

test('the table of schemas is valid', () => {
  expect(problems).toEqual([]);
  expect(Object.keys(schemas).length).toBeGreaterThanOrEqual(60);
});

for (const [name, schema] of Object.entries(schemas))
  test(`every generated value for ${name} is valid, and the same seed generates the same`, () => {
    const values = validValues(document, schema);
    const holds = (value: Plain) => validators.get(schema)?.(JSON.parse(JSON.stringify(value))) === true;
    assert(property(values, holds), { seed, numRuns: 200 });
    const draw = () => sample(validValues(document, schema), { seed, numRuns: 20 });
    expect(draw()).toEqual(draw());
  });

for (const [name, { schema, pointer }] of Object.entries(unsatisfiable))
  test(`the unsatisfiable schema of ${name} generates no value, and the pointer says why`, () => {
    const { [name]: own = false } = (documentOf(name, schema).components as PlainObject).schemas as PlainObject;
    const outcome = drawable(documentOf(name, schema), own);
    expect(outcome).toMatchObject({ undrawable: { pointer: expect.stringContaining(pointer) } });
  });

const documents = new Map<string, PlainObject>();

function documentOf(name: string, schema: PlainObject | boolean): PlainObject {
  const known = documents.get(name) ?? documentWith({ [name]: schema });
  documents.set(name, known);
  return known;
}

test('a schema from outside the document is reported', () => {
  expect(drawable(document, { type: 'string' })).toMatchObject({
    undrawable: { why: expect.stringContaining('none') },
  });
  expect(() => validValues(document, { type: 'string' })).toThrow('none of the document');
});

test('a value shrinks to a simple one that is still valid', () => {
  const outcome = () =>
    assert(
      property(validValues(document, schemas.person), (value) => !('age' in (value as PlainObject))),
      {
        seed,
        numRuns: 100,
      },
    );
  expect(outcome).toThrow(/Counterexample: \[\{"name":".","age":0\}\]/);
});

test('the simpler values of a value differ from it and are finite', () => {
  const values = validValues(document, schemas.anything);
  assert(
    property(values, (value) => {
      const all = [...simpler(value)];
      return all.every((other) => JSON.stringify(other) !== JSON.stringify(value)) && all.length < 10_000;
    }),
    { seed },
  );
  assert(property(constant(null), (value) => [...simpler(value)].length === 0));
});

test('read-only members are not sent, and write-only members are not answered', () => {
  const names = (direction: 'sent' | 'answered') =>
    new Set(
      sample(validValues(document, schemas.serverSide, direction), { seed, numRuns: 200 }).flatMap((value) =>
        Object.keys(value as PlainObject),
      ),
    );
  expect(names('sent')).toContain('secret');
  expect(names('sent')).not.toContain('id');
  expect(names('answered')).toContain('id');
  expect(names('answered')).not.toContain('secret');
});

test('examples are among the values', () => {
  const cities = sample(validValues(document, schemas.exampled), { seed, numRuns: 200 }).map(
    (value) => (value as PlainObject).city,
  );
  expect(cities).toEqual(expect.arrayContaining(['Leiden', 'Delft', 'Utrecht']));
});
