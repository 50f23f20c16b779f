import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { packageRoot } from '../packageRoot.ts';
import { listedValues, methodKeys, sampleFields } from './sampleFields.ts';

interface Schema {
  enum?: string[];
  properties?: Record<string, { examples?: string[] }>;
}

const { schemas } = (
  JSON.parse(readFileSync(join(packageRoot, 'schemas/openapi.json'), 'utf8')) as {
    components: { schemas: Record<string, Schema> };
  }
).components;
const properties = { ...schemas['PayinBody']?.properties, ...schemas['PayoutBody']?.properties };

test('methods, listed values and fields of samples are those of the contract', () => {
  expect(methodKeys).toEqual(schemas['MethodKey']?.enum);
  for (const [name, values] of Object.entries(listedValues)) expect(values, name).toEqual(properties[name]?.examples);
  expect(sampleFields.filter((name) => name !== 'email' && !(name in properties))).toEqual([]);
});
