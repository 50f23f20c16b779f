/** An ordinary JSON value. */
export type Plain = null | boolean | string | number | Plain[] | PlainObject;

/** An ordinary JSON object. */
export type PlainObject = { [key: string]: Plain };

/** True if a value is a JSON object, neither null nor a list. */
export function isPlainObject(value: Plain | undefined): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value of a JSON text; undefined if the text is not JSON. */
export function parsedPlain(text: string): Plain | undefined {
  try {
    return JSON.parse(text) as Plain;
  } catch {
    return undefined;
  }
}

/** Returns a value with every text in it rewritten; the names of members stay the same. */
export function withTexts(value: Plain, write: (text: string) => string): Plain {
  if (typeof value === 'string') return write(value);
  if (Array.isArray(value)) return value.map((one) => withTexts(one, write));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTexts(one, write)]));
}
