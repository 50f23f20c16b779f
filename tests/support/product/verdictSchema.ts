import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { packageRoot } from '../../../schemas/packageRoot.ts';

const ajv = new Ajv2020({ strict: true, allErrors: true });
formats.default(ajv);
const published = JSON.parse(readFileSync(join(packageRoot, 'reports', 'verdict.schema.json'), 'utf8')) as object;
const validate = ajv.compile(published);

/** Returns the schema errors of the verdict in a run's folder; empty if it is valid. */
export function verdictSchemaErrors(out: string): string[] {
  validate(JSON.parse(readFileSync(join(out, 'verdict.json'), 'utf8')));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
