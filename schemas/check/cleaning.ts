import type { ContractProblem } from '../document/problem.ts';
import { nestedSchemas, objectsOf, schemasOf } from '../document/schemaWalk.ts';
import {
  annotationKeywords,
  schemaKeywords,
  schemaListKeywords,
  schemaMapKeywords,
  valueKeywords,
} from '../document/vocabulary.ts';
import { isPlainObject, type Plain, type PlainObject } from '../json/plain.ts';
import { child } from '../json/pointer.ts';

const words: ReadonlySet<string> = new Set([
  ...annotationKeywords,
  ...schemaListKeywords,
  ...schemaMapKeywords,
  ...schemaKeywords,
  ...valueKeywords,
]);

/** A copy of a document that ajv can read, the formats that it names, and the words in its schemas that mean nothing. */
type Cleaned = {
  readonly clean: PlainObject;
  readonly formatNames: ReadonlySet<string>;
  /** Whether it is a contract of our interface, or no interface at all, so that our formats mean what we say. */
  readonly isOurs: boolean;
  readonly problems: ContractProblem[];
};

/** Copies a document without what ajv does not know: examples and extensions, which may hold anything, and unknown words, each a problem. */
export function cleanedDocument(document: PlainObject): Cleaned {
  const clean = structuredClone(document);
  const isOurs = dropData(clean);
  const formatNames = new Set<string>();
  const problems: ContractProblem[] = [];
  const seen = new Set<Plain>();
  for (const place of schemasOf(clean)) {
    for (const { pointer, node } of nestedSchemas(clean, place, seen)) {
      const strange = Object.keys(node).filter((word) => !words.has(word));
      problems.push(...strange.map((word) => unknownWord(pointer, word)));
      for (const word of strange) delete node[word];
      if (typeof node.format === 'string') formatNames.add(node.format);
      renamePrototype(node);
      boundContains(node);
    }
  }
  return { clean, formatNames, isOurs, problems };
}

// ajv looks for names and anchors in everything, examples included.
function dropData(document: PlainObject): boolean {
  let isOurs = !isPlainObject(document.paths) || Object.keys(document.paths).length === 0;
  for (const { node, keysAreNames } of objectsOf(document)) {
    if (keysAreNames) continue;
    for (const word of Object.keys(node)) {
      isOurs ||= word.startsWith('x-assay-');
      if (word === 'example' || word === 'examples' || word.startsWith('x-')) delete node[word];
    }
  }
  return isOurs;
}

// ajv leaves a member of this name out of `properties`, for fear of prototypes, and not out of patterns.
function renamePrototype(schema: PlainObject): void {
  const { properties, patternProperties } = schema;
  if (!isPlainObject(properties) || !Object.hasOwn(properties, '__proto__')) return;
  const { ['__proto__']: member = true, ...others } = Object.fromEntries(Object.entries(properties));
  schema.properties = others;
  schema.patternProperties = { ...(isPlainObject(patternProperties) ? patternProperties : {}), '^__proto__$': member };
}

// Strict ajv refuses a list that need not contain anything, and is content with any bound.
function boundContains(schema: PlainObject): void {
  if (schema.minContains === 0 && schema.contains !== undefined) schema.maxContains ??= Number.MAX_SAFE_INTEGER;
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
