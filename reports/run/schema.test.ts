import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { assert, constantFrom, property } from 'fast-check';
import { packageRoot } from '../../schemas/packageRoot.ts';
import { arbitraryVerdict } from '../../tests/support/reports/arbitraryVerdict.ts';
import { outcomes } from '../../traffic/outcome/outcome.ts';

const schema = JSON.parse(readFileSync(join(packageRoot, 'reports/verdict.schema.json'), 'utf8'));
const ajv = new Ajv2020({ strict: true, strictTypes: true, strictRequired: true, allErrors: true });
formats.default(ajv);
const validate = ajv.compile(schema);

const judged = (value: unknown) => {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

/** Every object of the schema that lists properties, with its place in the schema. */
function objectsIn(node: unknown, place = '#'): { place: string; closed: boolean; required: readonly string[] }[] {
  if (node === null || typeof node !== 'object') return [];
  const here = node as { properties?: object; additionalProperties?: unknown; required?: readonly string[] };
  const own = here.properties
    ? [{ place, closed: here.additionalProperties === false, required: here.required ?? [] }]
    : [];
  return [...own, ...Object.entries(node).flatMap(([key, value]) => objectsIn(value, `${place}/${key}`))];
}

test('every verdict read from its file validates', () => {
  assert(property(arbitraryVerdict, (verdict) => expect(judged(JSON.parse(JSON.stringify(verdict)))).toEqual([])));
});

test('a verdict with a missing or an extra field does not validate', () => {
  assert(
    property(arbitraryVerdict, constantFrom<string>(...schema.required), (verdict, field) => {
      const { [field]: _, ...rest } = JSON.parse(JSON.stringify(verdict));
      expect(judged(rest)).toEqual([` must have required property '${field}'`]);
      expect(judged({ ...verdict, more: 1 })).toEqual([' must NOT have additional properties']);
    }),
  );
});

test('a requirement without a required field does not validate', () => {
  const { required } = schema.$defs.requirement;
  assert(
    property(
      arbitraryVerdict.filter(({ requirements }) => requirements.length > 0),
      constantFrom<string>(...required),
      (verdict, field) => {
        const copy = JSON.parse(JSON.stringify(verdict));
        delete copy.requirements[0][field];
        expect(judged(copy)).toEqual([`/requirements/0 must have required property '${field}'`]);
      },
    ),
  );
});

test('every object of the schema is closed, and requires all fields that are not optional', () => {
  const objects = objectsIn(schema);
  expect(objects.length).toBeGreaterThan(8);
  expect(objects.filter(({ closed, required }) => !closed || required.length === 0)).toEqual([]);
});

test('the outcomes of the schema are those of the suite', () => {
  expect(schema.$defs.outcome.enum).toEqual(outcomes);
});
