import { type Exact, isExactNumber, isObject } from '../../schemas/json/exact.ts';

/** The kind of a JSON value in one word. */
export function typeName(value: Exact): string {
  if (value === null) return 'null';
  if (isExactNumber(value)) return 'number';
  return Array.isArray(value) ? 'array' : isObject(value) ? 'object' : typeof value;
}

/** The fields of an object, each with its kind, sorted; of any other value its kind. A null says nothing of the kind, and is left out. */
export function fieldTypes(value: Exact): string {
  if (!isObject(value)) return typeName(value);
  return Object.entries(value)
    .filter(([, inner]) => inner !== null)
    .map(([name, inner]) => `${name} ${typeName(inner)}`)
    .sort()
    .join(', ');
}
