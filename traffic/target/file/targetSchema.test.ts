import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { registrable, webhookKinds } from '../../../schemas/domain/webhookKinds.ts';
import { type Field, fieldAt, fieldProblems, schemaFile } from './targetSchema.ts';

const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as Field;

test('the schema is a valid JSON Schema 2020-12', () => {
  const ajv = new Ajv2020({ allErrors: true });
  expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
});

/** Generates every named field below a schema with its place in a target file. */
function* named(field: Field, place: readonly string[] = []): Generator<{ place: readonly string[]; field: Field }> {
  for (const [name, inside] of Object.entries(field.properties ?? {})) {
    yield { place: [...place, name], field: inside };
    yield* named(inside, [...place, name]);
  }
  if (field.items) yield* named(field.items, [...place, '0']);
}

test('each field has a description, for editors and for hints', () => {
  const all = [...named(schema)];
  expect(all.length).toBeGreaterThan(50);
  for (const { place, field } of all) {
    expect(field.description, place.join('.')).toMatch(/^[A-Z§a-z].*\.$/);
    expect(fieldAt(place)?.description).toBe(field.description);
  }
});

test('a field that names a variable ends in Env', () => {
  for (const { place, field } of named(schema))
    expect(field.$ref === '#/$defs/variable', place.join('.')).toBe(place.at(-1)?.endsWith('Env'));
});

test('only its own field judges a value', () => {
  expect(fieldProblems(['quota', 'windowSeconds'], 0.3)).toEqual([]);
  expect(fieldProblems(['samples', 'CRYPTOCOIN/TRON', 'cryptoAddress'], 'T1')).toEqual([]);
  expect(fieldProblems(['mockCards', 'failed'], '4000')).toMatchObject([
    { place: ['mockCards', 'failed'], seen: 'other text' },
  ]);
  expect(fieldProblems(['credentials', '0', 'purpose'], 'spare')).toMatchObject([{ seen: '"spare"' }]);
  expect(fieldProblems(['toString'], 1)).toMatchObject([{ seen: 'an unknown field' }]);
  expect(fieldAt(['credentials', 'length'])).toBeUndefined();
});

test('the kinds of webhooks are those of the interface', () => {
  expect(schema).toMatchObject({ $defs: { webhookKind: { enum: webhookKinds } } });
  expect(Object.keys(fieldAt(['paths', 'webhooks'])?.properties ?? {})).toEqual(registrable);
});
