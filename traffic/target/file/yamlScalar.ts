import { isScalar, parseDocument } from 'yaml';

/** A value that is neither a list nor an object. */
export type Scalar = string | number | boolean | null;

/** Reads one YAML scalar; undefined if it is not one. With `asText` an unquoted value stays a text: a card number has more digits than a number can hold. */
export function readScalar(text: string, { asText }: { asText: boolean }): Scalar | undefined {
  const { contents, errors } = parseDocument(text, { schema: 'core' });
  if (asText && !(isScalar(contents) && contents.type?.startsWith('QUOTE_') && errors.length === 0)) return text;
  if (errors.length > 0) return undefined;
  if (contents === null) return null;
  return isScalar(contents) ? (contents.value as Scalar) : undefined;
}
