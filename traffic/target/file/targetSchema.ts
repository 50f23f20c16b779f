import { join } from 'node:path';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { packageFile } from '../../../schemas/packageFiles.ts';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { addressHint, isWebAddress } from '../../system/webAddress.ts';
import { type FilePlace, placeIn, valueAt } from './filePlace.ts';
import type { FileProblem } from './fileProblem.ts';
import { looksLikeSecret } from './secretLooks.ts';

const ours = 'traffic/target/file/target.schema.json';

/** The published schema of target files. */
export const schemaFile = join(packageRoot, ours);

/** The part of the schema for one field. */
export interface Field {
  type?: string;
  description?: string;
  properties?: Readonly<Record<string, Field>>;
  additionalProperties?: boolean | Field;
  items?: Field;
  $ref?: string;
}

const schema = JSON.parse(packageFile(ours)) as Field;
// Tests check the schema against the metaschema. In every process this check would take as long as all the rest.
const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  validateSchema: false,
  formats: { 'web-address': isWebAddress },
}).addSchema(schema as object);

/** Returns the validator of the part of the schema at a pointer. It is compiled only when it is needed: that takes a fifth of what a command takes to start. */
function validatorAt(pointer: string): ValidateFunction {
  const validate = ajv.getSchema(`assay-target#${pointer}`);
  if (!validate) throw new Error(`the schema of target files has no ${pointer}`);
  return validate;
}

function resolved(field: Field): Field {
  const { $ref, ...own } = field;
  return $ref === undefined ? field : { ...(valueAt(schema, placeIn($ref)) as Field), ...own };
}

function below(field: Field, part: string): FilePlace | undefined {
  if (field.items && /^\d+$/.test(part)) return ['items'];
  if (field.properties && Object.hasOwn(field.properties, part)) return ['properties', part];
  return typeof field.additionalProperties === 'object' ? ['additionalProperties'] : undefined;
}

/** Returns the place in the schema that describes a place in a target file; undefined if no field is allowed there. */
function describing(place: FilePlace): FilePlace | undefined {
  let at: FilePlace = [];
  for (const part of place) {
    const { $ref } = valueAt(schema, at) as Field;
    const next = below(resolved(valueAt(schema, at) as Field), part);
    if (!next) return undefined;
    at = [...($ref === undefined ? at : placeIn($ref)), ...next];
  }
  return at;
}

/** Returns the schema of the field at a place; undefined if no field is allowed there. */
export function fieldAt(place: FilePlace): Field | undefined {
  const at = describing(place);
  return at && resolved(valueAt(schema, at) as Field);
}

/** True if the schema has a field with exactly this name. */
export const isKnownField = (place: FilePlace): boolean => describing(place)?.at(-2) === 'properties';

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return typeWords[Array.isArray(value) ? 'array' : typeof value] ?? 'something else';
}

/** Shows numbers and short words, but nothing that may be a secret. */
function shown(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const isWord = typeof value === 'string' && value.length <= 30 && !looksLikeSecret(value);
  return isWord ? JSON.stringify(value) : kindOf(value);
}

const namesIn = (place: FilePlace) => Object.keys(fieldAt(place)?.properties ?? {}).join(', ');

type Words = Partial<Omit<FileProblem, 'place'>>;
type Wording = (error: ErrorObject, at: { value: unknown; place: FilePlace }) => Words;

const wordings: Readonly<Record<string, Wording>> = {
  required: () => ({ wanted: 'a required field', seen: 'none' }),
  additionalProperties: (_, { place }) => ({
    wanted: 'a field of the target file',
    seen: 'an unknown field',
    hint: `Fields here: ${namesIn(place.slice(0, -1))}.`,
  }),
  type: ({ params }, { value }) => ({
    wanted: typeWords[String(params['type'])] ?? 'another type',
    seen: kindOf(value),
  }),
  enum: ({ params }, { value }) => ({ wanted: (params['allowedValues'] as unknown[]).join(', '), seen: shown(value) }),
  pattern: ({ params }) => ({ wanted: `text like ${params['pattern']}`, seen: 'other text' }),
  format: () => ({ wanted: 'an address', seen: 'other text', hint: addressHint }),
  uniqueItems: () => ({ wanted: 'each item once', seen: 'one twice' }),
};

/** Returns what a violated keyword expected, from the message of the violation: `at least 1 characters`, `>= 100`. */
const boundWords = (message: string) =>
  message
    .replace(/^must NOT have (fewer|more) than/, (_, word) => (word === 'fewer' ? 'at least' : 'at most'))
    .replace(/^must (be )?/, '');

function problemOf(error: ErrorObject, root: unknown): FileProblem {
  const at = placeIn(error.instancePath);
  const added = (error.params['additionalProperty'] ?? error.params['missingProperty']) as string | undefined;
  const place = added === undefined ? at : [...at, added];
  const value = valueAt(root, place);
  const words = wordings[error.keyword]?.(error, { value, place });
  return {
    place,
    wanted: boundWords(error.message ?? error.keyword),
    seen: typeof value === 'number' ? shown(value) : 'something else',
    hint: fieldAt(place)?.description ?? 'Correct it.',
    ...words,
  };
}

/** Returns the violations of the target file schema by a value. */
export function schemaProblems(value: unknown): FileProblem[] {
  const validate = validatorAt('');
  return validate(value) ? [] : (validate.errors ?? []).map((error) => problemOf(error, value));
}

/** Checks a value against the schema at one place, and returns the violations. The rest of the file is ignored. */
export function fieldProblems(place: FilePlace, value: unknown): FileProblem[] {
  const at = describing(place);
  if (!at)
    return [{ place, wanted: 'a field of the target file', seen: 'an unknown field', hint: `See ${schemaFile}.` }];
  const pointer = at.map((part) => `/${encodeURIComponent(part)}`).join('');
  const check = validatorAt(pointer);
  if (check(value)) return [];
  const { description = 'Correct it.' } = fieldAt(place) ?? {};
  return (check.errors ?? []).map((error) => {
    const { place: _, ...words } = problemOf(error, value);
    return { ...words, place, hint: error.keyword === 'format' ? words.hint : description };
  });
}
