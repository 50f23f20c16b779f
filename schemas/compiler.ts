import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { formats } from './formats.ts';
import { isMultiple } from './multiples.ts';
import { nestedSchemas, type Place, schemasOf } from './places.ts';
import type { Plain, PlainObject } from './plain.ts';
import { child, excerptAt, fragmentOf, valueAt } from './pointer.ts';
import { type ContractProblem, messageOf } from './problem.ts';
import {
  annotationWords,
  documentWords,
  schemaListWords,
  schemaMapWords,
  schemaWords,
  valueWords,
} from './vocabulary.ts';

const documentKey = 'contract';

const words: ReadonlySet<string> = new Set([
  ...annotationWords,
  ...schemaListWords,
  ...schemaMapWords,
  ...schemaWords,
  ...valueWords,
]);

// The validator of each outermost schema, found by the schema itself, and the problems of those that do not compile.
type Compiled = { validators: ReadonlyMap<Plain, ValidateFunction>; problems: readonly ContractProblem[] };

/** Compiles every schema of a 3.1 document in ajv's strict mode; formats that neither we nor ajv know become annotations. */
export function compile(document: PlainObject): Compiled {
  const clean = structuredClone(document);
  const { formatNames, problems } = purge(clean);
  const ajv = compilerFor(clean, formatNames);
  const validators = new Map<Plain, ValidateFunction>();
  for (const { pointer, node } of schemasOf(document)) {
    const compiled = compileOne(ajv, { pointer, node: valueAt(clean, pointer) ?? false });
    if ('problems' in compiled) problems.push(...compiled.problems);
    else validators.set(node, compiled.validator);
  }
  return { validators, problems };
}

/** Where the validator of an outermost schema is found. */
export type Validators = { get(node: Plain): ValidateFunction | undefined };

/** The validators of a document that is known to be sound, each compiled when it is first asked for. */
export function compileOnDemand(document: PlainObject): Validators {
  const clean = structuredClone(document);
  const ajv = compilerFor(clean, purge(clean).formatNames);
  const pointers = new Map<Plain, string>();
  for (const { pointer, node } of schemasOf(document)) pointers.set(node, pointer);
  return {
    get: (node) => {
      const pointer = pointers.get(node);
      if (pointer === undefined) return undefined;
      const compiled = compileOne(ajv, { pointer, node: valueAt(clean, pointer) ?? false });
      return 'validator' in compiled ? compiled.validator : undefined;
    },
  };
}

/** The validators of all schemas of a document, inner ones too, by JSON pointer; and the pointer of a schema that an error names. */
export type Anywhere = {
  at(pointer: string): ValidateFunction | undefined;
  pointerOf(parentSchema: unknown): string | undefined;
};

/** Compiles any schema of a sound document when it is first asked for; the errors name the schemas that they are of. */
export function compileAnywhere(document: PlainObject): Anywhere {
  const clean = structuredClone(document);
  const ajv = compilerFor(clean, purge(clean).formatNames, { ...telling, verbose: true });
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

// Takes away what ajv does not know: extensions, which may have any name, and unknown words, each of which is a problem.
function purge(document: PlainObject): { formatNames: Set<string>; problems: ContractProblem[] } {
  const formatNames = new Set<string>();
  const problems: ContractProblem[] = [];
  const seen = new Set<Plain>();
  for (const word of Object.keys(document).filter(isExtension)) delete document[word];
  for (const place of schemasOf(document)) {
    for (const { pointer, node } of nestedSchemas(document, place, seen)) {
      const strange = Object.keys(node).filter((word) => !words.has(word));
      problems.push(...strange.filter((word) => !isExtension(word)).map((word) => unknownWord(pointer, word)));
      for (const word of strange) delete node[word];
      if (typeof node.format === 'string') formatNames.add(node.format);
    }
  }
  return { formatNames, problems };
}

const telling = { allErrors: true, verbose: false };

function compilerFor(document: PlainObject, formatNames: ReadonlySet<string>, told = telling): Ajv2020 {
  // A contract may give a limit without its type, a tuple without its length, and say apart what is required: only what is surely a mistake is refused.
  const lenient = { strictTypes: false, strictTuples: false, strictRequired: false, allowUnionTypes: true };
  // A member that an object inherits, such as constructor, is none of the value's.
  const ajv = new Ajv2020({ strict: true, ...lenient, ...told, ownProperties: true, logger: false });
  addFormats.default(ajv);
  ajv.removeKeyword('multipleOf').addKeyword(multipleOf);
  for (const [name, holds] of Object.entries(formats)) ajv.addFormat(name, holds);
  for (const name of formatNames) if (!Object.hasOwn(ajv.formats, name)) ajv.addFormat(name, true);
  // ajv follows $anchor, and does not know the word.
  ajv.addVocabulary(['$anchor', ...annotationWords, ...documentWords]);
  return ajv.addSchema(document, documentKey, undefined, false);
}

// Ajv divides doubles, and would take 0.07 for no multiple of 0.01.
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
    if (!ajv.validateSchema(node as PlainObject)) return { problems: problemsOf({ pointer, node }, ajv.errors ?? []) };
    const validator = ajv.getSchema(documentKey + fragmentOf(pointer));
    if (validator) return { validator };
    return { problems: [{ pointer, wanted: 'a schema', seen: excerptAt(node, ''), hint }] };
  } catch (error) {
    return { problems: [{ pointer, wanted: 'a schema that compiles', seen: messageOf(error), hint }] };
  }
}

const hint = 'A schema of OpenAPI 3.1 is one of JSON Schema 2020-12.';

function problemsOf({ pointer, node }: Place, errors: readonly ErrorObject[]): ContractProblem[] {
  const causes = errors.filter(({ keyword }) => keyword !== 'anyOf');
  return causes.map(({ instancePath, message = 'be another value' }) => ({
    pointer: pointer + instancePath,
    wanted: `it ${message}`,
    seen: excerptAt(node, instancePath),
    hint,
  }));
}

function unknownWord(pointer: string, word: string): ContractProblem {
  const general = 'Mend the spelling; an extension begins with x-.';
  return {
    pointer: child(pointer, word),
    wanted: 'a word of JSON Schema 2020-12 or OpenAPI',
    seen: JSON.stringify(word),
    hint: word === 'nullable' ? 'OpenAPI 3.1 writes type: [..., "null"].' : general,
  };
}

function isExtension(word: string): boolean {
  return word.startsWith('x-');
}
