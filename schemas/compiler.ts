import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { formats } from './formats.ts';
import { nestedSchemas, type Place, schemasOf } from './places.ts';
import type { Plain, PlainObject } from './plain.ts';
import { child, fragmentOf } from './pointer.ts';
import { type ContractProblem, messageOf } from './problem.ts';
import {
  annotationWords,
  documentWords,
  schemaListWords,
  schemaMapWords,
  schemaWords,
  valueWords,
} from './vocabulary.ts';

/** The validator of each schema of a document, found by the schema itself, and all problems of those that do not compile. */
export type Compiled = { validators: ReadonlyMap<Plain, ValidateFunction>; problems: readonly ContractProblem[] };

const documentKey = 'contract';

const words: ReadonlySet<string> = new Set([
  ...annotationWords,
  ...schemaListWords,
  ...schemaMapWords,
  ...schemaWords,
  ...valueWords,
]);

/** Compiles every schema of a 3.1 document in ajv's strict mode; formats that neither we nor ajv know become annotations. */
export function compile(document: PlainObject): Compiled {
  const seen = new Set<Plain>();
  const outermost = [...schemasOf(document)];
  const schemas = outermost.flatMap((place) => [...nestedSchemas(document, place, seen)]);
  const unknown = schemas.flatMap(unknownWords);
  if (unknown.length > 0) return { validators: new Map(), problems: unknown };
  const ajv = compilerFor(document, schemas);
  const validators = new Map<Plain, ValidateFunction>();
  const problems = outermost.flatMap(({ pointer, node }) => {
    const compiled = compileOne(ajv, { pointer, node });
    if ('problems' in compiled) return compiled.problems;
    validators.set(node, compiled.validator);
    return [];
  });
  return { validators, problems };
}

function compilerFor(document: PlainObject, schemas: readonly Place<PlainObject>[]): Ajv2020 {
  // A contract may give a limit without its type, and a tuple without its length: only what is surely a mistake is refused.
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictTuples: false,
    allErrors: true,
    allowUnionTypes: true,
    logger: false,
  });
  addFormats.default(ajv);
  for (const [name, holds] of Object.entries(formats)) ajv.addFormat(name, holds);
  for (const { node } of schemas) {
    if (typeof node.format === 'string' && !(node.format in ajv.formats)) ajv.addFormat(node.format, true);
  }
  const extensions = [document, ...schemas.map(({ node }) => node)].flatMap(Object.keys).filter(isExtension);
  ajv.addVocabulary([...annotationWords, ...documentWords, ...new Set(extensions)]);
  return ajv.addSchema(document, documentKey, undefined, false);
}

function compileOne(
  ajv: Ajv2020,
  { pointer, node }: Place,
): { validator: ValidateFunction } | { problems: ContractProblem[] } {
  if (typeof node !== 'boolean' && !ajv.validateSchema(node as PlainObject)) {
    const causes = (ajv.errors ?? []).filter(({ keyword }) => keyword !== 'anyOf');
    return { problems: causes.map((error) => notASchema(pointer, error)) };
  }
  try {
    const validator = typeof node === 'boolean' ? ajv.compile(node) : ajv.getSchema(documentKey + fragmentOf(pointer));
    if (validator) return { validator };
    return { problems: [{ pointer, wanted: 'a schema', seen: JSON.stringify(node), hint }] };
  } catch (error) {
    return { problems: [{ pointer, wanted: 'a schema that compiles', seen: messageOf(error), hint }] };
  }
}

const hint = 'A schema of OpenAPI 3.1 is one of JSON Schema 2020-12.';

function notASchema(pointer: string, { instancePath, message = 'be another value' }: ErrorObject): ContractProblem {
  return { pointer: pointer + instancePath, wanted: `it ${message}`, seen: 'something else', hint };
}

function unknownWords({ pointer, node }: Place<PlainObject>): ContractProblem[] {
  const unknown = Object.keys(node).filter((word) => !words.has(word) && !isExtension(word));
  return unknown.map((word) => ({
    pointer: child(pointer, word),
    wanted: 'a word of JSON Schema 2020-12 or OpenAPI',
    seen: JSON.stringify(word),
    hint:
      word === 'nullable'
        ? 'OpenAPI 3.1 writes type: [..., "null"].'
        : 'Mend the spelling; an extension begins with x-.',
  }));
}

function isExtension(word: string): boolean {
  return word.startsWith('x-');
}
