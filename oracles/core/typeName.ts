import { type Exact, isExactNumber, isObject } from '../../schemas/json/exact.ts';

/** Returns the kind of a JSON value in one word. */
export function typeName(value: Exact): string {
  if (value === null) return 'null';
  if (isExactNumber(value)) return 'number';
  return Array.isArray(value) ? 'array' : isObject(value) ? 'object' : typeof value;
}

/** Returns the fields of an object with their kinds, sorted; for any other value, its kind. Null fields are left out because they do not show their kind. */
export function fieldTypes(value: Exact): string {
  if (!isObject(value)) return typeName(value);
  return Object.entries(value)
    .filter(([, inner]) => inner !== null)
    .map(([name, inner]) => `${name} ${typeName(inner)}`)
    .sort()
    .join(', ');
}
