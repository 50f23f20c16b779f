/** An ordinary JSON value. */
export type Plain = null | boolean | string | number | Plain[] | PlainObject;

/** An ordinary JSON object. */
export type PlainObject = { [key: string]: Plain };

/** True if a value is a JSON object, neither null nor a list. */
export function isPlainObject(value: Plain | undefined): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
