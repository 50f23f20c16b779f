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

/** A copy of a document that ajv can read, the formats it names, and a problem for each unknown word in its schemas. */
type Cleaned = {
  readonly clean: PlainObject;
  readonly formatNames: ReadonlySet<string>;
  /** True if the document describes our interface or has no paths, so that format names have our meaning. */
  readonly isOurs: boolean;
  readonly problems: ContractProblem[];
};

/**
 * Copies a document without the parts that ajv does not know: examples and extensions, whose content is free, and unknown words, each reported as a problem.
 */
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

// Removes examples and extensions: ajv looks for names and anchors in them too. Returns whether the document is ours.
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

// ajv ignores a member named __proto__ in `properties` as a guard against prototypes, but accepts it as a pattern.
function renamePrototype(schema: PlainObject): void {
  const { properties, patternProperties } = schema;
  if (!isPlainObject(properties) || !Object.hasOwn(properties, '__proto__')) return;
  const { ['__proto__']: member = true, ...others } = Object.fromEntries(Object.entries(properties));
  schema.properties = others;
  schema.patternProperties = { ...(isPlainObject(patternProperties) ? patternProperties : {}), '^__proto__$': member };
}

// Strict ajv refuses `contains` with a minimum of 0 unless an upper bound is set; any bound will do.
function boundContains(schema: PlainObject): void {
  if (schema.minContains === 0 && schema.contains !== undefined) schema.maxContains ??= Number.MAX_SAFE_INTEGER;
}

function unknownWord(pointer: string, word: string): ContractProblem {
  const general = 'Correct the spelling; extensions begin with x-.';
  return {
    pointer: child(pointer, word),
    wanted: 'a keyword of JSON Schema 2020-12 or OpenAPI',
    seen: JSON.stringify(word),
    hint: word === 'nullable' ? 'In OpenAPI 3.1 write type: [..., "null"].' : general,
  };
}
