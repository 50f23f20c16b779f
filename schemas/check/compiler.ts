import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type ContractProblem, messageOf } from '../document/problem.ts';
import { nestedSchemas, type Place, schemasOf } from '../document/schemaWalk.ts';
import { annotationKeywords, documentKeywords } from '../document/vocabulary.ts';
import { formats } from '../domain/formats.ts';
import { isMultiple } from '../json/multiples.ts';
import type { Plain, PlainObject } from '../json/plain.ts';
import { excerptAt, fragmentOf, valueAt } from '../json/pointer.ts';
import { cleanedDocument } from './cleaning.ts';
import { boundedRegExp } from './patterns.ts';

const documentKey = 'contract';

// The validators of the outermost schemas, keyed by the schema object, and the problems of the schemas that do not compile.
type Compiled = { validators: ReadonlyMap<Plain, ValidateFunction>; problems: readonly ContractProblem[] };

/** Compiles every schema of a 3.1 document in ajv's strict mode. Formats that neither we nor ajv know become annotations. */
export function compile(document: PlainObject): Compiled {
  const { clean, problems, ...names } = cleanedDocument(document);
  const made = madeCompiler(clean, names);
  if ('problem' in made) return { validators: new Map(), problems: [...problems, made.problem] };
  const { ajv } = made;
  const validators = new Map<Plain, ValidateFunction>();
  for (const { pointer, node } of schemasOf(document)) {
    const compiled = compileOne(ajv, { pointer, node: valueAt(clean, pointer) ?? false });
    if ('problems' in compiled) problems.push(...compiled.problems);
    else validators.set(node, compiled.validator);
  }
  return { validators, problems };
}

/** Looks up the validator of an outermost schema. */
export type Validators = { get(node: Plain): ValidateFunction | undefined };

/**
 * Returns validators for a document known to be valid, each compiled on first use. They are keyed by the schemas of `keys`, a document with the same pointers.
 */
export function compileOnDemand(document: PlainObject, keys: PlainObject = document): Validators {
  const { clean, ...names } = cleanedDocument(document);
  const ajv = compilerFor(clean, names);
  const pointers = new Map<Plain, string>();
  for (const { pointer, node } of schemasOf(keys)) pointers.set(node, pointer);
  const compiled = new Map<Plain, ValidateFunction | undefined>();
  return {
    get: (node) => {
      const pointer = pointers.get(node);
      if (pointer === undefined) return undefined;
      if (!compiled.has(node)) {
        compiled.set(node, validatorAt(ajv, { pointer, node: valueAt(clean, pointer) ?? false }));
      }
      return compiled.get(node);
    },
  };
}

/** Validators for all schemas of a document, including inner ones, by JSON pointer; `pointerOf` gives the pointer of a schema that an error names. */
export type AnySchemaValidators = {
  at(pointer: string): ValidateFunction | undefined;
  pointerOf(parentSchema: unknown): string | undefined;
};

/** Compiles any schema of a valid document on first use. The errors name the schemas they belong to. */
export function compileAnywhere(document: PlainObject): AnySchemaValidators {
  const { clean, ...names } = cleanedDocument(document);
  const ajv = compilerFor(clean, names, { ...defaultErrorOptions, verbose: true });
  const compiled = new Map<string, ValidateFunction | undefined>();
  const pointers = pointersIn(clean);
  return {
    at: (pointer) => {
      if (!compiled.has(pointer))
        compiled.set(pointer, validatorAt(ajv, { pointer, node: valueAt(clean, pointer) ?? false }));
      return compiled.get(pointer);
    },
    pointerOf: (parentSchema) => pointers.get(parentSchema),
  };
}

function validatorAt(ajv: Ajv2020, place: Place): ValidateFunction | undefined {
  const outcome = compileOne(ajv, place);
  return 'validator' in outcome ? outcome.validator : undefined;
}

function pointersIn(document: PlainObject): Map<unknown, string> {
  const pointers = new Map<unknown, string>();
  const seen = new Set<Plain>();
  for (const place of schemasOf(document))
    for (const { pointer, node } of nestedSchemas(document, place, seen)) pointers.set(node, pointer);
  return pointers;
}

const defaultErrorOptions = { allErrors: true, verbose: false };

// The formats that the schemas name, and whether the document is ours, so that our own formats apply.
type Names = { formatNames: ReadonlySet<string>; isOurs: boolean };

function compilerFor(
  document: PlainObject,
  { formatNames, isOurs }: Names,
  errorOptions = defaultErrorOptions,
): Ajv2020 {
  // A contract may give a limit without a type or a tuple without a length, and may list required members separately. Only certain mistakes are refused.
  const lenient = {
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowUnionTypes: true,
    allowMatchingProperties: true,
  };
  // Compiles each component once instead of at every reference, and looks only at own properties of a value.
  const code = { inlineRefs: false, ownProperties: true, code: { optimize: false, regExp: boundedRegExp } };
  const ajv = new Ajv2020({ strict: true, ...lenient, ...errorOptions, ...code, logger: false });
  addFormats.default(ajv);
  ajv.removeKeyword('multipleOf').addKeyword(multipleOf);
  // Another interface may use our format names for formats of its own.
  for (const [name, holds] of Object.entries(isOurs ? formats : {})) ajv.addFormat(name, holds);
  for (const name of formatNames) if (!Object.hasOwn(ajv.formats, name)) ajv.addFormat(name, true);
  // ajv resolves $anchor but does not know it as a keyword.
  ajv.addVocabulary(['$anchor', ...annotationKeywords, ...documentKeywords]);
  return ajv.addSchema(document, documentKey, undefined, false);
}

function madeCompiler(document: PlainObject, names: Names): { ajv: Ajv2020 } | { problem: ContractProblem } {
  try {
    return { ajv: compilerFor(document, names) };
  } catch (error) {
    return { problem: { pointer: '', wanted: 'schemas that compile', seen: messageOf(error), hint } };
  }
}

// ajv divides doubles, so it would not accept 0.07 as a multiple of 0.01.
const multipleOf = {
  keyword: 'multipleOf',
  type: 'number' as const,
  schemaType: 'number' as const,
  error: { message: ({ schema }: { schema: unknown }) => `must be multiple of ${String(schema)}` },
  compile: (step: number) => (value: number) => isMultiple(value, step),
};

type Outcome = { validator: ValidateFunction } | { problems: ContractProblem[] };

function compileOne(ajv: Ajv2020, { pointer, node }: Place): Outcome {
  try {
    if (typeof node === 'boolean') return { validator: ajv.compile(node) };
    const validator = ajv.getSchema(documentKey + fragmentOf(pointer));
    if (validator) return { validator };
    return { problems: [{ pointer, wanted: 'a schema', seen: excerptAt(node, ''), hint }] };
  } catch (error) {
    return { problems: [{ pointer, wanted: 'a schema that compiles', seen: messageOf(error), hint }] };
  }
}

const hint = 'Schemas in OpenAPI 3.1 must be valid JSON Schema 2020-12.';
