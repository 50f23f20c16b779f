import { expect, test } from '@playwright/test';
import { sample } from 'fast-check';
import { compile } from '../../schemas/check/compiler.ts';
import type { Plain, PlainObject } from '../../schemas/json/plain.ts';
import { documentWith } from '../../tests/support/schemas/sampleDocument.ts';
import { schemaTable } from '../../tests/support/schemas/schemaTable.ts';
import type { BoundarySide, Sample } from './changes/sample.ts';
import { confirmSamples, faultsOf } from './confirmSamples.ts';
import { validValues } from './validValues.ts';
import { variationsOf } from './variations.ts';

const seed = 20_251_122;

/** The number of base values per schema: enough to reach each branch and each optional member. */
const bases = 6;

const document = documentWith(schemaTable);

const { validators } = compile(document);

const schemas = (document.components as PlainObject).schemas as PlainObject;

function variations(schema: unknown): Sample[] {
  const values = sample(validValues(document, schema), { seed, numRuns: bases });
  return values.flatMap((base, at) => [...variationsOf({ document, schema, base, seed: seed + at })]);
}

const confirmed = new Map<string, readonly Sample[]>();

function confirmedOf(name: string): readonly Sample[] {
  const known =
    confirmed.get(name) ?? confirmSamples(faultsOf(document, schemas[name]), variations(schemas[name])).confirmed;
  confirmed.set(name, known);
  return known;
}

for (const [name, schema] of Object.entries(schemas))
  test(`confirmed variations of ${name} match their labels in their final text`, () => {
    const wrong = confirmedOf(name).filter(({ value, label }) => {
      const parsed = JSON.parse(JSON.stringify(value)) as Plain;
      return (validators.get(schema ?? null)?.(parsed) === true) !== (label === 'valid');
    });
    expect(wrong).toEqual([]);
  });

test('the same seed makes the same variations', () => {
  for (const schema of Object.values(schemas)) expect(variations(schema)).toEqual(variations(schema));
});

test('nine of ten variations are confirmed, and the others have a reason', () => {
  const outcomes = Object.values(schemas).map((schema) =>
    confirmSamples(faultsOf(document, schema), variations(schema)),
  );
  const confirmedCount = outcomes.reduce((sum, outcome) => sum + outcome.confirmed.length, 0);
  const causes = outcomes.flatMap(({ dropped }) => [...dropped]);
  const droppedCount = causes.reduce((sum, [, count]) => sum + count, 0);
  expect(confirmedCount).toBeGreaterThan(9 * droppedCount);
  for (const [cause] of causes) expect(cause).toMatch(/^[\w ]+: (said to be (valid|invalid), and )?breaks /);
});

/** The boundary cases of each keyword; an exclusive bound itself is outside. */
const boundaryCases: Readonly<Record<string, readonly BoundarySide[]>> = {
  type: ['in', 'at', 'out'],
  enum: ['in', 'out'],
  const: ['out'],
  minimum: ['in', 'at', 'out'],
  maximum: ['in', 'at', 'out'],
  exclusiveMinimum: ['in', 'at', 'out'],
  exclusiveMaximum: ['in', 'at', 'out'],
  multipleOf: ['in', 'out'],
  minLength: ['in', 'at', 'out'],
  maxLength: ['in', 'at', 'out'],
  pattern: ['in', 'out'],
  format: ['in', 'at', 'out'],
  properties: ['in'],
  required: ['at', 'out'],
  additionalProperties: ['in', 'out'],
  patternProperties: ['in'],
  propertyNames: ['in', 'out'],
  minProperties: ['in', 'at', 'out'],
  maxProperties: ['in', 'at', 'out'],
  dependentRequired: ['in', 'out'],
  dependentSchemas: ['in', 'out'],
  items: ['in', 'out'],
  contains: ['in', 'at', 'out'],
  minContains: ['in', 'at', 'out'],
  maxContains: ['in', 'at', 'out'],
  uniqueItems: ['in', 'out'],
  minItems: ['in', 'at', 'out'],
  maxItems: ['in', 'at', 'out'],
  unevaluatedProperties: ['in', 'out'],
  unevaluatedItems: ['in', 'out'],
  anyOf: ['in', 'out'],
  oneOf: ['in', 'out'],
  not: ['in', 'out'],
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: ['in', 'out'],
  else: ['in', 'out'],
  discriminator: ['out'],
  examples: ['in'],
  'false schema': ['out'],
};

test('each keyword has samples of all its boundary cases', () => {
  const seen = new Set(
    Object.keys(schemas)
      .flatMap(confirmedOf)
      .map(({ reason: { keyword, side } }) => `${keyword} ${side}`),
  );
  const wanted = Object.entries(boundaryCases).flatMap(([keyword, all]) => all.map((side) => `${keyword} ${side}`));
  expect(wanted.filter((one) => !seen.has(one))).toEqual([]);
  expect([...seen].filter((one) => !wanted.includes(one))).toEqual([]);
  expect(wanted).toHaveLength(85);
});

/** Keywords that hold schemas, each with a schema of the table and the place of the broken schema in it. */
const through: Readonly<Record<string, readonly [name: string, pointer: string]>> = {
  properties: ['person', '/person/properties/name'],
  patternProperties: ['patternMap', '/patternMap/patternProperties/^n[0-9]+$'],
  additionalProperties: ['map', '/map/additionalProperties'],
  unevaluatedProperties: ['restOfMembers', '/restOfMembers/unevaluatedProperties'],
  unevaluatedItems: ['restOfItems', '/restOfItems/unevaluatedItems'],
  prefixItems: ['tuple', '/tuple/prefixItems/1'],
  items: ['list', '/list/items'],
  allOf: ['extended', '/extended/allOf/1/properties/kind'],
  anyOf: ['nullableObject', '/person/properties/name'],
  oneOf: ['oneOfShapes', '/oneOfShapes/oneOf/0/properties/circle'],
  $ref: ['pet', '/cat/properties/lives'],
  $defs: ['definitions', '/definitions/$defs/code'],
  $anchor: ['anchored', '/anchored/$defs/amount'],
  $dynamicRef: ['dynamic', '/dynamic/properties/name'],
  $dynamicAnchor: ['dynamic', '/dynamic'],
  if: ['conditional', '/conditional'],
  recursive: ['tree', '/tree/properties/value'],
};

for (const [keyword, [name, pointer]] of Object.entries(through))
  test(`the walk goes through ${keyword}`, () => {
    const defects = confirmedOf(name).filter(({ label }) => label === 'invalid');
    expect(defects.map(({ reason }) => reason.schema)).toContain(`/components/schemas${pointer}`);
  });

test('a defect within a recursive value is found at its depth', () => {
  const base = { value: 1, children: [{ value: 2, children: [{ value: 3 }] }] };
  const all = [...variationsOf({ document, schema: schemas.tree, base })];
  const places = confirmSamples(faultsOf(document, schemas.tree), all).confirmed.map(({ reason }) => reason.place);
  expect(places).toEqual(expect.arrayContaining(['', '/value', '/children/0/children/0/value']));
});
