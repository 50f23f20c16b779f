import { isScalar, parseDocument } from 'yaml';

/** A value that is neither a list nor an object. */
export type Scalar = string | number | boolean | null;

/**
 * Reads one YAML scalar; undefined for what is none. Where a text is wanted, what is not quoted is one as it stands: a card
 * has more digits than a number keeps.
 */
export function readScalar(text: string, { asText }: { asText: boolean }): Scalar | undefined {
  const { contents, errors } = parseDocument(text, { schema: 'core' });
  if (asText && !(isScalar(contents) && contents.type?.startsWith('QUOTE_') && errors.length === 0)) return text;
  if (errors.length > 0) return undefined;
  if (contents === null) return null;
  return isScalar(contents) ? (contents.value as Scalar) : undefined;
}
