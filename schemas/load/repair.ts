import { unicodePattern } from '../check/patterns.ts';
import type { ContractProblem } from '../document/problem.ts';
import { nestedSchemas, type Place, schemasOf } from '../document/schemaWalk.ts';
import { isPlainObject, type Plain, type PlainObject } from '../json/plain.ts';
import { child, excerptAt, pointerOf, valueAt } from '../json/pointer.ts';
import { openCycles } from './cycles.ts';
import { metaProblems } from './metaschema.ts';

// One check of a schema: corrects or removes, in place, what cannot be used, and returns the problems.
type Check = (place: Place<PlainObject>, document: Plain) => ContractProblem[];

/**
 * Makes the schemas of a document compilable. Corrects a keyword that can have only one meaning; removes and reports a keyword that has no meaning, with its
 * pointer. In a document known to be valid it only corrects.
 */
export function repairSchemas(document: PlainObject, isKnown = false): ContractProblem[] {
  const problems = isKnown ? [] : [...schemasOf(document)].flatMap((outer) => metaProblems(document, outer));
  const outermost = [...schemasOf(document)];
  const names = new Names();
  // The first pass collects all names; the second one looks them up.
  const passes: Check[][] = [
    [names.check, checkPattern, checkPatternNames],
    [checkReference, names.checkUse, checkEnum, checkMapping],
  ];
  for (const checks of passes) {
    const seen = new Set<Plain>();
    for (const outer of outermost) {
      for (const place of nestedSchemas(document, outer, seen)) {
        problems.push(...checks.flatMap((check) => check(place, document)));
      }
    }
  }
  return [...problems, ...openCycles(document, outermost).map(endless)];
}

function checkPattern({ pointer, node }: Place<PlainObject>): ContractProblem[] {
  const { pattern } = node;
  if (typeof pattern !== 'string') return [];
  const readable = unicodePattern(pattern);
  if (readable !== undefined) {
    node.pattern = readable;
    return [];
  }
  delete node.pattern;
  return [noPattern(child(pointer, 'pattern'), pattern)];
}

function checkPatternNames({ pointer, node }: Place<PlainObject>): ContractProblem[] {
  const { patternProperties } = node;
  if (!isPlainObject(patternProperties)) return [];
  const entries = Object.entries(patternProperties).map(([name, schema]) => ({
    name,
    schema,
    as: unicodePattern(name),
  }));
  if (entries.every(({ name, as }) => name === as)) return [];
  const readable = entries.flatMap(({ schema, as }): [string, Plain][] => (as === undefined ? [] : [[as, schema]]));
  node.patternProperties = Object.fromEntries(readable);
  const wrong = entries.filter(({ as }) => as === undefined);
  return wrong.map(({ name }) => noPattern(child(child(pointer, 'patternProperties'), name), name));
}

function checkReference({ pointer, node }: Place<PlainObject>, document: Plain): ContractProblem[] {
  const { $ref } = node;
  if (typeof $ref !== 'string') return [];
  const to = pointerOf($ref);
  const target = to === undefined ? true : valueAt(document, to);
  if (isPlainObject(target) || typeof target === 'boolean') return [];
  delete node.$ref;
  const hint = 'Refer to a schema, such as one of #/components/schemas.';
  return [{ pointer: child(pointer, '$ref'), wanted: 'a reference to a schema', seen: JSON.stringify($ref), hint }];
}

function checkEnum({ pointer, node }: Place<PlainObject>): ContractProblem[] {
  if (!Array.isArray(node.enum) || node.enum.length > 0) return [];
  delete node.enum;
  const hint = 'Write false for a schema that allows nothing.';
  return [{ pointer: child(pointer, 'enum'), wanted: 'at least one value', seen: '[]', hint }];
}

// Removes and reports discriminator mappings without a target. A bare name is a component; a name with a dot may be a file, which does not constrain a value
// either.
function checkMapping({ pointer, node }: Place<PlainObject>, document: Plain): ContractProblem[] {
  const { discriminator } = node;
  if (!isPlainObject(discriminator) || !isPlainObject(discriminator.mapping)) return [];
  const { mapping } = discriminator;
  const isNowhere = (to: Plain): to is string => typeof to === 'string' && !isMapped(document, to);
  const lost = Object.entries(mapping).filter(([, to]) => isNowhere(to));
  for (const [name] of lost) delete mapping[name];
  const hint = 'Add the missing part, or correct the spelling.';
  return lost.map(([name, to]) => ({
    pointer: child(child(child(pointer, 'discriminator'), 'mapping'), name),
    wanted: 'the name of a component or a reference to an existing part',
    seen: JSON.stringify(to),
    hint,
  }));
}

function isMapped(document: Plain, to: string): boolean {
  const pointer = pointerOf(to);
  if (pointer !== undefined) return valueAt(document, pointer) !== undefined;
  return to.includes('.') || to.includes('#') || valueAt(document, child('/components/schemas', to)) !== undefined;
}

/** The names that schemas declare, each unique in the document. */
class Names {
  readonly #known = new Set<string>();

  readonly check: Check = ({ pointer, node }) =>
    (['$id', '$anchor', '$dynamicAnchor'] as const).flatMap((word) => {
      const name = node[word];
      if (typeof name !== 'string') return [];
      const key = word === '$id' ? name : `#${name}`;
      const isRepeated = this.#known.has(key);
      this.#known.add(key);
      if (!isRepeated) return [];
      delete node[word];
      const hint = 'References by this name would be ambiguous. Rename one of the schemas.';
      return [{ pointer: child(pointer, word), wanted: 'a unique name', seen: JSON.stringify(name), hint }];
    });

  readonly checkUse: Check = ({ pointer, node }) =>
    (['$ref', '$dynamicRef'] as const).flatMap((word) => {
      const to = node[word];
      if (typeof to !== 'string' || pointerOf(to) !== undefined || this.#known.has(to)) return [];
      delete node[word];
      const hint = 'Add this $anchor to the intended schema, or refer to it by its JSON pointer.';
      return [
        { pointer: child(pointer, word), wanted: 'a name that a schema declares', seen: JSON.stringify(to), hint },
      ];
    });
}

function noPattern(pointer: string, pattern: string): ContractProblem {
  const hint = 'Patterns must be ECMAScript regular expressions in Unicode mode.';
  return { pointer, wanted: 'a regular expression', seen: excerptAt(pattern, ''), hint };
}

function endless({ pointer, to }: { pointer: string; to: string }): ContractProblem {
  const hint = 'The schema requires itself for the same value, so validation would never end. Remove the reference.';
  return {
    pointer,
    wanted: 'a schema that does not refer to itself for the same value',
    seen: JSON.stringify(to),
    hint,
  };
}
