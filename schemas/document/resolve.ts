import { isPlainObject, type Plain, type PlainObject } from '../json/plain.ts';
import { pointerOf, valueAt } from '../json/pointer.ts';

// A longer chain of references is treated as a cycle and resolves to an empty object.
const longestChain = 32;

/** Returns the object at a node of a document, following its reference; an empty object if there is none. */
export function resolved(document: PlainObject, node: Plain | undefined, links = 0): PlainObject {
  if (!isPlainObject(node) || links > longestChain) return {};
  const pointer = typeof node.$ref === 'string' ? pointerOf(node.$ref) : undefined;
  return pointer === undefined ? node : resolved(document, valueAt(document, pointer), links + 1);
}
