import { isPlainObject, type Plain, type PlainObject } from '../json/plain.ts';
import { pointerOf, valueAt } from '../json/pointer.ts';

// Longer chains of references are cycles; what they were to lead to is then treated as empty.
const longestChain = 32;

/** The object that a node of a document is, or that its reference leads to; an empty one where there is none. */
export function resolved(document: PlainObject, node: Plain | undefined, links = 0): PlainObject {
  if (!isPlainObject(node) || links > longestChain) return {};
  const pointer = typeof node.$ref === 'string' ? pointerOf(node.$ref) : undefined;
  return pointer === undefined ? node : resolved(document, valueAt(document, pointer), links + 1);
}
