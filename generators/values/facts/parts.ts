import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';
import { child } from '../../../schemas/json/pointer.ts';
import type { Conjunction, RequiredSchema, SchemaPart } from './node.ts';
import { Undrawable } from './undrawable.ts';

/** The reason why no value meets a schema. */
export interface Contradiction {
  pointer: string;
  why: string;
}

/** Returns the schema that a reference leads to; throws Undrawable if there is none. */
type Follow = (reference: string, from: string) => RequiredSchema;

/** Returns all schema objects that a value has to meet, with references and allOf followed; `never` is set if one of them is false. */
export function schemaPartsOf(
  { demands }: Conjunction,
  followed: Follow,
): { parts: SchemaPart[]; never?: Contradiction } {
  const parts: SchemaPart[] = [];
  const waiting = [...demands].reverse();
  const seen = new Set<Plain>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { pointer, node, isSynthetic = false } = next;
    if (node === false) return { parts, never: { pointer, why: 'this schema is false, which allows no value' } };
    if (!isPlainObject(node) || seen.has(node)) continue;
    seen.add(node);
    parts.push({ pointer, schema: node, isSynthetic });
    try {
      waiting.push(...inward({ pointer, schema: node, isSynthetic }, followed).reverse());
    } catch (error) {
      if (!(error instanceof Undrawable)) throw error;
      return { parts, never: { pointer: error.pointer, why: error.why } };
    }
  }
  return { parts };
}

// Returns the schemas that have to hold with the part: its references and its allOf.
function inward({ pointer, schema, isSynthetic }: SchemaPart, followed: Follow): RequiredSchema[] {
  const references = (['$ref', '$dynamicRef'] as const).flatMap((word) => {
    const reference = schema[word];
    return typeof reference === 'string' ? [followed(reference, child(pointer, word))] : [];
  });
  const all = Array.isArray(schema.allOf) ? schema.allOf : [];
  return [
    ...references,
    ...all.map((node, at) => ({ pointer: child(child(pointer, 'allOf'), at), node, isSynthetic })),
  ];
}

/** Returns the demand at a keyword of a part, or at a name or position within it. */
export function requiredWithin(
  { pointer, schema, isSynthetic }: SchemaPart,
  word: string,
  key?: string | number,
): RequiredSchema | undefined {
  const there = Object.hasOwn(schema, word) ? schema[word] : undefined;
  if (key === undefined)
    return there === undefined ? undefined : { pointer: child(pointer, word), node: there, isSynthetic };
  const holder = Array.isArray(there) ? there[Number(key)] : ownMember(there, String(key));
  return holder === undefined ? undefined : { pointer: child(child(pointer, word), key), node: holder, isSynthetic };
}

function ownMember(holder: Plain | undefined, key: string): Plain | undefined {
  return isPlainObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
}
